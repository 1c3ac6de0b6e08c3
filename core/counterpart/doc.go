// Package counterpart makes of the facts of a real server (package observed) its
// counterpart in the lab: a scenario that [New] can run, the server's own figures by
// the minute beside the simulated ones, and a diagnosis of them.
//
// # Rules
//
//   - Each value of the scenario is known, because a text tells it, or assumed; each
//     assumption is a sentence. A reader's own choices win over both.
//   - No setting of the server is lost without a word: it is taken, or has a reason
//     why it has no say.
//   - Nothing is fitted. The scenario is made of settings, sizes and the number of
//     transactions; buffers, checkpoints and times are what the lab makes of them, and
//     stand beside the measured ones whether they agree or not.
//   - A figure that no text tells is missing in its column, not 0.
package counterpart
