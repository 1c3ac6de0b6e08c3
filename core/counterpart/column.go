package counterpart

import (
	"math"
	"slices"
	"strings"

	"clocksweep/core/observed"
	"clocksweep/core/result"
)

// Row is one figure, measured beside simulated. What is not known is NaN.
type Row struct {
	Group               string // what the figures of a group are counted by
	Name                string
	Unit                string
	Measured, Simulated float64
}

// Ratio returns simulated / measured, NaN if it can't be told.
func (r *Row) Ratio() float64 {
	if r.Measured == 0 {
		return math.NaN()
	}
	return r.Simulated / r.Measured
}

// Texts returns the row for a reader: figure, measured, simulated, ratio. What is not
// known is "".
func (r *Row) Texts() (name, measured, simulated, ratio string) {
	name = r.Name
	if r.Unit != "" {
		name += ", " + r.Unit
	}
	return name, figure(r.Measured), figure(r.Simulated), figure(r.Ratio())
}

// The groups of rows.
const (
	ByMinute     = "by the minute"
	ByCheckpoint = "a checkpoint on average"
	BySecond     = "machine, by the second"
)

var unknown = math.NaN()

// Column returns the measured figures beside those of a result, which may be nil.
// Figures that were not measured are left out.
func (c *Counterpart) Column(r *result.Result) []Row {
	rows := c.Measured.minutes(r)
	for i := range rows {
		if c.scripted > 0 && rows[i].Name == observed.Transactions.String() {
			rows[i].Simulated *= c.scripted
		}
	}
	rows = append(rows, c.Measured.checkpoints(r)...)
	return append(rows, c.machineRows(r)...)
}

// minuteRows are the counters that stand in the column, with what they are divided by
// for their unit.
var minuteRows = []struct {
	f    observed.Figure
	name string
	unit string
	by   float64
}{
	{observed.Transactions, "transactions", "", 1},
	{observed.BuffersAlloc, "buffers_alloc", "", 1},
	{observed.BuffersCheckpoint, "buffers_checkpoint", "", 1},
	{observed.BuffersClean, "buffers_clean", "", 1},
	{observed.BuffersBackend, "buffers_backend", "", 1},
	{observed.BuffersExtend, "of these, extensions", "", 1},
	{observed.BackendFsync, "buffers_backend_fsync", "", 1},
	{observed.MaxwrittenClean, "maxwritten_clean", "", 1},
	{observed.CheckpointsTimed, "checkpoints_timed", "", 1},
	{observed.CheckpointsReq, "checkpoints_req", "", 1},
	{observed.WriteMs, "checkpoint_write_time", "s", 1000},
	{observed.SyncMs, "checkpoint_sync_time", "s", 1000},
	{observed.BlksRead, "blks_read", "", 1},
	{observed.BlksHit, "blks_hit", "", 1},
	{observed.WALBytes, "WAL", "MB", 1 << 20},
	{observed.WALRecords, "WAL records", "", 1},
	{observed.WALFPI, "full-page images", "", 1},
}

func (m *Measured) minutes(r *result.Result) []Row {
	if m.Seconds == 0 {
		return nil
	}
	var simulated observed.Counters
	if r != nil {
		simulated = CountersOf(r)
	}
	var rows []Row
	for _, c := range minuteRows {
		if !m.Counters.Has(c.f) {
			continue
		}
		row := Row{ByMinute, c.name, c.unit, float64(m.Counters.Get(c.f)) / c.by / (m.Seconds / 60), unknown}
		if r != nil && r.VirtualNs > 0 {
			row.Simulated = float64(simulated.Get(c.f)) / c.by / (float64(r.VirtualNs) / nanoseconds / 60)
		}
		rows = append(rows, row)
	}
	return rows
}

