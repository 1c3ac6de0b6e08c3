package counterpart

import (
	"errors"
	"strconv"
	"strings"

	"clocksweep/core/observed"
	"clocksweep/core/scenario"
)

// Fate is what became of a setting.
type Fate uint8

// The fates, in the order in which a reader should see them.
const (
	Unknown   Fate = iota // no release has such a setting
	Refused               // the lab has it, and not this value
	Missing               // the lab lacks it, and it shows in a real server's figures
	Changed               // taken, and it is not the release's default
	Idle                  // taken, but it has no say in this scenario
	Standard              // taken, and it is the default
	Extension             // of an extension
	Beside                // the lab lacks it, and its figures do not depend on it
	NumFates
)

// FateName says in a word or two what became of a setting.
var FateName = [NumFates]string{
	"not known", "not taken", "missing in the lab", "taken", "no say here", "taken, the default", "of an extension", "no say",
}

// Setting is a setting of the server and what became of it.
type Setting struct {
	observed.Setting
	Fate Fate
	Why  string // a sentence without its full stop, "" if there is nothing to say
}

// labNames are the settings that the lab calls otherwise.
var labNames = map[string]string{"synchronize_seqscans": scenario.SynchronizedScans.String()}

// settings takes the server's settings over into the scenario and returns what became
// of each.
func (b *builder) settings(list []observed.Setting) []Setting {
	taken := make([]Setting, 0, len(list))
	for _, s := range list {
		taken = append(taken, b.setting(s))
	}
	return taken
}

func (b *builder) setting(s observed.Setting) Setting {
	name := s.Name
	if other, ok := labNames[name]; ok {
		name = other
	}
	def, ok := scenario.Lookup(name)
	if !ok || def.Group != scenario.GroupPostgreSQL && labNames[s.Name] == "" || !postgres[def.ID] && labNames[s.Name] == "" {
		return b.foreign(s)
	}
	if s.Name == scenario.Autovacuum.String() && s.Value != "off" {
		return Setting{s, Missing, "the workload of the lab runs without autovacuum; what it reads and writes is not in the simulated figures"}
	}
	err := b.sc.Set(def.Name, b.value(def, s))
	if err != nil {
		var wrong *scenario.Error
		why := err.Error()
		if errors.As(err, &wrong) { // without its name, which stands beside it
			nameless := *wrong
			nameless.Setting, nameless.Value = "", ""
			why = nameless.Error()
		}
		return Setting{s, Refused, why}
	}
	return Setting{s, Changed, ""} // or idle or standard: [builder.judge], when the scenario is complete
}

// postgres are the settings of the group that are PostgreSQL's own: build and release
// belong to the lab.
var postgres = func() map[scenario.ID]bool {
	m := map[scenario.ID]bool{}
	for _, s := range scenario.Settings() {
		if s.Group == scenario.GroupPostgreSQL && s.ID != scenario.Release && s.ID != scenario.Build {
			m[s.ID] = true
		}
	}
	return m
}()

// foreign is what becomes of a setting that the lab lacks.
func (b *builder) foreign(s observed.Setting) Setting {
	if why := observed.Matters(s.Name, s.Value); why != "" {
		return Setting{s, Missing, why}
	}
	if f, ok := observed.FamilyOf(s.Name); ok {
		return Setting{s, Beside, f.Why}
	}
	if strings.Contains(s.Name, ".") {
		return Setting{s, Extension, "it is of an extension, which the lab does not load"}
	}
	err := scenario.New().Set(s.Name, s.Value)
	why := "no release of PostgreSQL has such a setting"
	var wrong *scenario.Error
	if errors.As(err, &wrong) && strings.Contains(wrong.Problem, "did you mean") {
		_, guess, _ := strings.Cut(wrong.Problem, "; ")
		why += "; " + guess
	}
	return Setting{s, Unknown, why}
}

// judge tells settings that are the default and those without a say from the others.
func (b *builder) judge(taken []Setting) {
	for i := range taken {
		s := &taken[i]
		name := s.Name
		if other, ok := labNames[name]; ok {
			name = other
		}
		def, ok := scenario.Lookup(name)
		if !ok || s.Fate != Changed {
			continue
		}
		if why := b.sc.Idle(def.ID); why != "" {
			s.Fate, s.Why = Idle, why
		} else if b.sc.IsDefault(def.ID) {
			s.Fate = Standard
		} else {
			s.Why = "default " + b.sc.Default(def.ID)
		}
	}
}

// value writes a value as the lab reads it: with the unit that pg_settings tells, as
// a whole number, and not in segments.
func (b *builder) value(def scenario.Setting, s observed.Setting) string {
	unit, text := s.Unit, strings.TrimSpace(s.Value)
	if def.ID == scenario.SynchronousCommit && strings.HasPrefix(text, "remote_") {
		return "on" // without a standby they are the same; see synchronous_standby_names
	}
	if def.Kind != scenario.KindInt {
		return text
	}
	segments := def.ID == scenario.MaxWALSize || def.ID == scenario.MinWALSize
	if unit == "" && segments && b.sc.Since("9.5") && !b.sc.Since("10") {
		unit = "16MB" // their unit was a WAL segment
	}
	number, written := text, ""
	if i := strings.IndexFunc(text, func(r rune) bool { return !strings.ContainsRune("+-0123456789.", r) }); i >= 0 {
		number, written = text[:i], strings.TrimSpace(text[i:])
	}
	if written != "" {
		unit = written
	}
	f, err := strconv.ParseFloat(number, 64)
	if err != nil || unit == "" || f <= 0 { // what is not positive means something else
		return text
	}
	base, of := bases[strings.TrimLeft(unit, "0123456789")], 1.0
	if digits := strings.TrimRight(unit, "kMGTBminshdu"); digits != "" {
		of, _ = strconv.ParseFloat(digits, 64)
	}
	if base.factor == 0 {
		return text
	}
	return strconv.FormatInt(int64(f*of*base.factor+.5), 10) + base.name
}

// base is a unit as a multiple of one that the lab reads without fractions.
type base struct {
	factor float64
	name   string
}

var bases = map[string]base{
	"B": {1. / 1024, "kB"}, "kB": {1, "kB"}, "MB": {1 << 10, "kB"}, "GB": {1 << 20, "kB"}, "TB": {1 << 30, "kB"},
	"us": {1e-3, "ms"}, "ms": {1, "ms"}, "s": {1e3, "ms"}, "min": {60e3, "ms"}, "h": {3600e3, "ms"}, "d": {86400e3, "ms"},
}
