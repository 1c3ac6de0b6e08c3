package replay

import "strconv"

// quantity is a kind of prediction.
type quantity uint8

const (
	qAccesses quantity = iota
	qBuffers
	qPins
	qVictims
	qSources
	qOldPages
	qVictimWrites
	qUsage
	qRefs
	qDirty
	qHands
	qRingSizes
	qRingSlots
	qRejections
	qListed
	qHints
	qMoves
	qGhosts
	qInto
	qReplaced
	qTargets
	qLengths
	qSnapshots
	qSnapshotHeads
	qRounds
	qEstimates
	qRoundBuffers
	qCheckpoints
	qCheckpointBuffers
	qNaps
	qRoundNaps
	qTriggers
	quantities
)

// names are the words of the report, in its order.
var names = [quantities]string{
	"hits and misses", "buffers", "pins", "victims", "victim sources", "old pages", "victims written", "usage counts",
	"reference counts", "dirty flags", "hands", "ring sizes", "ring slots", "rejections", "sent to freelist", "vacuum hints",
	"list moves", "ghost hits", "lists entered", "replaced pages", "targets", "list lengths",
	"snapshots", "snapshot heads", "round begins and ends", "round estimates", "round buffers",
	"checkpoint sizes", "checkpoint buffers", "nap decisions", "naps between rounds", "checkpoint triggers",
}

// QuantityNames returns the names of all quantities in the order of a report.
func QuantityNames() []string { return append([]string(nil), names[:]...) }

// Quantity is a line of the report: how many of the recorded values of one kind
// were predicted.
type Quantity struct {
	Name           string
	Right, Checked int
}

// Wrong returns the number of predictions that differ from the recording.
func (q Quantity) Wrong() int { return q.Checked - q.Right }

// Mismatch is a prediction that differs from the recording.
type Mismatch struct {
	Line      int // of the trace
	What      string
	Got, Want string
}

// String tells it in one line.
func (m *Mismatch) String() string {
	return "line " + strconv.Itoa(m.Line) + ": " + m.What + ": predicted " + m.Got + ", recorded " + m.Want
}

// Work is how much a pool had to do.
type Work struct {
	Hits, Misses  int
	BackendWrites int // dirty victims
	OtherWrites   int // background writer, checkpoint, flushes of a relation
}

// Report is the outcome of a replay.
type Report struct {
	Events     int // compared with the recording, of those in the trace
	Quantities []Quantity
	Mismatches int
	First      *Mismatch // nil if there is none
	Recorded   Work
	Replayed   Work
}

// Of returns the line of the named quantity; a recording that has none of it gives
// a zero count.
func (r *Report) Of(name string) Quantity {
	for _, q := range r.Quantities {
		if q.Name == name {
			return q
		}
	}
	return Quantity{Name: name}
}

// tally counts predictions.
type tally struct {
	right, checked [quantities]int
	first          *Mismatch
}

func (t *tally) check(q quantity, e *Event, what string, got, want int) {
	t.checked[q]++
	if got == want {
		t.right[q]++
		return
	}
	if t.first == nil {
		t.miss(e, what, strconv.Itoa(got), strconv.Itoa(want))
	}
}

// checkIf is check where the recording has a value only under a condition.
func (t *tally) checkIf(there bool, q quantity, e *Event, what string, got, want int) {
	if there {
		t.check(q, e, what, got, want)
	}
}

func (t *tally) checkText(q quantity, e *Event, what, got, want string) {
	t.checked[q]++
	if got == want {
		t.right[q]++
		return
	}
	if t.first == nil {
		t.miss(e, what, got, want)
	}
}

func (t *tally) miss(e *Event, what, got, want string) {
	t.first = &Mismatch{Line: int(e.Line), What: what, Got: got, Want: want}
}

func (t *tally) report() *Report {
	r := &Report{First: t.first}
	for q, n := range t.checked {
		if n > 0 {
			r.Quantities = append(r.Quantities, Quantity{names[q], t.right[q], n})
			r.Mismatches += n - t.right[q]
		}
	}
	return r
}
