// Package result holds what a run of the simulated machine leaves behind.
//
// A [Result] is plain data. Reports and pictures are functions of it and never
// reach into the machine. Its binary form ([Append], [Decode]) is what travels
// from a Web Worker to the page, and the hash of that form ([Result.Hash]) is
// the proof that two platforms ran the same history.
//
// A run that was watched has pictures of its pool as well ([Snapshot]). They travel
// behind the result and are not hashed: watched or not, it is the same run.
package result
