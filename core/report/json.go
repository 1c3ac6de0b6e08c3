package report

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"

	"clocksweep/core/experiment"
	"clocksweep/core/result"
)

// JSON returns runs for programs to read: one object on one line. e is nil for
// a scenario that belongs to no experiment. The names in it are stable: new
// ones may be added, none is renamed, moved or taken away.
//
// Names carry their units: _s seconds, _ms milliseconds, _ns nanoseconds,
// _bytes bytes; blks and buffers are pages of 8 kB. Settings are strings, as
// SHOW prints them. A figure that is not defined is null.
//
// "devices" are the machine's disks: requests completed and merged, bytes, the time
// that requests waited (their sum over requests) and were queued (their number
// integrated over time), and the time with any, of the run and of each second of
// "series". "backends" are the clients' sessions by state at the end of each of
// these seconds, in the names of "waits_ms_per_tx"; a state in which none ever was is
// left out, and in every second they add up to the number of clients.
func JSON(e *experiment.Experiment, rs []*result.Result, wallSeconds float64) []byte {
	doc := object{{"engine", ""}, {"experiment", nil}}
	if len(rs) > 0 {
		doc[0].value = rs[0].Engine
	}
	if e != nil {
		doc[1].value = e.Slug
	}
	runs := make([]object, len(rs))
	for i, r := range rs {
		runs[i] = runJSON(r)
	}
	published := []object{}
	if e != nil {
		for _, c := range Compare(e, rs) {
			published = append(published, cellJSON(&c))
		}
	}
	doc = append(doc, member{"runs", runs}, member{"published", published}, member{"wall_s", wallSeconds})
	return marshalled(doc)
}

// marshalled returns the document on a line of its own.
func marshalled(doc object) []byte {
	out, err := json.Marshal(doc)
	if err != nil {
		panic("report: " + err.Error()) // every value is a string, bool, finite number, list or object
	}
	return append(out, '\n')
}

func runJSON(r *result.Result) object {
	var settings, counters, relations, waits object
	for _, s := range r.Settings {
		settings = append(settings, member{s.Name, s.Value})
	}
	for _, c := range r.Counters.Named() {
		counters = append(counters, member{c.Name, *c.Value})
	}
	for _, v := range r.Relations {
		relations = append(relations, member{v.Name, object{
			{"blks_read", v.BlksRead}, {"blks_hit", v.BlksHit}, {"pages", v.Pages}, {"pages_init", v.PagesInit},
		}})
	}
	for w, ns := range r.Waits {
		perTx := 0.0
		if r.Transactions > 0 {
			perTx = float64(ns) / 1e6 / float64(r.Transactions)
		}
		waits = append(waits, member{result.WaitName[w], perTx})
	}
	checkpoints := make([]object, len(r.Checkpoints))
	for i := range r.Checkpoints {
		checkpoints[i] = checkpointJSON(&r.Checkpoints[i])
	}
	locks := make([]object, len(r.Locks))
	for i, v := range r.Locks {
		locks[i] = object{
			{"name", v.Name}, {"locks", v.Locks}, {"shared", v.Shared}, {"exclusive", v.Exclusive},
			{"blocked", v.Blocked}, {"busiest", v.Busiest}, {"spin_delays", v.Delays},
		}
	}
	stalls := make([]object, len(r.Stalls))
	for i, s := range r.Stalls {
		stalls[i] = object{{"start_s", inSeconds(s.StartNs)}, {"length_s", inSeconds(s.LengthNs)}}
	}
	types := make([]object, len(r.Types))
	for i := range r.Types {
		k := &r.Types[i]
		types[i] = object{
			{"name", k.Name}, {"count", k.Count}, {"rollbacks", k.Rollbacks}, {"avg_ms", inMs(k.Latency.Avg)},
			{"p50_ms", inMs(k.Latency.P50)}, {"p90_ms", inMs(k.Latency.P90)}, {"p99_ms", inMs(k.Latency.P99)},
			{"max_ms", inMs(k.Latency.Max)},
		}
	}
	jobs := make([]object, len(r.Jobs))
	for i, j := range r.Jobs {
		jobs[i] = object{{"name", j.Name}, {"start_s", inSeconds(j.StartNs)}, {"complete", j.EndNs != 0}, {"pages", j.Pages}}
		if j.EndNs != 0 {
			jobs[i] = append(jobs[i], member{"seconds", inSeconds(j.EndNs - j.StartNs)})
		}
	}
	lag := 0.0
	if r.Transactions > 0 {
		lag = inMs(r.Schedule.LagNs) / float64(r.Transactions)
	}
	devices := make([]object, len(r.Devices))
	for i := range r.Devices {
		devices[i] = deviceJSON(&r.Devices[i])
	}
	backends := object{}
	for w, col := range r.Backends {
		if len(col) > 0 {
			backends = append(backends, member{result.WaitName[w], numbers(col)})
		}
	}
	return object{
		{"name", r.Run}, {"release", r.Release}, {"settings", settings}, {"seed", r.Seed}, {"hash", r.Hash()},
		{"stopped", r.Stopped}, {"virtual_s", inSeconds(r.VirtualNs)}, {"transactions", r.Transactions},
		{"tps", r.TPSIncluding()}, {"tps_excluding", r.TPSExcluding()},
		{"latency_ms", object{
			{"avg", inMs(r.Latency.Avg)}, {"p50", inMs(r.Latency.P50)}, {"p90", inMs(r.Latency.P90)},
			{"p95", inMs(r.Latency.P95)}, {"p99", inMs(r.Latency.P99)}, {"max", inMs(r.Latency.Max)},
			{"stddev", inMs(r.StddevNs)},
		}},
		{"counters", counters}, {"relations", relations}, {"waits_ms_per_tx", waits},
		{"checkpoints", checkpoints}, {"stalls", stalls}, {"locks", locks},
		{"schedule", object{
			{"lag_ms_avg", lag}, {"lag_ms_max", inMs(r.Schedule.LagMaxNs)},
			{"skipped", r.Schedule.Skipped}, {"late", r.Schedule.Late},
		}},
		{"types", types}, {"jobs", jobs}, {"diagnosis", diagnosisJSON(r)}, {"series", seriesJSON(&r.Series)},
		{"devices", devices}, {"backends", backends},
	}
}

