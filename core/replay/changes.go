package replay

import "clocksweep/core/bufmgr"

// Change is one rule of a recorded server taken wrongly: what the recordings
// can tell apart, and how much hangs on the rule.
type Change struct {
	Recording string // name of the recording that it is played to
	Wrong     string // what is taken wrongly, in a few words
	Quantity  string // the quantity of the report that shows it
	// Policy is the name of the release's or patch's policy that is played, or
	// empty if no release had the rule so.
	Policy string

	pool func(buffers int) bufmgr.Policy // nil: as Policy says, or the server's own
	set  func(*Set)                      // changes the set before it is played, or nil
}

// Play plays the change to its recording. The set is not usable for other plays
// afterwards.
func (c *Change) Play(set *Set) *Report {
	if c.set != nil {
		c.set(set)
	}
	if c.pool != nil {
		return NewPlayer(set, c.pool(set.Buffers)).Play()
	}
	name := c.Policy
	if name == "" {
		name = set.Release.Policy()
	}
	policy, ok := bufmgr.PolicyByName(name)
	if !ok {
		panic("replay: there is no policy " + name)
	}
	return NewPlayer(set, policy.New(set.Buffers)).Play()
}

// Changes returns the wrong rules that the tests play, those of the pool first,
// then those of background writer and checkpoint.
func Changes() []Change {
	const victims, examined, napped = "victims", "round begins and ends", "nap decisions"
	const triggered = "checkpoint triggers"
	return []Change{
		{Recording: "8.0.0-E1", Wrong: "any second use promotes to T2, not one by another transaction", Quantity: "list moves", pool: arcOfXids(1)},
		{Recording: "8.0.0-E1", Wrong: "no use promotes to T2", Quantity: victims, pool: arcOfXids(0)},
		{Recording: "8.0.0-E5", Wrong: "VACUUM’s lookups are like others", Quantity: victims,
			pool: func(n int) bufmgr.Policy { return unhintedLists{bufmgr.NewARC(n)} }},
		{Recording: "8.0.0-E1", Wrong: "2Q for ARC", Quantity: victims, Policy: "2q"},
		{Recording: "8.0.0-E2", Wrong: "LRU for ARC", Quantity: victims, Policy: "lru"},
		{Recording: "7.4.30-E2", Wrong: "ARC for LRU", Quantity: victims, Policy: "arc"},
		{Recording: "8.0.2-E1", Wrong: "ARC for 2Q", Quantity: victims, Policy: "arc"},
		{Recording: "8.1.0-E1", Wrong: "one bit for a count of five", Quantity: victims, Policy: "bit2005"},
		{Recording: "8.1.0-E5", Wrong: "writers use what they write", Quantity: victims,
			pool: func(n int) bufmgr.Policy { return allUnpinsCount{bufmgr.NewClock81(n)} }},
		{Recording: "8.1.0-E5", Wrong: "VACUUM is like others", Quantity: victims,
			pool: func(n int) bufmgr.Policy { return unhinted{bufmgr.NewClock81(n)} }},
		{Recording: "8.2.0-E2", Wrong: "used at the first pin, not at the last unpin", Quantity: victims, Policy: "clock83"},
		{Recording: "8.3.0-E1", Wrong: "used at the last unpin, not at the first pin", Quantity: victims, Policy: "clock81"},
		{Recording: "T1a", Wrong: "usage count capped at 4, not at 5", Quantity: victims, pool: capped(4)},
		{Recording: "T1a", Wrong: "usage count capped at 6, not at 5", Quantity: victims, pool: capped(6)},
		{Recording: "T2a", Wrong: "an access under a pin that is held counts as use", Quantity: victims,
			pool: func(n int) bufmgr.Policy { return repinning{bufmgr.NewClock95(n, false)} }},
		{Recording: "T5a", Wrong: "scans without rings", Quantity: victims,
			pool: func(n int) bufmgr.Policy { return ringless{bufmgr.NewClock95(n, false)} }},
		{Recording: "T5a", Wrong: "pins through a ring count in full", Quantity: victims, Policy: "clock960"},
		{Recording: "9.6.24-E5", Wrong: "pins through a ring count in full", Quantity: victims, Policy: "clock960"},
		{Recording: "T5a", Wrong: "no freelist for dropped pages", Quantity: "victim sources", Policy: "clock19"},

		{Recording: "8.0.0-E4t", Wrong: "bgwriter_percent 2, not 1", Quantity: examined, set: func(s *Set) { s.Settings.Percent = 2 }},
		{Recording: "8.0.2-E3", Wrong: "bgwriter_percent 3, not 1", Quantity: examined, set: func(s *Set) { s.Settings.Percent = 3 }},
		{Recording: "8.1.0-E4t", Wrong: "bgwriter_all_percent 0.5, not 0.333", Quantity: "round buffers", set: func(s *Set) { s.Settings.AllPercent = 0.5 }},
		{Recording: "8.2.0-E3", Wrong: "bgwriter_lru_percent 2, not 1", Quantity: examined, set: func(s *Set) { s.Settings.LRUPercent = 2 }},
		{Recording: "8.3.0-E3", Wrong: "bgwriter_lru_multiplier 1.9, not 2", Quantity: "round estimates", set: func(s *Set) { s.Settings.Multiplier = 1.9 }},
		{Recording: "T3a", Wrong: "bgwriter_lru_multiplier 1.9, not 2", Quantity: "round estimates", set: func(s *Set) { s.Settings.Multiplier = 1.9 }},
		{Recording: "T3c", Wrong: "bgwriter_lru_maxpages 20, not 100", Quantity: examined, set: func(s *Set) { s.Settings.LRUMaxPages = 20 }},
		{Recording: "8.3.0-E4p", Wrong: "checkpoint_completion_target 0.45, not 0.5", Quantity: napped, set: func(s *Set) { s.Settings.CompletionTarget = 0.45 }},
		{Recording: "9.6.24-E4p", Wrong: "checkpoint_completion_target 0.55, not 0.5", Quantity: napped, set: func(s *Set) { s.Settings.CompletionTarget = 0.55 }},
		{Recording: "T4a", Wrong: "checkpoint_completion_target 0.8, not 0.9", Quantity: napped, set: func(s *Set) { s.Settings.CompletionTarget = 0.8 }},
		{Recording: "9.6.24-E4p", Wrong: "a checkpoint from the clock hand, not sorted", Quantity: "checkpoint buffers", set: func(s *Set) { s.Release = Release95 }},
		{Recording: "T4c", Wrong: "one tablespace, not four side by side", Quantity: "checkpoint buffers", set: func(s *Set) {
			for i := range s.Relations {
				s.Relations[i].Space = 1663 // pg_default
			}
		}},
		{Recording: "8.1.0-E3", Wrong: "bgwriter_delay 250 ms, not 200", Quantity: "naps between rounds", set: func(s *Set) { s.Settings.DelayMs = 250 }},
		{Recording: "8.0.0-E4t", Wrong: "checkpoint_timeout 29 s, not 30", Quantity: triggered, set: func(s *Set) { s.Settings.TimeoutS = 29 }},
		{Recording: "8.3.0-E4p", Wrong: "checkpoint_timeout 31 s, not 30", Quantity: triggered, set: func(s *Set) { s.Settings.TimeoutS = 31 }},
		{Recording: "T4a", Wrong: "checkpoint_timeout 32 s, not 30", Quantity: triggered, set: func(s *Set) { s.Settings.TimeoutS = 32 }},
	}
}

