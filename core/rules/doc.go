// Package rules is a table of what each release of PostgreSQL does with its
// buffers, its background writer, its checkpoints and its WAL: which rule is in
// force, in which file of PostgreSQL it stands, and which file here has it.
//
// The rules themselves are in the packages that the table names, with their
// reasons. Here they are only found: by release and by what they decide. In the
// releases that the whole lab can run, 8.3 to 9.2 and 9.6 to 15, every aspect has
// exactly one rule; of the others only the rules that a recording can be played to
// are simulated.
//
// A release is named by its line: "8.3", "9.6", "15". 8.0 has two, "8.0.0" (also
// 8.0.1) and "8.0.2" (and all later ones), because its replacement policy was
// exchanged between them.
package rules
