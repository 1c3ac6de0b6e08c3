// Package observed reads what a real server and its machine tell about themselves:
// postgresql.conf and SHOW ALL, the statistics views in every form in which psql
// prints them, the lines of log_checkpoints, vmstat and iostat, of PostgreSQL 8.3
// to 19. It turns text into facts and draws no conclusions; package counterpart
// does that.
//
// # Rules
//
//   - A text comes from anybody. Nothing in it makes a reader fail or panic: a line
//     that can't be read is an [Unread] with its number and what was expected, and
//     all others count. What a program prints around its figures, a psql prompt or
//     the rest of a server's log, is passed over in silence.
//   - What a text does not tell stays unknown. It is never taken for zero: see
//     [Counters.Has].
//   - The forms are those that package report prints, release by release, and those
//     of real servers. That each is read back equal is a test.
//   - Names of columns decide, not their places: the views grew and lost columns in
//     8.3, 9.1, 9.2, 16, 17 and 18, and a reader's query may have added some.
//   - Texts are at most [MaxText] long.
package observed
