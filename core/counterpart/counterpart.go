package counterpart

import (
	"errors"
	"strconv"

	"clocksweep/core/diagnose"
	"clocksweep/core/observed"
	"clocksweep/core/scenario"
)

// Counterpart is what the lab makes of a real server.
type Counterpart struct {
	Release    string // as the lab names it
	ReleaseWhy string

	Scenario *scenario.Scenario // always runs
	Settings []Setting          // of the server, in their order
	Known    []string           // what the scenario takes from the texts, in sentences
	Assumed  []string           // what it assumes
	Problems []error            // of the reader's own choices: values that are not legal
	Measured Measured

	scripted float64 // of the server's transactions that one of the script stands for; 0 without a script
}

// Choices are what a reader says beside the texts.
type Choices struct {
	// Seconds between the snapshots, 0 if the texts tell.
	Seconds float64
	// Changes win over what the texts tell; release and hardware come before them.
	Changes []scenario.Change
}

// builder makes a counterpart.
type builder struct {
	Counterpart
	facts  *observed.Facts
	sc     *scenario.Scenario
	choice map[scenario.ID]bool // the reader's own
}

// New makes the counterpart of a server. It always returns one that runs, if need be
// with nothing but defaults.
func New(f *observed.Facts, c Choices) *Counterpart {
	b := &builder{facts: f, sc: scenario.New(), choice: map[scenario.ID]bool{}}
	b.Scenario = b.sc
	b.measure(c.Seconds)
	b.release(c.Changes)
	b.machine(c.Changes)
	settings := observed.Last(f.Settings)
	b.Settings = b.settings(settings)
	b.repeated()
	b.choose(c.Changes)
	b.workload()
	b.fit()
	b.length()
	b.judge(b.Settings)
	return &b.Counterpart
}

// set gives a setting a value that is legal by construction. The reader's own choice
// stays; then it returns false.
func (b *builder) set(id scenario.ID, value string) bool {
	if b.choice[id] {
		return false
	}
	if err := b.sc.Set(id.String(), value); err != nil {
		b.assumed("Not used: " + err.Error() + ".")
		return false
	}
	return true
}

func (b *builder) setInt(id scenario.ID, n int64) bool { return b.set(id, strconv.FormatInt(n, 10)) }

func (b *builder) known(text string)   { b.Known = append(b.Known, text) }
func (b *builder) assumed(text string) { b.Assumed = append(b.Assumed, text) }

// pick applies the reader's choice of one setting, if there is one.
func (b *builder) pick(id scenario.ID, changes []scenario.Change) bool {
	for _, c := range changes {
		if c.Name != id.String() {
			continue
		}
		if err := b.sc.Set(c.Name, c.Value); err != nil {
			b.Problems = append(b.Problems, err)
			return false
		}
		b.choice[id] = true
		return true
	}
	return false
}

// choose applies the reader's other choices.
func (b *builder) choose(changes []scenario.Change) {
	for _, c := range changes {
		def, ok := scenario.Lookup(c.Name)
		if ok && (def.ID == scenario.Release || def.ID == scenario.Hardware) {
			continue
		}
		if err := b.sc.Set(c.Name, c.Value); err != nil {
			b.Problems = append(b.Problems, err)
			continue
		}
		b.choice[def.ID] = true
		b.known("You set " + c.Name + " = " + b.sc.Show(def.ID) + ".")
	}
}

// release sets the release.
func (b *builder) release(changes []scenario.Change) {
	release, why, known := releaseOf(b.facts)
	switch {
	case b.pick(scenario.Release, changes):
		b.Release, b.ReleaseWhy = b.sc.Enum(scenario.Release), "you said so"
		if known && labRelease(release) != b.Release {
			b.ReleaseWhy += ", though " + why
		}
		return
	case !known:
		const latest = "18"
		release, why = latest, "no text tells the release, so that a recent one was taken"
		b.assumed("Release " + release + ": " + why + ".")
	default:
		b.known("Release " + release + ": " + why + ".")
	}
	b.Release, b.ReleaseWhy = labRelease(release), why
	b.set(scenario.Release, b.Release)
}

