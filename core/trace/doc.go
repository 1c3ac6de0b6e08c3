// Package trace reads a user's own record of page accesses and plays it to
// every replacement policy and a list of pool sizes in one pass over the file.
//
// # Formats
//
// A [Reader] finds out by itself which of two formats it has:
//
// CSV, one access a line, with or without a header line:
//
//	relation,block,access,process
//	pgbench_accounts,1639,read,7001
//	pgbench_accounts,1639,write,7001
//	"history, 2011",88,extend
//
// The relation is any text, the block a number from 0 to 4294967294, the access
// read, write or extend, and the process, which may be left out, any text. A
// field with commas or quotes is quoted, quotes in it doubled; it ends on its
// line. Empty lines are passed over.
//
// oracleGeneral, the binary format of the public traces of libCacheSim: records
// of 24 bytes, little-endian, with the time (4 bytes), the object (8), its size
// (4) and when it is needed again (8, signed; -1: never). Each object counts as
// one page, whatever its size, and each record as a read, for the format tells
// of no writes. Records of size 0 are passed over, as libCacheSim does by
// default.
//
// The reader unpacks nothing; [Detect] tells the caller what a file is packed
// with. A broken line or record ends the reading with an [Error] that has its
// number and what was expected.
//
// # What is played
//
// A process pins a page while it accesses it and at no other time. A miss takes
// a victim, which is written first if it is dirty; a write or an extend makes
// the page dirty. Nothing else writes: there is no background writer and no
// checkpoint, so that the figures are the policy's own. No access goes through a
// ring and no page is dropped, because a trace does not tell of scans and drops.
// The clock sweeps of 8.1 to 19, which differ in such things only, give the same
// and are played once for all.
//
// ARC and 2Q take two reads in one transaction for one use. A trace does not
// tell of transactions either: accesses of one process to one page that follow
// upon each other count as one use, all others are uses of their own.
//
// # Memory
//
// Pages are numbered from 0 in the order in which they first appear, by a hash
// table of this package. Everything grows with the pools and with the number of
// different pages, nothing with the length of the trace. [NewPlayer] is given a
// limit and refuses pools that do not fit; the page that would exceed it ends
// the reading. Both errors tell what would work.
package trace
