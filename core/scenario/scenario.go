package scenario

import (
	"strings"

	"clocksweep/core/bufmgr"
	"clocksweep/core/pgbench"
)

// Scenario is one run: a value for every setting. The zero value is the
// default of everything, as [New] gives it. A Scenario can be copied.
type Scenario struct {
	Experiment string // slug of the experiment in the gallery; empty for a free scenario
	Run        string // name of the run within it; empty if there is only one

	explicit [numSettings]bool
	values   [numSettings]value
}

// value is one setting's value: real for [KindReal], text for [KindText], int for
// the others, where a bool is 0 or 1 and an enum the index of its value.
type value struct {
	int  int64
	real float64
	text string
}

// New returns a scenario of defaults.
func New() *Scenario { return &Scenario{} }

// get returns the value that is in force, which must be of kind k.
func (s *Scenario) get(id ID, k Kind) value {
	if settings[id].Kind != k {
		panic("scenario: " + settings[id].Name + " is of another kind")
	}
	if s.explicit[id] {
		return s.values[id]
	}
	return s.standard(id)
}

// Int returns a whole number in the setting's base unit.
func (s *Scenario) Int(id ID) int64 { return s.get(id, KindInt).int }

// Float returns a real number.
func (s *Scenario) Float(id ID) float64 { return s.get(id, KindReal).real }

// Bool returns whether a switch is on.
func (s *Scenario) Bool(id ID) bool { return s.get(id, KindBool).int != 0 }

// Enum returns the value of a setting that has a list of them.
func (s *Scenario) Enum(id ID) string { return settings[id].Enum[s.get(id, KindEnum).int] }

// Script returns the script of pgbench -f, for workload = custom.
func (s *Scenario) Script() *pgbench.Script {
	script, err := pgbench.Parse(s.get(Script, KindText).text)
	if err != nil {
		panic("scenario: a script that was not checked: " + err.Error())
	}
	return script
}

// Seed returns the start of the random numbers.
func (s *Scenario) Seed() uint64 { return uint64(s.Int(Seed)) }

// Show returns a value as PostgreSQL's SHOW prints it: 32MB, 200ms, 5min, on.
// [Scenario.Set] reads every such text.
func (s *Scenario) Show(id ID) string {
	return settings[id].print(s.get(id, settings[id].Kind))
}

// Default returns, as [Scenario.Show] prints it, the value the setting has in
// this scenario's release, machine, kernel and file system if nobody sets it.
func (s *Scenario) Default(id ID) string {
	return settings[id].print(s.standard(id))
}

// IsSet reports whether the setting was given a value, or else has its default.
func (s *Scenario) IsSet(id ID) bool { return s.explicit[id] }

// Legal says in words which values are legal in this scenario's release.
func (s *Scenario) Legal(id ID) string {
	def := s.limits(id)
	text := def.legal(s.Default(id))
	if def.Min != settings[id].Min || def.Max != settings[id].Max {
		text += ", in release " + s.Enum(Release)
	}
	return text
}

// IsDefault returns whether the value is the default of the release, machine,
// kernel and file system, however it came about.
func (s *Scenario) IsDefault(id ID) bool {
	return !s.explicit[id] || s.values[id] == s.standard(id)
}

// Set gives a setting a value, written as in postgresql.conf. It changes
// nothing and returns an [*Error] if there is no such setting, the value is
// not legal, or it is a release in which another setting's value isn't legal.
func (s *Scenario) Set(name, text string) error {
	def, ok := Lookup(name)
	if !ok {
		return unknown(name)
	}
	if !s.Has(def.ID) {
		return s.foreignHere(def.ID, text)
	}
	def = s.limits(def.ID)
	if def.ID == Script {
		return s.setScript(text)
	}
	if def.ID == SynchronousCommit && strings.EqualFold(text, "local") && s.Since("9.1") {
		text = "on" // without a standby the two are the same
	}
	v, problem := def.parse(text)
	if problem != "" {
		return &Error{Setting: def.Name, Value: text, Problem: problem, Legal: s.Legal(def.ID)}
	}
	changed := *s
	changed.explicit[def.ID] = true
	changed.values[def.ID] = v
	if other, ok := twins[def.ID]; ok && v.int > 0 {
		changed.explicit[other] = false
	}
	if def.ID == Release {
		for id := range ID(numSettings) {
			if err := changed.checkRange(id); err != nil {
				return err
			}
		}
	}
	*s = changed
	return nil
}

