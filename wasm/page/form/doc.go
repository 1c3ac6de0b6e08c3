// Package form is the settings form of an experiment's page without the page:
// what the reader has changed, what a control shows, what the link carries.
//
// The idea: an experiment fixes a scenario for each of its runs, and a reader's
// [State] is a short list of changes to it. Everything else follows from that
// list. A control shows the value that is in force, be it changed, fixed by
// the experiment or a default that follows another setting (a file system
// brings its own barrier). The link carries the list and nothing else.
//
// Rules:
//
//   - A change that changes nothing is none: typing the value that is in force
//     anyway leaves no trace in the link.
//   - A value is kept as SHOW prints it, so that 65536kB and 64MB are the same
//     change.
//   - What is wrong changes nothing and comes back as a sentence. The rest of a
//     link works, and what it holds that this version does not know is kept.
//
// The package has no build tags, so that it is tested natively.
package form
