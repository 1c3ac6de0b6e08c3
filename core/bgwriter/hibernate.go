package bgwriter

// HibernateFactor is how many times bgwriter_delay a hibernating background
// writer sleeps: HIBERNATE_FACTOR of postmaster/bgwriter.c, 9.2 and later.
const HibernateFactor = 50

// Hibernation decides when the background writer of 9.2 and later goes to sleep
// for longer: after two rounds in a row that found no work and expect none, if
// nothing woke it in its normal sleep between them and after them. A round finds
// no work if it stands a whole lap ahead of the clock hand and no buffer was
// allocated since the one before ([Round].Hibernate), or if
// bgwriter_lru_maxpages is 0.
//
//	can := round()
//	woken := sleep(bgwriter_delay)
//	if h.After(can, woken) {
//		sleep(HibernateFactor * bgwriter_delay), woken by the first allocation
//	}
//
// The process asks to be woken just before the long sleep, so the allocation
// that wakes it is the first after that. (BackgroundWriterMain of
// postmaster/bgwriter.c, 9.2 and later.) The zero value is ready.
type Hibernation struct {
	before bool // the round before could have hibernated
}

// After says, after a round and the normal sleep that follows it, whether to
// sleep on. can is the round's own answer; woken that the sleep was cut short.
func (h *Hibernation) After(can, woken bool) bool {
	long := can && h.before && !woken
	h.before = can
	return long
}
