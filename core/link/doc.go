// Package link is what readers send to one another: a link that opens an
// experiment with their settings, the numbers that came out, and the words that
// name it in a title, a preview or a shell.
//
// The idea: a [scenario.Link] is everything that a link says, and package
// scenario writes and reads it in its readable form. This package adds what only
// readers need and the simulated machine does not: the compressed form, the
// comparison of the sender's result with the receiver's, and texts. It stands
// beside the engine, not in it, because compression brings fmt along.
//
// Rules:
//
//   - A link is readable until it is longer than [Long]. Then all behind v= moves
//     into z=, deflated (RFC 1950, with its check sum) and in base64url without
//     padding (RFC 4648); what is deflated is the readable form.
//   - What comes out of z= is read like anything else. It may be at most
//     [MostUnpacked] long, so that a short link can't fill the memory.
//   - Nothing in a link is fatal. A z= that was cut off gives the settings that
//     are whole; one that fails its check sum gives none, because they may be
//     wrong.
//   - Links of all earlier versions are read for ever: testdata/old grows, and
//     no line of it changes.
package link
