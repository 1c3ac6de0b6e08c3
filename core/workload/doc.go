// Package workload knows what pgbench and DBT-2 do to the database: how the tables
// lie in pages, which rows a transaction picks, and what an update does to the page
// it hits (HOT or a new index entry, pruning, growth). It knows nothing of
// buffers, time or disks; core/server turns its answers into page accesses.
//
// # The page model
//
// A heap page is a count of tuples that still fit and a count of dead tuples; a
// heap for the whole table tells which of those died too recently to be pruned.
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
// until VACUUM. Its [VersionTree] holds every entry, because which of them are marked as
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
//
// # DBT-2
//
// OSDL's DBT-2 is the workload of TPC-C: nine tables, five transactions in a fixed
// mix, rows drawn unevenly (nurand.go, dbt2draw.go). Facts come from TPC-C's
// clauses and from the scripts and stored functions of DBT-2 0.37 of 2007; three of
// its habits matter here. The primary key of stock holds the quantity, so that no
// update of stock is heap-only. A delivery reads all waiting orders of a district
// to find the oldest. New orders touch the stock of the terminal's own warehouse
// only.
//
// Rows have the average length that their columns add up to in the release and
// build (dbt2layout.go). Indexes are B-trees that grow: leaves fill, lose the
// entries of dead rows, split (tree.go). What an order consists of is a function of
// the seed and its number; what is remembered is where its rows went (orders.go).
//
// Left out: what differs between rows of one table in length, the order of last
// names in the alphabet, and splits above the leaves.
package workload
