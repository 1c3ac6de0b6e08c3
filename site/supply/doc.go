// Package supply tells what the project is made of besides its own code: every Go
// module and npm package with its exact version, its license, the hash it is checked
// against, and, for those chosen by us, the reason.
//
// Versions come from go.mod and package-lock.json, hashes from go.sum and the lock.
// Docusaurus, which one test needs, has a lock of its own. The license of a Go module
// is read off its text, that of an npm package is what the lock says. The reasons are
// in reasons.csv; a dependency without one, or a reason without its dependency, fails
// the tests.
package supply
