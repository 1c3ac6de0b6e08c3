package bgwriter

const (
	// smoothingSamples is the length of both moving averages: BgBufferSync of
	// storage/buffer/bufmgr.c, 8.3 and later.
	smoothingSamples float32 = 16
	// scanWholePoolMs is the time in which an idle server's rounds go over the
	// whole pool (same place).
	scanWholePoolMs float32 = 120000
	// initialDensity is smoothed_density before anything is known.
	initialDensity float32 = 10
)

// Settings are the server settings that a round reads; they may change from one
// round to the next.
type Settings struct {
	DelayMs    int     // bgwriter_delay, ms, 10 to 10000
	MaxPages   int     // bgwriter_lru_maxpages, pages a round; 0 turns cleaning off
	Multiplier float64 // bgwriter_lru_multiplier, 0 to 10
	// ForgetIdle is the rule of 9.2 and later that an average worth less than
	// one page is set to zero, instead of shrinking for ever.
	ForgetIdle bool
}

// Round is what a round estimated and did.
type Round struct {
	Upcoming    int     // reusable buffers wanted ahead of the hand: allocations expected, or the idle scan's share if more
	ReusableEst int     // reusable buffers expected among those looked at earlier and not overtaken yet
	ToLap       int     // buffers from the round's start to where it would lap the hand
	Recent      uint32  // allocations since the round before
	Smoothed    float32 // allocations a round, moving average
	DensityWas  float32 // buffers looked at for one reusable, before this round's scan
	Density     float32 // the same after it

	Scanned    int  // buffers looked at
	Reusable   int  // ReusableEst plus those found reusable or made so by writing them
	Written    int  // pages written
	MaxWritten bool // stopped by bgwriter_lru_maxpages
	// Hibernate says that the round found no work and expects none: from 9.2 on
	// the process then sleeps longer.
	Hibernate bool
}

// JustInTime is the state that a background writer keeps between its rounds.
// All averages are 32-bit floats, and casts to int truncate, as in C. The zero
// value is ready.
//
// A round is
//
//	if j.Begin(...) {
//		for b, ok := j.Next(); ok; b, ok = j.Next() {
//			j.Note(...) // what became of buffer b
//		}
//		round := j.End()
//	}
type JustInTime struct {
	place
	started    bool // the averages have been set up
	prevHand   int32
	prevPasses uint32
	smoothed   float32
	density    float32

	n        int
	maxPages int
	left     int // buffers the round may still look at
	round    Round
}

// Begin starts a round over a pool of n buffers, told where the clock hand is,
// how many turns it has made and how many buffers were allocated since the
// round before. It returns false if cleaning is off; the state is then forgotten
// and no End is due.
func (j *JustInTime) Begin(n int, hand int32, passes, allocs uint32, s Settings) bool {
	if s.MaxPages <= 0 {
		j.known = false
		return false
	}
	if !j.started {
		j.started = true
		j.density = initialDensity
	}
	j.n, j.maxPages = n, s.MaxPages
	delta := 0
	if j.known {
		delta = int(hand-j.prevHand) + int(int32(passes-j.prevPasses))*n
	}
	toLap := j.catchUp(n, hand, passes)
	j.prevHand, j.prevPasses, j.known = hand, passes, true

	if delta > 0 && allocs > 0 {
		j.density += (float32(delta)/float32(allocs) - j.density) / smoothingSamples
	}
	reusable := int(float32(n-toLap) / j.density)

	if recent := float32(allocs); j.smoothed <= recent {
		j.smoothed = recent
	} else {
		j.smoothed += (recent - j.smoothed) / smoothingSamples
	}
	upcoming := int(float64(j.smoothed) * s.Multiplier)
	if upcoming == 0 && s.ForgetIdle {
		j.smoothed = 0
	}
	idle := int(float32(n) / (scanWholePoolMs / float32(s.DelayMs)))
	upcoming = max(upcoming, idle+reusable)

	j.left = toLap
	j.round = Round{
		Upcoming: upcoming, ReusableEst: reusable, Reusable: reusable, ToLap: toLap,
		Recent: allocs, Smoothed: j.smoothed, DensityWas: j.density,
	}
	return true
}

// Next returns the buffer to look at, or false when the round is over. A buffer
// that is pinned or has usage is left alone; one that is reusable is written if
// it is dirty. Either way Note follows.
func (j *JustInTime) Next() (b int32, ok bool) {
	if j.left <= 0 || j.round.Reusable >= j.round.Upcoming || j.round.MaxWritten {
		return -1, false
	}
	j.left--
	return j.step(j.n), true
}

// Note says what became of the buffer that Next returned: its page was written,
// and it could be reused (no pin, usage count 0).
func (j *JustInTime) Note(written, reusable bool) {
	switch {
	case written:
		j.round.Reusable++
		j.round.Written++
		j.round.MaxWritten = j.round.Written >= j.maxPages
	case reusable:
		j.round.Reusable++
	}
}

// End finishes the round: what it met feeds the density.
func (j *JustInTime) End() Round {
	r := &j.round
	r.Scanned = r.ToLap - j.left
	if found := r.Reusable - r.ReusableEst; r.Scanned > 0 && found > 0 {
		j.density += (float32(r.Scanned)/float32(found) - j.density) / smoothingSamples
	}
	r.Density = j.density
	r.Hibernate = r.ToLap == 0 && r.Recent == 0
	return *r
}

// Position returns the buffer that the next round would look at first, were the
// clock hand not to overtake it.
func (j *JustInTime) Position() int32 { return j.next }

// Estimates returns what Begin estimated; the rest of the Round is not final
// before End.
func (j *JustInTime) Estimates() Round { return j.round }