// CountersOf returns the figures of a simulated run.
func CountersOf(r *result.Result) (c observed.Counters) {
	n := &r.Counters
	c.Put(observed.Transactions, r.Transactions)
	c.Put(observed.BuffersAlloc, n.BuffersAlloc)
	c.Put(observed.BuffersCheckpoint, n.BuffersCheckpoint)
	c.Put(observed.BuffersClean, n.BuffersClean)
	c.Put(observed.BuffersBackend, n.BuffersBackend)
	c.Put(observed.BuffersExtend, n.BuffersExtend)
	c.Put(observed.BackendFsync, n.BuffersBackendFsync)
	c.Put(observed.MaxwrittenClean, n.MaxwrittenClean)
	c.Put(observed.CheckpointsTimed, n.CheckpointsTimed)
	c.Put(observed.CheckpointsReq, n.CheckpointsReq)
	c.Put(observed.BlksRead, n.BlksRead)
	c.Put(observed.BlksHit, n.BlksHit)
	c.Put(observed.WALBytes, n.WALBytes)
	c.Put(observed.WALRecords, n.WALRecords)
	c.Put(observed.WALFPI, n.WALFPI)
	var write, sync, done int64
	for i := range r.Checkpoints {
		if k := &r.Checkpoints[i]; k.EndNs != 0 {
			write += k.WriteEndNs - k.StartNs
			sync += k.SyncEndNs - k.WriteEndNs
			done++
		}
	}
	c.Put(observed.WriteMs, write/1e6)
	c.Put(observed.SyncMs, sync/1e6)
	c.Put(observed.CheckpointsDone, done)
	return c
}

// mean adds up figures that are told.
type mean struct{ sum, n float64 }

func (m *mean) add(f float64) {
	if f >= 0 {
		m.sum += f
		m.n++
	}
}

// value is the mean, NaN of nothing.
func (m *mean) value() float64 { return m.sum / m.n }

// checkpoints are the lines of the log on average.
func (m *Measured) checkpoints(r *result.Result) []Row {
	if len(m.Checkpoints) == 0 {
		return nil
	}
	list := []Row{
		{Name: "buffers"}, {Name: "write", Unit: "s"}, {Name: "sync", Unit: "s"}, {Name: "files synced"},
		{Name: "longest sync", Unit: "s"}, {Name: "distance", Unit: "MB"}, {Name: "WAL files recycled"},
	}
	measured, simulated := make([]mean, len(list)), make([]mean, len(list))
	put := func(to []mean, values ...float64) {
		for i, v := range values {
			to[i].add(v)
		}
	}
	for i := range m.Checkpoints {
		k := &m.Checkpoints[i]
		put(measured, float64(k.Written), float64(k.WriteMs)/1e3, float64(k.SyncMs)/1e3, float64(k.SyncFiles),
			over(k.LongestMs, 1e3), over(k.DistanceKB, 1024), float64(k.Recycled))
	}
	if r != nil {
		for i := range r.Checkpoints {
			if k := &r.Checkpoints[i]; k.EndNs != 0 {
				put(simulated, float64(k.Written), float64(k.WriteEndNs-k.StartNs)/1e9, float64(k.SyncEndNs-k.WriteEndNs)/1e9,
					float64(k.SyncFiles), float64(k.LongestNs)/1e9, float64(k.Distance)/(1<<20), float64(k.SegRecycle))
			}
		}
	}
	var rows []Row
	for i := range list {
		if measured[i].n > 0 {
			list[i].Group, list[i].Measured, list[i].Simulated = ByCheckpoint, measured[i].value(), simulated[i].value()
			rows = append(rows, list[i])
		}
	}
	return rows
}

// over divides a figure that may not be told.
func over(n int64, by float64) float64 {
	if n < 0 {
		return observed.Unknown
	}
	return float64(n) / by
}

// machineRows are what vmstat and iostat tell, on average over their lines.
func (c *Counterpart) machineRows(r *result.Result) []Row {
	var rows []Row
	for _, row := range c.Measured.machine() {
		row.Group, row.Simulated = BySecond, unknown
		if r != nil && r.VirtualNs > 0 {
			row.Simulated = simulatedMachine(r, row.Name)
		}
		rows = append(rows, row)
	}
	return rows
}

// The names of figures of the machine.
const (
	diskReads  = "disk reads"
	diskWrites = "disk writes"
	diskRead   = "read from disks"
	diskWrite  = "written to disks"
	diskBusy   = "busiest disk"
	switches   = "context switches"
	processors = "processors busy"
)

