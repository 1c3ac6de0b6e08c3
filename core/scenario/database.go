package scenario

import "strconv"

// hasWork reports whether a setting of the workload has anything to do in the
// scenario.
func (s *Scenario) hasWork(id ID) bool {
	job := s.Enum(BackgroundJob)
	works := func(on string) bool { return s.Enum(Workload) == on || job == on }
	switch id {
	case ThinkTime:
		return works("dbt-2")
	case Rate:
		return s.Int(id) > 0 && !s.Terminals()
	case LatencyLimit:
		return s.Int(id) > 0
	case BurstOn, BurstOff:
		return s.Int(BurstOn) > 0 && s.Int(BurstOff) > 0 && !s.Terminals()
	case TableSize, RingBuffers:
		return works("copy") || works("scan") || works("vacuum")
	case SynchronizedScans:
		return works("scan")
	case DeadPages:
		return works("vacuum")
	case BackgroundJob, BackgroundStart, BackgroundEvery:
		return job != "none"
	}
	return true
}

// Terminals reports whether the transactions come from the terminals of DBT-2,
// whose users take their time.
func (s *Scenario) Terminals() bool { return s.Enum(Workload) == "dbt-2" && s.Bool(ThinkTime) }

// What the database takes on the disk for each unit of scale, and room to grow
// to twice that: pgbench -i makes some 15 MB, DBT-2 some 100 MB.
const (
	pgbenchBytes = 32 << 20
	dbt2Bytes    = 200 << 20
	// mostWarehouses keeps the pages of the database to what a browser can hold.
	mostWarehouses = 1000
)

// scaleBytes returns what each unit of scale takes, with room to grow.
func (s *Scenario) scaleBytes() int64 {
	if s.Enum(Workload) == "dbt-2" {
		return dbt2Bytes
	}
	return pgbenchBytes
}

// tableBytes returns what each page of table_size takes: twice that with its index,
// and for COPY, which adds to its table again and again, eight times.
func (s *Scenario) tableBytes() int64 {
	switch {
	case !s.hasWork(TableSize):
		return 0
	case s.Enum(Workload) == "copy" || s.Enum(BackgroundJob) == "copy":
		return 8 * 8192
	}
	return 2 * 8192
}

// DatabaseBytes returns the stretch of the disk, or of the array, that is set aside
// for tables and indexes.
func (s *Scenario) DatabaseBytes() int64 {
	return s.Int(Scale)*s.scaleBytes() + s.Int(TableSize)*s.tableBytes()
}

// DatabaseOrigin returns where on the disk the database begins, in bytes: at a
// fifth of it.
func (s *Scenario) DatabaseOrigin() int64 { return s.DiskBytes() / 5 &^ (1<<20 - 1) }

// roomBytes is what a run needs behind the database: a gigabyte between it and
// WAL, and some WAL.
const roomBytes = 5 << 30

// checkDatabase refuses a database that does not fit.
func (s *Scenario) checkDatabase() []error {
	refuse := func(id ID, problem, legal string) []error {
		return []error{&Error{Setting: settings[id].Name, Value: s.Show(id), Problem: problem, Legal: legal}}
	}
	if s.Enum(Workload) == "dbt-2" && s.Int(Scale) > mostWarehouses {
		return refuse(Scale, "is more warehouses than the lab can hold", "1 to "+strconv.Itoa(mostWarehouses)+" for dbt-2")
	}
	room := s.DiskBytes() - s.DatabaseOrigin() - roomBytes
	if s.DatabaseBytes() <= room {
		return nil
	}
	id, each, rest, step := Scale, s.scaleBytes(), s.Int(TableSize)*s.tableBytes(), int64(1)
	if whole := s.Int(Scale) * each; rest > whole {
		const mb = 1 << 20 / 8192
		id, each, rest, step = TableSize, s.tableBytes(), whole, mb
	}
	legal := ""
	least := int64(settings[id].Min)
	if most := (room - rest) / each / step * step; most >= least {
		legal = settings[id].Show(least) + " to " + settings[id].Show(most)
	}
	return refuse(id, "does not fit on disk = "+s.Enum(Disk), legal)
}