// machines are what a server of a release probably ran on, the oldest release first.
var machines = []struct{ since, hardware string }{
	{"7.4", "opteron2005"}, {"8.2", "amd64-raid1-2006"}, {"9.0", "battery-2011"}, {"9.4", "hdd-raid1-2015"}, {"10", "cloud-gp3"},
}

// machine sets the computer, of which texts tell little.
func (b *builder) machine(changes []scenario.Change) {
	if !b.pick(scenario.Hardware, changes) {
		name := ""
		for _, m := range machines {
			if b.sc.Since(labRelease(m.since)) {
				name = m.hardware
			}
		}
		b.set(scenario.Hardware, name)
		b.assumed("The machine: hardware = " + name + ", because no text tells it. Disks decide how long checkpoints sync and how fast transactions are; choose the one that is most like yours.")
	}
	if n := b.facts.System.CPUs; n > 0 {
		cores := max(1, n/b.threads())
		b.setInt(scenario.Cores, min(256, cores))
		b.known("Processors: iostat counts " + diagnose.Count(n) + ", which is " + diagnose.Count(cores) + " cores of that machine.")
	}
}

// threads returns how many hardware threads a core of the scenario's machine has.
func (b *builder) threads() int64 { return max(1, threadsOf(b.sc.Enum(scenario.Hardware))) }

// repeated says which settings are there more than once.
func (b *builder) repeated() {
	lines := map[string]int{}
	told := map[string]bool{}
	for _, s := range b.facts.Settings {
		lines[s.Name]++
	}
	for _, s := range b.Settings {
		if lines[s.Name] > 1 && !told[s.Name] {
			told[s.Name] = true
			b.known(observed.Printable(s.Name) + " is there " + strconv.Itoa(lines[s.Name]) + " times; the last one, in line " + strconv.Itoa(s.Line) + ", counts.")
		}
	}
}

// fit makes the scenario possible: a machine with enough memory and disk.
func (b *builder) fit() {
	const limit = 8
	for range limit {
		errs := b.sc.Check()
		if len(errs) == 0 {
			return
		}
		var wrong *scenario.Error
		if !errors.As(errs[0], &wrong) || !b.mend(wrong) {
			b.Problems = append(b.Problems, errs[0])
			b.retreat(wrong)
		}
	}
}

// mend lifts a limit of the machine.
func (b *builder) mend(e *scenario.Error) bool {
	buffers, _ := scenario.Lookup(scenario.SharedBuffers.String())
	const pageKB = 8
	switch {
	case e.Setting == scenario.SharedBuffers.String() && !b.choice[scenario.RAM] && b.sc.Enum(scenario.Build) == "64-bit":
		kb := min(1<<30, 4*pageKB*b.sc.Int(scenario.SharedBuffers))
		if kb <= b.sc.Int(scenario.RAM) {
			return false
		}
		b.sc.Set(scenario.RAM.String(), strconv.FormatInt(kb, 10)+"kB")
		b.assumed("Memory: ram = " + b.sc.Show(scenario.RAM) + ", four times shared_buffers = " + buffers.Show(b.sc.Int(scenario.SharedBuffers)) + ", which do not fit into that machine's own.")
	case e.Setting == scenario.SharedBuffers.String() && !b.choice[scenario.Build] && b.sc.Enum(scenario.Build) == "32-bit":
		b.sc.Set(scenario.Build.String(), "64-bit")
		b.assumed("The server is a 64-bit one, because shared_buffers does not fit a 32-bit one.")
	case e.Setting == scenario.Scale.String():
		half := b.sc.Int(scenario.Scale) / 2
		if half < 1 {
			return false
		}
		b.sc.Set(scenario.Scale.String(), strconv.FormatInt(half, 10))
		b.assumed("The database is half as large as told, scale = " + diagnose.Count(half) + ", because the whole does not fit on that machine's disk.")
	default:
		return false
	}
	return true
}

// retreat takes back a value that does not go with the others.
func (b *builder) retreat(e *scenario.Error) {
	if e == nil {
		return
	}
	def, ok := scenario.Lookup(e.Setting)
	if !ok {
		return
	}
	fresh := scenario.New()
	for _, s := range scenario.Settings() {
		if s.ID != def.ID && b.sc.IsSet(s.ID) {
			fresh.Set(s.Name, b.sc.Show(s.ID))
		}
	}
	*b.sc = *fresh
}