// simulatedMachine returns a figure of the simulated machine.
func simulatedMachine(r *result.Result, name string) float64 {
	seconds := float64(r.VirtualNs) / nanoseconds
	var sum result.Traffic
	busiest := 0.0
	for i := range r.Devices {
		sum.Add(&r.Devices[i].Total)
		busiest = max(busiest, 100*r.Devices[i].Total.BusyNs/float64(r.VirtualNs))
	}
	average := func(v []float64) float64 {
		var m mean
		for _, f := range v {
			m.add(f)
		}
		return m.value()
	}
	switch name {
	case diskReads:
		return sum.Reads / seconds
	case diskWrites:
		return sum.Writes / seconds
	case diskRead:
		return sum.ReadBytes / seconds / (1 << 20)
	case diskWrite:
		return sum.WriteBytes / seconds / (1 << 20)
	case diskBusy:
		return busiest
	case switches:
		return average(r.Series.ContextSw)
	case processors:
		return 100 * average(r.Series.CPUBusy)
	}
	return unknown
}

// machine returns the measured figures of the machine.
func (m *Measured) machine() []Row {
	var rows []Row
	put := func(name, unit string, f float64) {
		if !math.IsNaN(f) {
			rows = append(rows, Row{Name: name, Unit: unit, Measured: f})
		}
	}
	d := m.disks()
	if math.IsNaN(d.readKB) {
		d.readKB, d.writeKB = m.blocks()
	}
	put(diskReads, "1/s", d.reads)
	put(diskWrites, "1/s", d.writes)
	put(diskRead, "MB/s", d.readKB/1024)
	put(diskWrite, "MB/s", d.writeKB/1024)
	put(diskBusy, "%", d.util)
	var cs, busy mean
	for i := range m.Vmstat {
		if v := &m.Vmstat[i]; !v.SinceBoot || len(m.Vmstat) == 1 {
			cs.add(v.ContextSwitches)
			busy.add(v.Busy)
		}
	}
	put(switches, "1/s", cs.value())
	put(processors, "%", busy.value())
	return rows
}

// blocks returns the kB a second of vmstat's bi and bo.
func (m *Measured) blocks() (readKB, writeKB float64) {
	var in, out mean
	for i := range m.Vmstat {
		if v := &m.Vmstat[i]; !v.SinceBoot || len(m.Vmstat) == 1 {
			in.add(v.ReadKB)
			out.add(v.WriteKB)
		}
	}
	return in.value(), out.value()
}

// traffic is what all disks do together.
type traffic struct{ reads, writes, readKB, writeKB, util float64 }

// disks averages iostat's reports. The first of several is about all the time before
// them.
func (m *Measured) disks() traffic {
	reports := m.Iostat
	if len(reports) > 1 {
		reports = reports[1:]
	}
	var reads, writes, readKB, writeKB, util mean
	for i := range reports {
		sum := traffic{observed.Unknown, observed.Unknown, observed.Unknown, observed.Unknown, observed.Unknown}
		plus := func(to *float64, f float64) {
			if f >= 0 {
				*to = max(*to, 0) + f
			}
		}
		for j := range reports[i].Devices {
			d := &reports[i].Devices[j]
			if !wholeDisk(d.Name, reports[i].Devices) {
				continue
			}
			plus(&sum.reads, d.Reads)
			plus(&sum.writes, d.Writes)
			plus(&sum.readKB, d.ReadKB)
			plus(&sum.writeKB, d.WriteKB)
			sum.util = max(sum.util, d.Util)
		}
		reads.add(sum.reads)
		writes.add(sum.writes)
		readKB.add(sum.readKB)
		writeKB.add(sum.writeKB)
		util.add(sum.util)
	}
	return traffic{reads.value(), writes.value(), readKB.value(), writeKB.value(), util.value()}
}

// wholeDisk leaves out what is made of other disks, and parts of them, whose I/O is
// listed twice.
func wholeDisk(name string, all []observed.IostatLine) bool {
	for _, kind := range []string{"dm-", "md", "loop", "ram", "sr", "zram"} {
		if strings.HasPrefix(name, kind) {
			return false
		}
	}
	return !slices.ContainsFunc(all, func(d observed.IostatLine) bool {
		part, ok := strings.CutPrefix(name, d.Name)
		part = strings.TrimPrefix(part, "p")
		return ok && part != "" && strings.Trim(part, "0123456789") == ""
	})
}
