package diagnose

import (
	"slices"

	"clocksweep/core/result"
	"clocksweep/core/scenario"
)

// facts are a result and what the rules need of it.
type facts struct {
	r       *result.Result
	n       *result.Counters
	sc      *scenario.Scenario // the settings in force
	seconds float64
	written int64 // pages written by PostgreSQL
	victims int64 // pages that backends wrote to get their buffers
	done    []result.Checkpoint
	wait    [result.NumWaits]float64 // share of the transactions' time
}

func newFacts(r *result.Result) *facts {
	f := &facts{r: r, n: &r.Counters, sc: scenario.New(), seconds: float64(r.VirtualNs) / 1e9}
	// A result of another version may have settings that this one lacks, and
	// stands without them.
	_ = f.sc.Set(scenario.Release.String(), r.Release)
	for _, s := range r.Settings {
		_ = f.sc.Set(s.Name, s.Value)
	}
	n := f.n
	f.written = n.BuffersCheckpoint + n.BuffersClean + n.BuffersBackend
	f.victims = n.BuffersBackend - n.BuffersExtend
	for _, k := range r.Checkpoints {
		if k.EndNs > 0 {
			f.done = append(f.done, k)
		}
	}
	if r.LatencyNs > 0 {
		for w := range f.wait {
			f.wait[w] = float64(r.Waits[w]) / float64(r.LatencyNs)
		}
	}
	return f
}

// share returns a/b, 0 if there is no b.
func share(a, b int64) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}

// rate returns n a second.
func (f *facts) rate(n int64) float64 {
	if f.seconds == 0 {
		return 0
	}
	return float64(n) / f.seconds
}

// set writes "name = value" as in postgresql.conf.
func (f *facts) set(id scenario.ID) string { return id.String() + " = " + f.sc.Show(id) }

// legal removes from what a finding proposes what can't be set in this run or is so
// already.
func (f *facts) legal(finding *Finding) {
	finding.Try = slices.DeleteFunc(finding.Try, func(c scenario.Change) bool {
		def, known := scenario.Lookup(c.Name)
		changed := *f.sc
		if !known || changed.Set(c.Name, c.Value) != nil || !changed.InForce(def.ID) {
			return true
		}
		return changed.Show(def.ID) == f.sc.Show(def.ID) || len(changed.Check()) > len(f.sc.Check())
	})
}

// try is a change to a setting.
func try(id scenario.ID, value string) scenario.Change {
	return scenario.Change{Name: id.String(), Value: value}
}

// times proposes n times a setting's value.
func (f *facts) times(id scenario.ID, n int64) scenario.Change {
	return try(id, f.show(id, n*f.sc.Int(id)))
}

// show writes a number with the unit of its setting.
func (f *facts) show(id scenario.ID, n int64) string {
	def, _ := scenario.Lookup(id.String())
	return def.Show(n)
}

// pages returns how many pages all tables and indexes have at the end.
func (f *facts) pages() (n int64) {
	for i := range f.r.Relations {
		n += f.r.Relations[i].Pages
	}
	return n
}

// longest returns the complete checkpoint with the longest sync phase, or nil.
func (f *facts) longest() (longest *result.Checkpoint) {
	for i := range f.done {
		if k := &f.done[i]; longest == nil || syncNs(k) > syncNs(longest) {
			longest = k
		}
	}
	return longest
}

func syncNs(k *result.Checkpoint) int64  { return k.SyncEndNs - k.WriteEndNs }
func writeNs(k *result.Checkpoint) int64 { return k.WriteEndNs - k.StartNs }
