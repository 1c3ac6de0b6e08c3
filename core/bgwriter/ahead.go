package bgwriter

// place is where a round looks next, and where it stands against the clock hand.
type place struct {
	known  bool // the state below is from the round before
	next   int32
	passes uint32 // whole turns that next has made, to compare with the hand's
}

// catchUp returns how many of n buffers lie between next and the point where it
// would lap the hand, after moving next to the hand if the hand has overtaken it.
func (l *place) catchUp(n int, hand int32, passes uint32) int {
	if l.known {
		switch ahead := int32(l.passes - passes); {
		case ahead > 0:
			return int(hand - l.next)
		case ahead == 0 && l.next >= hand:
			return n - int(l.next-hand)
		}
	}
	l.next, l.passes = hand, passes
	return n
}

// step returns the buffer at the place and moves on.
func (l *place) step(n int) int32 {
	b := l.next
	l.next++
	if int(l.next) >= n {
		l.next = 0
		l.passes++
	}
	return b
}

// Ahead is the round of two proposals of July 2007, of which the just-in-time
// round became the answer. Both clean ahead of the clock hand without a limit of
// pages; what is reusable there and clean already counts as well.
//
//	a.BeginAll(...) or a.BeginUsed(...)
//	for b, ok := a.Next(); ok; b, ok = a.Next() {
//		a.Note(...) // what became of buffer b
//	}
//
// The zero value is ready.
type Ahead struct {
	place
	n        int
	left     int // buffers the round may still look at
	want     int // reusable buffers it is to find
	reusable int
}

// BeginAll starts a round that keeps everything clean that the hand would take:
// it goes on where the last one stopped, until it would lap the hand. So a page is
// written once the hand has taken its last usage count, nearly a whole turn before
// the hand comes back for it (Tom Lane's proposal).
func (a *Ahead) BeginAll(n int, hand int32, passes uint32) {
	a.n, a.left, a.want, a.reusable = n, a.catchUp(n, hand, passes), n, 0
	a.known = true
}

// BeginUsed starts a round that looks from the hand on for as many reusable
// buffers as were allocated since the round before, and leaves them clean (the rule
// of ITAGAKI Takahiro's patch).
func (a *Ahead) BeginUsed(n int, hand int32, passes, allocs uint32) {
	*a = Ahead{place: place{next: hand, passes: passes}, n: n, left: n, want: int(min(allocs, uint32(n)))}
}

// Next returns the buffer to look at, or false when the round is over. A buffer
// that is pinned or has usage is left alone; one that is reusable is written if it is
// dirty. Either way Note follows.
func (a *Ahead) Next() (b int32, ok bool) {
	if a.left <= 0 || a.reusable >= a.want {
		return -1, false
	}
	a.left--
	return a.step(a.n), true
}

// Note says whether the buffer that Next returned could be reused.
func (a *Ahead) Note(reusable bool) {
	if reusable {
		a.reusable++
	}
}
