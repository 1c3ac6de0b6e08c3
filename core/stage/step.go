package stage

import "clocksweep/core/bufmgr"

// Op is what a step does.
type Op uint8

// The operations of a step.
const (
	Pin    Op = iota // read the page and keep it pinned
	Extend           // the same with a page that is new: nothing is read
	Dirty            // change the page, which is pinned
	Unpin            // the process's last use of the page under this pin
)

// Purpose is what a process reads for. It decides about rings (8.3 and later) and
// VACUUM's hint (8.0 to 8.2).
type Purpose uint8

// The purposes.
const (
	Normal Purpose = iota
	Scan           // a sequential scan
	Clean          // VACUUM
)

// Processes is how many processes a stream may have; process 0 is the reader's
// hand.
const Processes = 16

// Step is one step of a stream.
type Step struct {
	Page    bufmgr.Page
	Xid     uint32 // the process's transaction
	Pass    uint32 // number of the scan or VACUUM it belongs to; each has a ring of its own
	Proc    uint8  // below Processes
	Op      Op
	Purpose Purpose
}

// pins reports whether the step is the one that an access is counted by.
func (s *Step) pins() bool { return s.Op <= Extend }

// access returns how many of the steps at the head of queue make one access: what
// comes before the pin, the pin, and the changes right after it. It is 0 if there
// is no pin in queue.
func access(queue []Step) int {
	n := 0
	for n < len(queue) && !queue[n].pins() {
		n++
	}
	if n == len(queue) {
		return 0
	}
	for n++; n < len(queue) && queue[n].Op == Dirty; n++ {
	}
	return n
}

// source appends steps with at least one access to queue. It appends nothing when
// the stream has ended.
type source interface {
	more(queue []Step) []Step
}
