// Package bgwriter is the background writer's cleaning round, one file a
// generation: which buffers it looks at, and when it has cleaned enough.
//
// # The just-in-time round (PostgreSQL 8.3 and later)
//
// The round runs ahead of the clock hand and writes dirty pages that the hand
// is about to take, so that a backend finds its victim clean. How far ahead is
// an estimate of two things. How many buffers will be asked for until the next
// round: a moving average of past rounds that follows a rise at once and a fall
// slowly, times bgwriter_lru_multiplier. And how many buffers must be looked at
// to find one that can be reused: the density, a moving average as well, fed by
// how far the hand had to turn for each allocation and by how many reusable
// buffers the round itself met. What has been looked at on this lap and not been
// overtaken by the hand counts as cleaned already.
//
// The round therefore keeps its place from one call to the next. If the hand
// overtook it, it starts again at the hand.
//
// The package decides and does no work: it names a buffer, is told what became
// of it, and says when to stop. It knows nothing of the pool, of time or of I/O.
package bgwriter
