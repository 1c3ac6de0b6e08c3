// Package bgwriter is the background writer's cleaning round, one file a
// generation: which buffers it looks at, when it has cleaned enough, and how
// long it naps then.
//
// The package decides and does no work: it names a buffer, is told what became
// of it, and says when to stop. It knows nothing of the pool, of time or of I/O.
//
//	8.0        dirtylist.go   a percentage of the dirty buffers
//	8.1, 8.2   scans.go       a scan over all buffers and one ahead of the clock hand
//	mid-2007   scans.go       the scan ahead of the hand alone
//	July 2007  ahead.go       two proposals that were measured on the way to 8.3
//	8.3 on     justintime.go  as many as will be needed until the next round
//	9.2 on     hibernate.go   the same, and long sleeps on an idle server
//
// 7.4 has no background writer.
//
// # A percentage of the dirty list (8.0)
//
// The round lists all dirty buffers in the order of the replacement policy's
// lists, least recently used first, and writes a percentage of them
// ([Alternate], [Percent]). The list is made under the one lock of the pool. A
// round that finds nothing dirty naps for ten seconds ([Nap80]), which is seldom
// what a busy server needs: the first round after a checkpoint finds nothing.
//
// # Two scans (8.1, 8.2)
//
// One scan goes around the whole pool, a little in each round, and writes what is
// dirty; the other looks a little ahead of the clock hand and writes what the
// hand would take ([Scans]). Both are bounded by a percentage of the pool and by
// a number of pages, 5 each by default: 50 pages a second, whatever the load.
//
// # The just-in-time round (8.3 and later)
//
// The round runs ahead of the clock hand and writes dirty pages that the hand
// is about to take, so that a backend finds its victim clean ([JustInTime]). How
// far ahead is an estimate of two things. How many buffers will be asked for
// until the next round: a moving average of past rounds that follows a rise at
// once and a fall slowly, times bgwriter_lru_multiplier. And how many buffers must
// be looked at to find one that can be reused: the density, a moving average as
// well, fed by how far the hand had to turn for each allocation and by how many
// reusable buffers the round itself met. What has been looked at on this lap and
// not been overtaken by the hand counts as cleaned already.
//
// The round therefore keeps its place from one call to the next. If the hand
// overtook it, it starts again at the hand.
//
// From 9.2 on the process sleeps longer when two rounds in a row had no work and
// expect none ([Hibernation]).
//
// # Proof
//
// testdata/recorded holds what real servers' background writers did, from 8.0 to
// 15: the tests compare each round's estimates, each buffer that it looked at and
// each nap.
package bgwriter
