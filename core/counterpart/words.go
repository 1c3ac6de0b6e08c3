package counterpart

import (
	"math"
	"strconv"
	"strings"

	"clocksweep/core/diagnose"
	"clocksweep/core/hardware"
)

// threadsOf returns the hardware threads of a core of a machine.
func threadsOf(machine string) int64 {
	m, _ := hardware.MachineByID(machine)
	if m.CPU.Cores == 0 {
		return 1
	}
	return max(1, m.CPU.HWThreads/m.CPU.Cores)
}

// figure writes a number with two or three significant digits, and all those before
// the point.
func figure(f float64) string {
	switch size := math.Abs(f); {
	case math.IsNaN(f):
		return ""
	case size >= 100 && size < 1e15:
		return diagnose.Count(int64(math.Floor(f + .5)))
	case size >= 10:
		return strconv.FormatFloat(f, 'f', 1, 64)
	case size >= 1, size == 0:
		return strings.TrimSuffix(strconv.FormatFloat(f, 'f', 2, 64), ".00")
	case size < 1e-9 || size >= 1e15:
		return strconv.FormatFloat(f, 'g', 2, 64)
	}
	decimals := 1
	for size := math.Abs(f); size < 1; size *= 10 {
		decimals++
	}
	return strings.TrimSuffix(strings.TrimRight(strconv.FormatFloat(f, 'f', decimals, 64), "0"), ".")
}

// inWords writes a span of seconds.
func inWords(s float64) string {
	unit, by := " s", 1.0
	switch {
	case s >= 2*86400:
		unit, by = " days", 86400
	case s >= 2*3600:
		unit, by = " h", 3600
	case s >= 120:
		unit, by = " min", 60
	}
	return strings.TrimSuffix(figure(s/by), ".0") + unit
}

func megabytes(bytes float64) string { return figure(bytes/(1<<20)) + " MB" }

// exact writes all digits of a number, "" for one that is not known.
func exact(f float64) string {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return ""
	}
	return strconv.FormatFloat(f, 'g', -1, 64)
}
