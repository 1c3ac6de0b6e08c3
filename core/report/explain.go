package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"clocksweep/core/experiment"
	"clocksweep/core/result"
)

// Ablation is a run repeated without each of its mechanisms.
type Ablation struct {
	Run  *result.Result
	Rows []Without
}

// Without is the run without one mechanism.
type Without struct {
	Mechanism experiment.Mechanism
	Run       *result.Result
}

// Effects are the figures that tell what a mechanism does.
type Effects struct {
	TPS, P99Ms, PauseS, WritesPerTx float64
}

// EffectsOf reads them off a run. PauseS is the time in pauses of a second or
// more; writes are those of checkpoints, background writer and backends.
func EffectsOf(r *result.Result) Effects {
	_, pause, _, _ := pauses(r)
	n := &r.Counters
	return Effects{
		TPS: r.TPSIncluding(), P99Ms: inMs(r.Latency.P99), PauseS: inSeconds(pause),
		WritesPerTx: float64(n.BuffersCheckpoint+n.BuffersClean+n.BuffersBackend) / float64(max(1, r.Transactions)),
	}
}

// Share is by how much throughput differs without the mechanism, as a share of
// that with it: -0.2 is a fifth less.
func (a *Ablation) Share(w *Without) float64 {
	with := a.Run.TPSIncluding()
	if with == 0 {
		return 0
	}
	return w.Run.TPSIncluding()/with - 1
}

// Text is the table of the ablation, the largest effect on throughput first.
func (a *Ablation) Text() string {
	rows := [][]string{{"without", "tps", "", "p99 ms", "paused s", "writes/tx"}}
	add := func(label, share string, r *result.Result) {
		e := EffectsOf(r)
		rows = append(rows, []string{label, figure(e.TPS), share, figure(e.P99Ms), figure(e.PauseS), figure(e.WritesPerTx)})
	}
	add("(nothing)", "", a.Run)
	sorted := slices.Clone(a.Rows)
	slices.SortStableFunc(sorted, func(x, y Without) int {
		return cmp.Compare(math.Abs(a.Share(&y)), math.Abs(a.Share(&x)))
	})
	for i := range sorted {
		add(sorted[i].Mechanism.Label, signedPercent(a.Share(&sorted[i])), sorted[i].Run)
	}
	return table(rows, "lrrrrr")
}

func signedPercent(share float64) string {
	s := fmt.Sprintf("%+.1f %%", 100*share)
	if s == "+0.0 %" || s == "-0.0 %" {
		return "0.0 %"
	}
	return s
}

// Tornado says how far a figure moves when each unknown takes its other values.
type Tornado struct {
	Run, Metric string
	Value       float64 // with the values in force
	Bars        []TornadoBar
}

// TornadoBar is one unknown: what the figure becomes with each of its values.
type TornadoBar struct {
	Unknown  experiment.Unknown
	Values   []float64 // by Unknown.Others; NaN if undefined
	Low, Top float64   // of all values, the one in force included
}

// Tornados compares runs with unknowns changed: changed[i][j] are the results of
// all runs with the j-th other value of unknown i. There is one Tornado for each
// number of the experiment that is judged or not identified, the widest bar first.
func Tornados(e *experiment.Experiment, base []*result.Result, unknowns []experiment.Unknown, changed [][][]*result.Result) []Tornado {
	var list []Tornado
	for _, p := range e.Published {
		if p.Role == experiment.RoleContext {
			continue
		}
		t := Tornado{Run: p.Run, Metric: p.Metric}
		var defined bool
		if t.Value, defined = Metric(base, p.Run, p.Metric); !defined {
			continue
		}
		for i, u := range unknowns {
			bar := TornadoBar{Unknown: u, Low: t.Value, Top: t.Value}
			for _, rs := range changed[i] {
				v, ok := Metric(rs, p.Run, p.Metric)
				if !ok {
					v = math.NaN()
				} else {
					bar.Low, bar.Top = min(bar.Low, v), max(bar.Top, v)
				}
				bar.Values = append(bar.Values, v)
			}
			t.Bars = append(t.Bars, bar)
		}
		slices.SortStableFunc(t.Bars, func(x, y TornadoBar) int { return cmp.Compare(y.Top-y.Low, x.Top-x.Low) })
		list = append(list, t)
	}
	return list
}

// Moves reports whether any unknown moves the figure.
func (t *Tornado) Moves() bool { return len(t.Bars) > 0 && t.Bars[0].Low < t.Bars[0].Top }

// Text is the tornado as a table.
func (t *Tornado) Text() string {
	rows := [][]string{{"unknown", "in force", "lowest", "highest", "with"}}
	for _, bar := range t.Bars {
		var with []string
		for i, other := range bar.Unknown.Others {
			with = append(with, other+": "+figure(bar.Values[i]))
		}
		rows = append(rows, []string{bar.Unknown.Label(), bar.Unknown.Value, figure(bar.Low), figure(bar.Top), strings.Join(with, ", ")})
	}
	name := strings.TrimSpace(t.Run + " " + t.Metric)
	if !t.Moves() {
		return name + " = " + figure(t.Value) + ", whatever the unknowns\n"
	}
	return name + " = " + figure(t.Value) + "\n" + table(rows, "llrrl")
}

// ExplainJSON returns ablations and tornados for programs to read.
func ExplainJSON(e *experiment.Experiment, ablations []Ablation, tornados []Tornado) []byte {
	runs := []object{}
	for i := range ablations {
		a := &ablations[i]
		rows := []object{}
		for j := range a.Rows {
			w := &a.Rows[j]
			rows = append(rows, append(object{{"mechanism", w.Mechanism.Name}, {"label", w.Mechanism.Label}, {"tps_change", a.Share(w)}}, effectsJSON(w.Run)...))
		}
		runs = append(runs, append(object{{"name", a.Run.Run}}, append(effectsJSON(a.Run), member{"without", rows})...))
	}
	sensitivity := []object{}
	for i := range tornados {
		t := &tornados[i]
		bars := []object{}
		for _, bar := range t.Bars {
			others := []object{}
			for k, other := range bar.Unknown.Others {
				others = append(others, object{{"value", other}, {"simulated", figureJSON(bar.Values[k])}})
			}
			bars = append(bars, object{{"setting", bar.Unknown.Label()}, {"value", bar.Unknown.Value}, {"low", bar.Low}, {"high", bar.Top}, {"others", others}})
		}
		sensitivity = append(sensitivity, object{{"run", t.Run}, {"metric", t.Metric}, {"simulated", t.Value}, {"unknowns", bars}})
	}
	doc := object{{"experiment", e.Slug}, {"runs", runs}}
	if tornados != nil {
		doc = append(doc, member{"sensitivity", sensitivity})
	}
	return marshalled(doc)
}

func effectsJSON(r *result.Result) object {
	e := EffectsOf(r)
	return object{{"tps", e.TPS}, {"p99_ms", e.P99Ms}, {"paused_s", e.PauseS}, {"writes_per_tx", e.WritesPerTx}, {"hash", r.Hash()}}
}

// figureJSON is a figure in JSON: null if it is not defined.
func figureJSON(v float64) any {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return v
}