// checkpointJSON leaves out the spans of phases that have not ended.
func checkpointJSON(c *result.Checkpoint) object {
	trigger := "request" // a command, shutdown or recovery asked for it
	switch {
	case c.Timed:
		trigger = "time"
	case c.ByWAL():
		trigger = "xlog"
	}
	o := object{
		{"start_s", inSeconds(c.StartNs)}, {"trigger", trigger}, {"immediate", c.Immediate},
		{"complete", c.EndNs != 0}, {"buffers", c.Written},
	}
	if c.EndNs == 0 {
		return o
	}
	return append(o,
		member{"write_s", inSeconds(c.WriteEndNs - c.StartNs)},
		member{"sync_s", inSeconds(c.SyncEndNs - c.WriteEndNs)},
		member{"total_s", inSeconds(c.EndNs - c.StartNs)},
		member{"sync_files", c.SyncFiles},
		member{"longest_sync_s", inSeconds(c.LongestNs)},
		member{"segments_added", c.SegAdded},
		member{"segments_removed", c.SegRemoved},
		member{"segments_recycled", c.SegRecycle})
}

// seriesJSON gives second i of the run the time i+1: counts are of the second
// that ends then.
func seriesJSON(s *result.Series) object {
	t := make([]int, len(s.TPS))
	for i := range t {
		t[i] = i + 1
	}
	o := object{{"t_s", t}}
	for _, c := range s.Columns() {
		o = append(o, member{c.Name, numbers(*c.Values)})
	}
	return o
}

// deviceJSON gives what a device did in the run and in each second of the series.
func deviceJSON(d *result.Device) object {
	total := object{}
	series := make([]numbers, result.NumTraffic)
	for k, v := range d.Total.Values() {
		total = append(total, member{result.TrafficName[k], *v})
	}
	for i := range d.Seconds {
		for k, v := range d.Seconds[i].Values() {
			series[k] = append(series[k], *v)
		}
	}
	columns := object{}
	for k, name := range result.TrafficName {
		columns = append(columns, member{name, series[k]})
	}
	return object{{"name", d.Name}, {"total", total}, {"series", columns}}
}

func cellJSON(c *Cell) object {
	return object{
		{"run", c.Run}, {"metric", c.Metric}, {"published", c.Published}, {"simulated", figureJSON(c.Simulated)},
		{"role", c.Role}, {"tolerance", c.Tolerance}, {"ok", c.OK},
	}
}

func inSeconds(ns int64) float64 { return float64(ns) / 1e9 }
func inMs(ns int64) float64      { return float64(ns) / 1e6 }

// numbers is a list of figures, null where one is not defined (a latency in a
// second without transactions).
type numbers []float64

// MarshalJSON writes the list with the shortest digits that read back exactly.
func (n numbers) MarshalJSON() ([]byte, error) {
	b := []byte{'['}
	for i, v := range n {
		if i > 0 {
			b = append(b, ',')
		}
		if math.IsNaN(v) || math.IsInf(v, 0) {
			b = append(b, "null"...)
		} else {
			b = strconv.AppendFloat(b, v, 'g', -1, 64)
		}
	}
	return append(b, ']'), nil
}

// object is a JSON object whose members keep their order, which a Go map would
// lose.
type object []member

type member struct {
	key   string
	value any
}

// MarshalJSON writes the members in their order.
func (o object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		key, err := json.Marshal(m.key)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(m.value)
		if err != nil {
			return nil, err
		}
		b.Write(key)
		b.WriteByte(':')
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}
