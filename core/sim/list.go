package sim

// List is a queue of parked processes, first come, first served. The zero
// value is empty. A process is on one list at a time.
type List struct {
	head, tail *Proc
}

// Wait parks p at the end of the list.
func (l *List) Wait(p *Proc) {
	if l.tail == nil {
		l.head = p
	} else {
		l.tail.nextWaiting = p
	}
	l.tail = p
	p.Park()
}

// WakeOne makes the first of the list runnable and reports whether there was one.
func (l *List) WakeOne(s *Sim) bool {
	p := l.head
	if p == nil {
		return false
	}
	l.head = p.nextWaiting
	if l.head == nil {
		l.tail = nil
	}
	p.nextWaiting = nil
	s.Wake(p)
	return true
}

// WakeAll makes the whole list runnable, in its order.
func (l *List) WakeAll(s *Sim) {
	for l.WakeOne(s) {
	}
}
