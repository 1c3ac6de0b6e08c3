package report

import (
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"clocksweep/core/result"
)

// every reads every=, by default 1.
func every(t *testing.T, d *datadriven.TestData) int {
	n := 1
	if d.HasArg("every") {
		d.ScanArgs(t, "every", &n)
	}
	return n
}

// readDevices reads a line for each second of a device: its name and the ten
// figures of result.Traffic. The device's total is their sum. kernel= sets the
// kernel.
func readDevices(t *testing.T, d *datadriven.TestData, r *result.Result) {
	r.VirtualNs = 0
	if d.HasArg("kernel") {
		var kernel string
		d.ScanArgs(t, "kernel", &kernel)
		r.Settings = append(r.Settings, result.Setting{Name: "kernel", Value: kernel})
	}
	for line := range strings.Lines(d.Input) {
		words := strings.Fields(line)
		n := len(r.Devices)
		if n == 0 || r.Devices[n-1].Name != words[0] {
			r.Devices = append(r.Devices, result.Device{Name: words[0]})
			n++
		}
		v := &r.Devices[n-1]
		var second result.Traffic
		for i, p := range second.Values() {
			*p = float64(number(t, d, words[1+i]))
		}
		v.Seconds = append(v.Seconds, second)
		v.Total.Add(&second)
	}
	if len(r.Devices) > 0 {
		r.Series.TPS = make([]float64, len(r.Devices[0].Seconds))
		r.VirtualNs = int64(len(r.Series.TPS)) * 1e9
	}
}

// readBackends reads a state a line and how many sessions are in it in each second,
// and "setting NAME VALUE" and "blocked LOCK NUMBER".
func readBackends(t *testing.T, d *datadriven.TestData, r *result.Result) {
	r.Backends, r.Locks = [result.NumWaits][]float64{}, nil
	for line := range strings.Lines(d.Input) {
		words := strings.Fields(line)
		switch words[0] {
		case "setting":
			r.Settings = append([]result.Setting{{Name: words[1], Value: words[2]}}, r.Settings...)
			continue
		case "blocked":
			r.Locks = append(r.Locks, result.Lock{Name: words[1], Blocked: number(t, d, words[2])})
			continue
		}
		found := false
		for w, known := range result.WaitName {
			if known == words[0] {
				found = true
				for _, word := range words[1:] {
					r.Backends[w] = append(r.Backends[w], float64(number(t, d, word)))
				}
				r.Series.TPS = make([]float64, len(words)-1)
			}
		}
		if !found {
			d.Fatalf(t, "unknown state %s", words[0])
		}
	}
}

// readLatency reads "types" and a stall a line: when it began and how long it was,
// in milliseconds.
func readLatency(t *testing.T, d *datadriven.TestData, r *result.Result) {
	r.Latency = result.Percentiles{
		Avg: 36_521_000, P50: 4_325_100, P90: 4_850_000, P95: 5_243_400, P99: 36_700_000, Max: 10_377_022_000,
	}
	r.StddevNs = 436_182_499
	for line := range strings.Lines(d.Input) {
		words := strings.Fields(line)
		if words[0] == "types" {
			transactions := r.Transactions
			readTypes(d, r)
			r.Transactions = transactions
			continue
		}
		r.Stalls = append(r.Stalls, result.Stall{StartNs: number(t, d, words[0]) * 1e6, LengthNs: number(t, d, words[1]) * 1e6})
	}
}
