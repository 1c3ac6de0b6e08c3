// Package pgbench reads the scripts of pgbench -f and computes what their
// variables are.
//
// [Parse] makes a list of operations of a text once, at the start of a run; a
// [Client] then computes the variables of one session without allocating. What a
// statement costs in pages is the server's affair (package server); here it is
// only known which row of which table it goes to.
//
// Rules:
//
//   - Meta commands are those of pgbench (src/bin/pgbench: pgbench.c, exprparse.y):
//     \set with +, -, *, / and %, parentheses, and functions; \setrandom, which
//     was its form up to 9.5; \sleep. They are read in scripts for every release,
//     because pgbench of one release drives servers of others.
//   - Of SQL there is what pgbench's own scripts consist of: BEGIN and END, SELECT of
//     an account, UPDATE of an account, a teller or a branch, each by its key, and
//     INSERT into history. Tables have their names with or without pgbench_ before
//     them (8.4 added it). Anything else is an [*Error], which names the line and
//     what is legal.
//   - A statement ends with a semicolon, or with its line as it did up to 9.5; it may
//     also go on over several lines. A meta command ends with either. Hence a script
//     can be written on one line, which is the form of [Script.Text].
//   - Numbers are 64-bit integers or floating point as in pgbench, and what is an
//     error there (division by zero, an empty range, an overflow) ends the client.
//   - Random numbers are computed as pgbench computes them (random.go). Given the
//     same generator they are the same, but for the last bit of the logarithm.
package pgbench
