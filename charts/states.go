package charts

import (
	"cmp"
	"slices"
	"strings"

	"clocksweep/core/result"
	"clocksweep/core/sim"
)

// state is one part of the areas: what sessions were doing, or what remains.
type state struct {
	label   string
	color   string
	pattern int
	of      []sim.Wait
}

// states picks the states that most samples of some run found a session in, in the
// order of core/result, and puts the others together on top, idle sessions among
// them.
func (s *scene) states() []state {
	found := make([]float64, result.NumWaits) // largest share of a run's samples
	for i := range s.runs {
		r := &s.runs[i]
		all := float64(r.Clients) * float64(len(r.Series.TPS))
		for w := range found {
			if n := sum(r.Backends[w]); n > 0 {
				found[w] = max(found[w], n/max(all, n))
			}
		}
	}
	var kept, rest []sim.Wait
	for w := result.WaitIdle; w < result.NumWaits; w++ {
		switch {
		case found[w] == 0:
		case w == result.WaitIdle || found[w] < 0.005:
			rest = append(rest, w)
		default:
			kept = append(kept, w)
		}
	}
	slices.SortStableFunc(kept, func(a, b sim.Wait) int { return cmp.Compare(found[b], found[a]) })
	n := min(len(kept), maxReasons)
	rest = append(rest, kept[n:]...)
	kept = kept[:n]
	slices.Sort(kept)

	var list []state
	for _, w := range kept {
		color, pattern := s.waitLook(w)
		list = append(list, state{result.WaitLabel[w], color, pattern, []sim.Wait{w}})
	}
	switch {
	case len(rest) == 1 && rest[0] == result.WaitIdle:
		list = append(list, state{result.WaitLabel[result.WaitIdle], s.theme.Idle, solid, rest})
	case len(rest) > 0:
		list = append(list, state{"everything else", s.theme.Idle, solid, rest})
	}
	return list
}

// count returns how many of a run's sessions were found in the state, on average
// over each bin of k seconds.
func (v *state) count(r *run, k int) []float64 {
	total := make([]float64, len(r.Series.TPS))
	for _, w := range v.of {
		for i, n := range r.Backends[w] {
			total[i] += n
		}
	}
	return means(total, k)
}

// sessions draws how many of the clients' sessions are in each state over time,
// stacked, one plot a run.
func sessions(s *scene) Picture {
	states := s.states()
	panels := make([]panel, len(s.runs))
	var columns []column
	var legend []string
	for _, v := range states {
		legend = append(legend, v.label)
	}
	for i := range s.runs {
		r := &s.runs[i]
		p := panel{run: r, unit: "sessions", max: float64(r.Clients)}
		for _, v := range states {
			p.lines = append(p.lines, line{
				name: v.label, color: v.color, y: v.count(r, s.bin), end: len(r.Series.TPS), area: true,
				decal: s.pattern(v.pattern),
			})
			columns = append(columns, column{r.name + ", " + v.label, func(k int) []float64 { return v.count(r, k) }})
		}
		p.bands = append(s.checkpointBands(r, "checkpoint", ""), s.stallBands(r)...)
		panels[i] = p
	}
	pic := Picture{
		ID: "sessions", Title: "What sessions wait for", Caption: sessionsCaption(s, states), Table: s.timeTable(columns),
	}
	s.overTime(&pic, panels, legend)
	return pic
}

func sessionsCaption(s *scene, states []state) string {
	if s.several() {
		return s.sessionsSeveral(states)
	}
	var parts []string
	for i := range s.runs {
		r := &s.runs[i]
		found := func(v *state) float64 { return sum(v.count(r, 1)) }
		all := 0.0
		for j := range states {
			all += found(&states[j])
		}
		if all == 0 {
			parts = append(parts, "nobody has looked at the sessions of "+r.name)
			continue
		}
		bySize := slices.Clone(states)
		slices.SortStableFunc(bySize, func(a, b state) int { return cmp.Compare(found(&b), found(&a)) })
		part := "a look at a session of " + r.name + " finds "
		for j := range bySize[:min(2, len(bySize))] {
			v := &bySize[j]
			if found(v) == 0 {
				break
			}
			if j > 0 {
				part += " and "
			}
			part += v.label + " in " + percent(found(v), all)
		}
		parts = append(parts, part+" of all cases")
	}
	return capital(strings.Join(parts, "; ")) + "."
}