// ringless takes normal victims and pins for everybody.
type ringless struct{ bufmgr.Clock }

func (p ringless) Read(be *bufmgr.Backend, pg bufmgr.Page, held bool) (int32, bool) {
	be.Ring = nil
	return p.Clock.Read(be, pg, held)
}

// repinning counts an access under a pin that the backend has as one more use.
type repinning struct{ bufmgr.Clock }

func (p repinning) Read(be *bufmgr.Backend, pg bufmgr.Page, held bool) (int32, bool) {
	b, hit := p.Clock.Read(be, pg, false)
	if hit && held {
		p.Unpin(b)
	}
	return b, hit
}

// allUnpinsCount makes a use of every unpin, those of writers too.
type allUnpinsCount struct{ bufmgr.Clock }

func (p allUnpinsCount) Unpin(b int32) { p.Release(&bufmgr.Backend{}, b) }

// otherXid lies about transactions: each access has one of its own, or all have
// the same.
type otherXid struct {
	bufmgr.Directory
	step uint32
	last *uint32
}

func arcOfXids(step uint32) func(int) bufmgr.Policy {
	return func(n int) bufmgr.Policy { return otherXid{bufmgr.NewARC(n), step, new(uint32)} }
}

func (p otherXid) Read(be *bufmgr.Backend, pg bufmgr.Page, held bool) (int32, bool) {
	*p.last += p.step
	xid := be.Xid
	be.Xid = *p.last
	defer func() { be.Xid = xid }()
	return p.Directory.Read(be, pg, held)
}

func (p otherXid) Install(be *bufmgr.Backend, b int32, pg bufmgr.Page) {
	xid := be.Xid
	be.Xid = *p.last
	defer func() { be.Xid = xid }()
	p.Directory.Install(be, b, pg)
}

// unhinted knows nothing of VACUUM.
type unhinted struct{ bufmgr.Clock }

func (p unhinted) Release(_ *bufmgr.Backend, b int32) bool {
	return p.Clock.Release(&bufmgr.Backend{}, b)
}

// unhintedLists is the same for ARC: VACUUM's hits move the lists.
type unhintedLists struct{ bufmgr.Directory }

func (p unhintedLists) Read(be *bufmgr.Backend, pg bufmgr.Page, held bool) (int32, bool) {
	vacuum := be.Vacuum
	be.Vacuum = false
	defer func() { be.Vacuum = vacuum }()
	return p.Directory.Read(be, pg, held)
}

func capped(n uint8) func(int) bufmgr.Policy {
	return func(buffers int) bufmgr.Policy { return bufmgr.AsPolicy(bufmgr.New(buffers, n)) }
}
