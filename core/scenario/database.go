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
	pgbenchMB = 32
	dbt2MB    = 200
	// mostWarehouses keeps the pages of the database to what a browser can hold.
	mostWarehouses = 1000
)

// DatabaseBytes returns the stretch of the disk that is set aside for tables and
// indexes: twice what they take at first, and for COPY, which adds to its table
// again and again, eight times table_size.
func (s *Scenario) DatabaseBytes() int64 {
	bytes := s.Int(Scale) * pgbenchMB << 20
	if s.Enum(Workload) == "dbt-2" {
		bytes = s.Int(Scale) * dbt2MB << 20
	}
	if s.hasWork(TableSize) {
		times := int64(2)
		if s.Enum(Workload) == "copy" || s.Enum(BackgroundJob) == "copy" {
			times = 8
		}
		bytes += times * s.Int(TableSize) * 8192
	}
	return bytes
}

// DatabaseOrigin returns where on the disk the database begins, in bytes: at a
// fifth of it.
func (s *Scenario) DatabaseOrigin() int64 {
	d := s.disk()
	return int64(d.CapacityGB*1e9) / 5 &^ (1<<20 - 1)
}

// walReserve is what is left for WAL behind the database.
const walReserve = 8 << 30

// checkDatabase refuses a database that does not fit.
func (s *Scenario) checkDatabase() []error {
	refuse := func(id ID, why, legal string) []error {
		return []error{&Error{Setting: settings[id].Name, Value: s.Show(id), Problem: why, Legal: legal}}
	}
	if s.Enum(Workload) == "dbt-2" && s.Int(Scale) > mostWarehouses {
		return refuse(Scale, "is more warehouses than the lab can hold", "1 to "+strconv.Itoa(mostWarehouses)+" for dbt-2")
	}
	d := s.disk()
	room := int64(d.CapacityGB*1e9) - s.DatabaseOrigin() - walReserve
	if s.DatabaseBytes() <= room {
		return nil
	}
	id := Scale
	if s.hasWork(TableSize) && s.Int(TableSize)*8192 > s.Int(Scale)*pgbenchMB<<20 {
		id = TableSize
	}
	return refuse(id, "makes a database that, with room to grow, does not fit the disk",
		"what takes less than "+strconv.FormatInt(room>>30, 10)+"GB")
}
