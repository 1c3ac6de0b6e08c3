package elevator

import "clocksweep/core/sim"

type flush struct {
	done sim.Handler
	arg  uint32
}

// Fire goes on with a flush that waits for the drive to be empty, or with the
// requests.
func (r *room) Fire(uint32) {
	q := (*Queue)(r)
	if len(q.flushes) > 0 {
		q.flush()
		return
	}
	q.dispatch()
}

// Flush makes the drive write out its cache: done fires with arg when all that
// was complete before is on the platters. It waits for the drive to be empty
// and keeps it so.
func (q *Queue) Flush(done sim.Handler, arg uint32) {
	q.flushes = append(q.flushes, flush{done, arg})
	q.flush()
}

func (q *Queue) flush() {
	if q.inDrive == 0 && !q.flushing {
		q.flushing = true
		q.drive.Flush((*flushDone)(q), 0)
	}
}

// Fire completes a flush and goes on with the next, or with the requests.
func (f *flushDone) Fire(uint32) {
	q := (*Queue)(f)
	q.flushing = false
	first := q.flushes[0]
	q.flushes = append(q.flushes[:0], q.flushes[1:]...)
	first.done.Fire(first.arg)
	if len(q.flushes) > 0 {
		q.flush()
		return
	}
	q.dispatch()
}
