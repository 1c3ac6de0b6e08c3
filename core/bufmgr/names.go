package bufmgr

// Named is a policy by the name that commands and pages use.
type Named struct {
	Name  string
	About string // one line: the releases and the rule
	New   func(buffers int) Policy
}

// Policies returns all policies, oldest first.
func Policies() []Named {
	return []Named{
		{"lru", "7.4: list of unpinned buffers, least recently unpinned first", NewLRU},
		{"arc", "8.0.0, 8.0.1: adaptive replacement cache", func(n int) Policy { return NewARC(n) }},
		{"2q", "8.0.2 to the end of 8.0: two queues", func(n int) Policy { return NewTwoQ(n) }},
		{"bit2005", "patch of February 2005: clock with one recently-used bit", func(n int) Policy { return NewRecentlyUsed(n, false) }},
		{"clock81", "8.1, 8.2: clock sweep, used at the last unpin", func(n int) Policy { return NewClock81(n) }},
		{"clock83", "8.3 to 9.4: clock sweep, used at the first pin, rings", func(n int) Policy { return NewClock83(n) }},
		{"reclaimer3", "patch of 2014, version 3: background writer fills the freelist, hand stays", reclaimerOf(ReclaimerV3)},
		{"reclaimer4", "patch of 2014, version 4: background writer fills the freelist, hand moves", reclaimerOf(ReclaimerV4)},
		{"reclaimer9", "patch of 2014, version 9: a reclaimer fills the freelist with clean buffers", reclaimerOf(ReclaimerV9)},
		{"clock95", "9.5 to 18: clock sweep one step at a time, rings", func(n int) Policy { return NewClock95(n, false) }},
		{"clock960", "9.6.0 to 9.6.2: as clock95, but pins through a ring count in full", func(n int) Policy { return NewClock95(n, true) }},
		{"clock19", "19: as clock95, without a freelist", func(n int) Policy { return NewClock19(n) }},
	}
}

func reclaimerOf(v ReclaimerVersion) func(int) Policy {
	return func(n int) Policy {
		low, high := ReclaimerMarks(n)
		return NewReclaimer(n, v, low, high)
	}
}

// ReclaimerByName returns the version of the patches of 2014 that has this name.
func ReclaimerByName(name string) (v ReclaimerVersion, ok bool) {
	switch name {
	case "reclaimer3":
		return ReclaimerV3, true
	case "reclaimer4":
		return ReclaimerV4, true
	case "reclaimer9":
		return ReclaimerV9, true
	}
	return 0, false
}

// PolicyByName returns the policy of this name.
func PolicyByName(name string) (Named, bool) {
	for _, p := range Policies() {
		if p.Name == name {
			return p, true
		}
	}
	return Named{}, false
}
