//go:build !js

// Package live reads the settings and statistics of a running PostgreSQL server, of
// any release from 7.4 on, for the command "observe".
//
// # Rules
//
//   - It only reads: every query is a transaction of its own that is READ ONLY, with a
//     time limit. Nothing is set for the session, which may belong to a pooler.
//   - It asks for the views that the release has. What the server refuses, for want of a
//     privilege for instance, is an [Unseen] with the server's own reason, and the rest
//     is used. Any user sees enough; a member of pg_monitor sees all.
//   - What comes back is rows of names and texts, which package observed reads as it
//     reads those that somebody has pasted.
//   - The simple query protocol is used, which servers of all these releases speak.
package live
