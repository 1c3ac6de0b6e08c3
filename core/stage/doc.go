// Package stage plays one stream of page accesses to up to three buffer pools
// side by side, so that a reader can watch what each policy makes of it. It has no
// time: an access is the clock.
//
// # What is played
//
// A stream is made of steps ([Step]): a process pins a page or adds one, dirties
// it, unpins it. An access is one pin with the steps that belong to it:
// the unpins since the pin before, and what is done to the page at once
// ([Stage.Play] counts in accesses). After an access its page is therefore still
// pinned, as it is in a server at that moment. Streams come from generators
// (streams.go, tpcb.go), from a trace of a reader's own (recorded.go), and any
// access can be one that the reader makes by hand ([Hand]).
//
// # Who writes
//
// A pool is a [bufmgr.Policy] with the writers of the release that it belongs to
// ([Release]). Cleaning rounds ([bgwriter]) and checkpoints ([checkpointer]) come
// after so many accesses each, because there are no milliseconds here; what a round
// or a checkpoint then does is decided by the same code as in the whole machine. A
// checkpoint that spreads its writes is paced as in the server, with an access for
// a second and the distance between checkpoints for checkpoint_timeout; one that
// does not, up to 8.2, writes everything within one access.
//
// Rings, and VACUUM's hint of 8.0 to 8.2, are those of the release as well: the
// stream only says that a scan or a VACUUM is running.
//
// # Going back
//
// A stage is exact: the same [Config] gives the same history on every machine. Who
// wants to see an earlier moment plays a new stage up to it. A browser makes a million
// accesses in a second or two, so that is simpler than snapshots of pools and hardly
// slower.
//
// # What is to be seen
//
// [Pool.Cells] is the state of all buffers, a byte each; [Pool.Numbers] the
// counters and positions; [Pool.Words] the last access in words. Packages wasm/sim
// and site hand them to the page.
//
// # Proof
//
// The tests play recorded servers' own steps here and compare each hit, buffer and
// victim's write with the recording, as package replay does; and check what must
// hold after each access: every structure sound, pages dirtied are pages written or
// still dirty, victims are misses.
package stage
