package server

import (
	"testing"

	"clocksweep/core/result"
	"clocksweep/core/sim"
)

// TestFreeze looks at a server in the middle of a freeze: 8.1 with ext3's ordered
// mode, whose journal carries the pages of a checkpoint. Nobody reads and nobody
// computes. Whoever flushes WAL waits for the journal, the others wait for WALWriteLock
// to commit, for room in the WAL buffers or for who waits for that with WALInsertLock in
// its hands, and in their updates for a page that is being changed or for a row.
func TestFreeze(t *testing.T) {
	r := start(t, of(t, "release=8.1 hardware=amd64-raid1-2006 controller_battery=off bgwriter_delay=4000 "+
		"shared_buffers=20000 checkpoint_segments=2 scale=60 clients=32 transactions=1000"))
	m := &r.s.samples
	for r.Step(1) {
		if m.lastEnd > sim.Second && r.s.sim.Now() > m.lastEnd+5*sim.Second {
			break
		}
	}
	if !r.s.inCheckpoint {
		t.Fatal("the run never stood still for five seconds with a checkpoint under way")
	}
	waits := map[sim.Wait]int{}
	for _, b := range r.s.backends {
		w := b.p.Enter(result.WaitIdle)
		b.p.Enter(w)
		waits[w]++
	}
	commits := waits[result.WaitWALLock] + waits[result.WaitWALFlush]
	inserts := waits[result.WaitLWLock]
	updates := waits[result.WaitContent] + waits[result.WaitRowLock]
	if waits[result.WaitWALFlush] > 1 || commits+inserts < 16 || commits+inserts+updates != len(r.s.backends) {
		t.Errorf("of %d clients %d wait for WAL to be written, %d to insert and %d in an update: %v",
			len(r.s.backends), commits, inserts, updates, waits)
	}
}