// limits returns the setting with the range it has in the scenario's release
// (src/backend/utils/misc/guc.c).
func (s *Scenario) limits(id ID) Setting {
	def := settings[id]
	if id == CheckpointTimeout && !s.Since("9.6") {
		def.Max = 3600
	}
	if id == BgwriterLRUMaxpages && !s.Since("10") {
		def.Max = 1000
	}
	// 9.5 and 9.6 count in segments, 10 in MB; later servers do not start with less
	// than two segments (ReadControlFile of access/transam/xlog.c).
	if (id == MaxWALSize || id == MinWALSize) && s.Since("10") && !s.Since("11") {
		def.Min = 2
	}
	if !s.Since("9.1") {
		switch id {
		case WALBuffers:
			def.Min = 4 // -1 came with 9.1
		case CommitSiblings:
			def.Min = 1
		}
	}
	return def
}

// checkRange returns an error if an explicit number isn't legal in the
// scenario's release.
func (s *Scenario) checkRange(id ID) error {
	def := s.limits(id)
	if s.explicit[id] && !s.Has(id) {
		return s.foreignHere(id, s.Show(id))
	}
	if !s.explicit[id] || def.inRange(s.values[id]) {
		return nil
	}
	return &Error{
		Setting: def.Name, Value: s.Show(id), Problem: "is not possible in release " + s.Enum(Release),
		Legal: def.legal(s.Default(id)),
	}
}

// Text returns the settings that differ from their default as lines of
// "name = value", in the order of [Settings]. [Parse] reads it back.
func (s *Scenario) Text() string {
	var b strings.Builder
	for id := range ID(numSettings) {
		if !s.IsDefault(id) {
			b.WriteString(settings[id].Name)
			b.WriteString(" = ")
			b.WriteString(settings[id].quote(s.Show(id)))
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// EffectiveWALBuffers returns the pages of WAL buffers the server allocates:
// what wal_buffers says, or for -1 a share of shared_buffers
// (XLOGChooseNumBuffers in src/backend/access/transam/xlog.c of 9.1).
func (s *Scenario) EffectiveWALBuffers() int64 {
	if pages := s.Int(WALBuffers); pages != -1 {
		return pages
	}
	const smallest, segment = 8, 2048 // 64kB and one WAL segment of 16MB
	return max(smallest, min(s.Int(SharedBuffers)/32, segment))
}

// ReclaimMarks returns the lengths of the freelist, in pages, between which the
// patches of 2014 keep it: what the settings say, or for 0 their defaults.
func (s *Scenario) ReclaimMarks() (low, high int64) {
	low, high = s.Int(ReclaimLowMark), s.Int(ReclaimHighMark)
	if high == 0 {
		_, most := bufmgr.ReclaimerMarks(int(s.Int(SharedBuffers)))
		high = max(int64(most), low)
	}
	if low == 0 {
		low = max(high/5, 1)
	}
	return low, high
}

// Check returns what is wrong between settings that are each legal: a server
// that would not start, a machine that would swap, or a kernel that does not
// have what it is asked for.
func (s *Scenario) Check() []error {
	var errs []error
	refuse := func(legal int64, why string) {
		errs = append(errs, &Error{
			Setting: settings[SharedBuffers].Name, Value: s.Show(SharedBuffers), Problem: why,
			Legal: settings[SharedBuffers].Show(16) + " to " + settings[SharedBuffers].Show(legal),
		})
	}
	const pageKB = 8
	// The kernel and the processes need some memory besides the pool.
	const reserveKB = 64 << 10
	if room := (s.Int(RAM) - reserveKB) / pageKB; s.Int(SharedBuffers) > room {
		refuse(room, "does not fit into ram = "+s.Show(RAM))
	}
	// A 32-bit process has 3 GB of address space for program, libraries, stack
	// and one contiguous shared memory segment.
	const segment32 = 2 << 20 / pageKB
	if s.Enum(Build) == "32-bit" && s.Int(SharedBuffers) > segment32 {
		refuse(segment32, "does not fit into the address space of a 32-bit build")
	}
	if low, high := s.ReclaimMarks(); low > high || high > s.Int(SharedBuffers) {
		errs = append(errs, &Error{
			Setting: settings[ReclaimHighMark].Name, Value: s.Show(ReclaimHighMark),
			Problem: "is not between reclaim_low_mark and shared_buffers",
			Legal:   settings[ReclaimHighMark].Show(low) + " to " + s.Show(SharedBuffers),
		})
	}
	if err := s.checkScript(); err != nil {
		errs = append(errs, err)
	}
	storage := s.checkStorage()
	errs = append(append(errs, storage...), s.checkKernel()...)
	if len(storage) == 0 { // else nobody knows how much it holds
		errs = append(errs, s.checkDatabase()...)
	}
	return errs
}
