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
// # Before heap-only tuples
//
// Up to 8.2, and in the tree of June 2007, every update makes a version with an
// entry of its own in the primary key. [Versions] keeps the versions of a small
// table, of which many lie in the way: nobody can see them any more, but they stay
// until VACUUM. Its [Tree] holds every entry, because which of them are marked as
// dead, and how many leaves the entries of one row lie on, decides how many pages
// a look-up and the check for duplicates read. For accounts, whose rows are seldom
// updated twice, a [Trail] of the rows that moved and a count of the entries on each
// leaf ([KeyLeaves]) are enough. A heap page with no room stays full: new versions go
// to pages that VACUUM found room on ([FreeSpace]) or to the end.
//
// Pages above the leaves of accounts' key are not split; tellers and branches have
// two levels above the leaves at most.
//
// # The script (all releases)
//
//	BEGIN; UPDATE accounts; SELECT abalance; UPDATE tellers; UPDATE branches;
//	INSERT history; END
//
// with aid, tid and bid drawn uniformly.
package workload
