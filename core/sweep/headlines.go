package sweep

import (
	"math"

	"clocksweep/core/result"
	"clocksweep/core/scenario"
)

// headlines are the measures that one result is told in when it is compared with
// another of the same scenario. Links carry them: a name that was once here keeps
// its meaning.
var headlines = []string{"tps", "latency_avg", "p99", "writes_per_tx", "checkpoints"}

// HashName is the headline that proves a whole result.
const HashName = "hash"

// Headlines returns the headline numbers of a result, as [Figure] prints them, and
// its hash. A number that is not defined is left out.
func Headlines(r *result.Result) []scenario.Figure {
	var list []scenario.Figure
	for _, name := range headlines {
		i, _ := MeasureByName(name)
		if v := measures[i].Of(r); !math.IsNaN(v) {
			list = append(list, scenario.Figure{Run: r.Run, Name: name, Value: Figure(v)})
		}
	}
	return append(list, scenario.Figure{Run: r.Run, Name: HashName, Value: r.Hash()})
}
