// Package sample draws scenarios at random, for tests of what holds whatever the
// settings are. In a sample every setting has some legal value, small enough for the
// run to take a fraction of a second; together the values may still be refused by
// Scenario.Check, for instance a database that does not fit the disk.
package sample

import (
	"strconv"
	"strings"

	"clocksweep/core/hardware"
	"clocksweep/core/scenario"
	"clocksweep/core/sim"
)

// Scenario returns the n-th sample. The same n gives the same scenario as long as the
// list of settings is the same.
func Scenario(n uint64) *scenario.Scenario { return Of(n, "") }

// Of returns the n-th sample for one release; "" is any.
func Of(n uint64, release string) *scenario.Scenario {
	rnd := sim.NewRand(n, "scenario")
	sc := scenario.New()
	if release != "" {
		_ = sc.Set("release", release)
	}
	for _, set := range scenario.Settings() {
		if scenario.RAID <= set.ID && set.ID <= scenario.EBSThroughput {
			continue // few combinations are legal: see storages
		}
		if set.ID == scenario.EarlierTransactions {
			continue // the run before takes as long as the run
		}
		if rnd.Intn(3) == 0 && set.ID != scenario.Duration && set.ID != scenario.SharedBuffers && set.ID != scenario.TableSize {
			continue // the default
		}
		if set.ID == scenario.Release && release != "" {
			continue
		}
		// The kernel may lack what another one has.
		kernel, _ := hardware.KernelByID(sc.Enum(scenario.Kernel))
		switch set.ID {
		case scenario.Scheduler:
			set.Enum = kernel.Schedulers
		case scenario.FileSystem:
			set.Enum = kernel.FileSystems
		case scenario.DirtyBytes, scenario.DirtyBackgroundBytes, scenario.WBTLatency:
			if !sc.InForce(set.ID) {
				continue
			}
		}
		value := randomValue(&set, &rnd)
		if set.ID == scenario.Workload && rnd.Intn(3) > 0 {
			continue // TPC-B more often than select-only
		}
		// A release may refuse what another one takes: then the default stays.
		_ = sc.Set(set.Name, value)
	}
	setup := *sc
	for _, pair := range strings.Fields(storages[n%uint64(len(storages))]) {
		name, value, _ := strings.Cut(pair, "=")
		_ = setup.Set(name, value)
	}
	if len(setup.Check()) <= len(sc.Check()) {
		return &setup
	}
	return sc // the disk can't be part of this
}

// storages are arrays and controllers that are possible with most disks.
var storages = []string{
	"",
	"raid=none controller_cache=1MB",
	"raid=0 raid_disks=3 raid_stripe=8kB",
	"raid=1 raid_disks=3",
	"raid=1 controller_cache=64MB controller_honors_flush=on",
	"raid=5 raid_disks=3 raid_stripe=64kB",
	"raid=5 raid_disks=5 raid_stripe=16kB controller_cache=1MB",
	"raid=6 raid_disks=4 raid_stripe=256kB",
	"raid=6 raid_disks=9 controller_cache=4MB controller_battery=off",
	"raid=10 raid_disks=6 raid_stripe=32kB",
	"raid=10 controller_cache=128MB",
}

// small narrows settings whose large values make a run long.
var small = map[scenario.ID][2]int64{
	scenario.SharedBuffers:      {16, 6000},
	scenario.Scale:              {1, 4},
	scenario.Clients:            {1, 40},
	scenario.Duration:           {1, 3},
	scenario.Transactions:       {0, 5},
	scenario.Cores:              {1, 6},
	scenario.CPUPerTransaction:  {150, 4000},
	scenario.RAM:                {262144, 4 << 20},
	scenario.WALBuffers:         {4, 300},
	scenario.CheckpointSegments: {1, 3},
	scenario.MaxWALSize:         {32, 100},

	scenario.ReclaimLowMark:  {0, 8},
	scenario.ReclaimHighMark: {8, 16},

	scenario.DirtyBytes:           {1 << 20, 200 << 20}, // below, every write waits: a run of hours
	scenario.DirtyBackgroundBytes: {0, 100 << 20},
	scenario.WBTLatency:           {0, 100_000},
	scenario.Rate:                 {0, 3000},
	scenario.BurstOn:              {0, 2},
	scenario.BurstOff:             {0, 2},
	scenario.LatencyLimit:         {0, 300},
	scenario.TableSize:            {8, 12000},
	scenario.BackgroundStart:      {0, 2},
	scenario.BackgroundEvery:      {0, 2},
}

// scripts are those of random scenarios.
var scripts = []string{
	`\set aid random_gaussian(1, 100000 * :scale, 4); BEGIN; UPDATE accounts SET abalance = 1 WHERE aid = :aid; UPDATE branches SET bbalance = 1 WHERE bid = 1; END`,
	`\set a random(1, 3); \set b random(1, 3); BEGIN; UPDATE tellers SET tbalance = 1 WHERE tid = :a; UPDATE tellers SET tbalance = 1 WHERE tid = :b; END`,
	`\set aid random_zipfian(0, 100000 * :scale + 5, 1.05); SELECT * FROM accounts WHERE aid = :aid; \sleep 300 us; INSERT INTO history VALUES (1)`,
}

func randomValue(set *scenario.Setting, rnd *sim.Rand) string {
	switch set.Kind {
	case scenario.KindBool:
		return []string{"off", "on"}[rnd.Intn(2)]
	case scenario.KindEnum:
		return set.Enum[rnd.Intn(int64(len(set.Enum)))]
	case scenario.KindReal:
		return strconv.FormatFloat(set.Min+float64((set.Max-set.Min)*rnd.Float64()), 'f', 3, 64)
	}
	if set.Kind == scenario.KindText {
		return scripts[rnd.Intn(int64(len(scripts)))]
	}
	least, most := int64(set.Min), int64(set.Max)
	if s, ok := small[set.ID]; ok {
		least, most = s[0], s[1]
	}
	switch rnd.Intn(6) {
	case 0:
		return strconv.FormatInt(least, 10)
	case 1:
		return strconv.FormatInt(most, 10)
	}
	// As many small numbers as large ones.
	span := most - least
	for bits := rnd.Intn(40); bits > 0 && span > 8; bits-- {
		span /= 2
	}
	return strconv.FormatInt(least+rnd.Intn(span+1), 10)
}
