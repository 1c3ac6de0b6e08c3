package charts

import (
	"cmp"
	"slices"
	"strings"

	"clocksweep/core/result"
)

// WaitsAt is the picture of where a transaction's time goes at a second of the run, the
// first of which is 1: what each session that is in a transaction is doing at the end
// of that second, a bar a run in sessions. Of a run that was over by then it is the
// last second. From the last second of all runs on it is the picture of the whole
// runs, in milliseconds of a transaction.
func WaitsAt(rs []*result.Result, second int, theme Theme) Picture {
	s := newScene(rs, theme)
	if second >= s.seconds {
		return waits(s)
	}
	for i := range s.runs {
		s.runs[i].Result = momentOf(s.runs[i].Result, second)
	}
	parts := s.reasons()
	pic := s.reasonBars(parts, sessionsAtCaption(s, parts), &measure{
		axis: "sessions in a transaction", unit: "sessions", total: "in a transaction",
		of: func(_ *run, sessions int64) float64 { return float64(sessions) },
	})
	pic.Title = "Where transactions stand at the end of second " + grouped(int64(second))
	return pic
}

// momentOf is a run with the sessions of a second in the place of the time of its
// transactions.
func momentOf(r *result.Result, second int) *result.Result {
	then := *r
	then.Waits, then.LatencyNs = [result.NumWaits]int64{}, 0
	i := min(second, len(r.Series.TPS)) - 1
	for w, col := range r.Backends {
		if i >= 0 && len(col) > 0 && w != int(result.WaitIdle) {
			then.Waits[w] = int64(col[i])
			then.LatencyNs += then.Waits[w]
		}
	}
	return &then
}

func sessionsAtCaption(s *scene, parts []reason) string {
	if s.several() {
		if len(parts) == 0 {
			return "No session is in a transaction. At its end the slider shows the whole runs."
		}
		return "Most sessions in a transaction: " + s.commonest(func(r *run) string { return mostOf(parts, r) }) + ". At its end the slider shows the whole runs."
	}
	var sentences []string
	for i := range s.runs {
		sentences = append(sentences, sessionsOf(&s.runs[i], parts))
	}
	return capital(strings.Join(sentences, "; ")) + ". At its end the slider shows the whole run."
}

// sessionsOf tells of a run what most of its sessions are doing.
func sessionsOf(r *run, parts []reason) string {
	if r.LatencyNs == 0 {
		return "no session of " + r.name + " is in a transaction"
	}
	bySize := slices.Clone(parts)
	slices.SortStableFunc(bySize, func(a, b reason) int { return cmp.Compare(b.of(r), a.of(r)) })
	text := "of the " + plural(int(r.LatencyNs), "session") + " of " + r.name + " in a transaction"
	if r.LatencyNs == 1 {
		text = "of the one session of " + r.name + " in a transaction"
	}
	for j, p := range bySize[:min(2, len(bySize))] {
		if p.of(r) == 0 {
			break
		}
		join := ", "
		if j > 0 {
			join = " and "
		}
		text += join + grouped(p.of(r)) + ": " + p.label
	}
	return text
}
