// Package workload knows what pgbench does to the database: how the tables lie
// in pages, which rows a transaction picks, and what an update does to the page
// it hits (HOT or a new index entry, pruning, growth). It knows nothing of
// buffers, time or disks; core/server turns its answers into page accesses.
//
// # The page model
//
// A heap page is a count of tuples that still fit and a count of dead tuples; a
// list for the whole table tells which of those died too recently to be pruned.
// That is enough, because pgbench's rows of one table all have the same length.
//
// pgbench -i fills pages to the brim (fillfactor 100), so the first update of a
// page finds no room: its new version goes to the end of the table and needs a
// new index entry. That leaves one dead tuple behind; the next visitor prunes it,
// and from then on updates of any row of that page stay on it (heap-only tuples,
// 8.3 and later).
//
// # The script (all releases)
//
//	BEGIN; UPDATE accounts; SELECT abalance; UPDATE tellers; UPDATE branches;
//	INSERT history; END
//
// with aid, tid and bid drawn uniformly.
package workload
