package charts

import (
	"cmp"
	"math"
	"slices"
)

// The names at the ends of lines are moved apart here, because ECharts would
// either leave them on top of one another or hide all but one.

const (
	endLabelGap   = 13 // pixels between the middles of two names, for text of 12 pixels
	endLabelTop   = 2  // pixels from the plot's upper edge to the highest middle
	endLabelFloor = 6  // pixels that the lowest middle stays above the axis
)

// endLabels moves the names of all lines of the panels, for plots of the wide
// and of the narrow height in pixels. What stays in its place in both is empty.
func endLabels(panels []panel, wideHeight, narrowHeight float64) (wide, narrow []endLabeled) {
	for i := range panels {
		a, b := panels[i].endLabelShifts(wideHeight), panels[i].endLabelShifts(narrowHeight)
		for j := range a {
			if a[j] == 0 && b[j] == 0 {
				wide, narrow = append(wide, endLabeled{}), append(narrow, endLabeled{})
				continue
			}
			wide, narrow = append(wide, moved(a[j])), append(narrow, moved(b[j]))
		}
	}
	return wide, narrow
}

// endLabelShifts returns how far each line's name moves in a plot of that
// height, in pixels downwards.
func (p *panel) endLabelShifts(height float64) []int {
	shifts := make([]int, len(p.lines))
	var named []int
	var at []float64
	for i, l := range p.lines {
		if last, ok := lastNumber(l.y); ok && l.label {
			named = append(named, i)
			at = append(at, height*(1-p.share(last)))
		}
	}
	for i, to := range spread(at, endLabelTop, height-endLabelFloor, endLabelGap) {
		shifts[named[i]] = int(math.Round(to - at[i]))
	}
	return shifts
}

// share returns the height of a value above the axis as a share of the plot's.
func (p *panel) share(v float64) float64 {
	if p.log {
		return math.Log(v/p.min) / math.Log(p.max/p.min)
	}
	return (v - p.min) / (p.top - p.min)
}

func lastNumber(y []float64) (float64, bool) {
	for _, v := range slices.Backward(y) {
		if !math.IsNaN(v) {
			return v, true
		}
	}
	return 0, false
}

// spread moves positions apart to at least gap, each as little as possible,
// and into lo to hi as far as there is room. Of equal positions the later one
// comes first: a higher percentile stands above a lower one.
func spread(at []float64, lo, hi, gap float64) []float64 {
	order := make([]int, len(at))
	for i := range order {
		order[i] = len(at) - 1 - i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(at[a], at[b]) })

	// With the gaps taken out of the positions, "in order and at least a gap
	// apart" becomes "not falling", and the nearest such positions are means of
	// neighbors (the pool of adjacent violators).
	type pool struct {
		sum float64
		n   int
	}
	var pools []pool
	for i, which := range order {
		pools = append(pools, pool{at[which] - float64(i)*gap, 1})
		for k := len(pools) - 1; k > 0 && pools[k-1].sum*float64(pools[k].n) > pools[k].sum*float64(pools[k-1].n); k-- {
			pools[k-1].sum += pools[k].sum
			pools[k-1].n += pools[k].n
			pools = pools[:k]
		}
	}
	to := make([]float64, len(at))
	highest := hi - float64(len(at)-1)*gap
	i := 0
	for _, p := range pools {
		mean := max(lo, min(highest, p.sum/float64(p.n)))
		for range p.n {
			to[order[i]] = mean + float64(i)*gap
			i++
		}
	}
	return to
}
