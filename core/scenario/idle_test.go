package scenario

import (
	"slices"
	"testing"
)

func TestIdle(t *testing.T) {
	for _, c := range []struct{ settings, name, want string }{
		{"", "checkpoint_segments", ""},
		{"", "raid", ""},
		{"", "controller_cache", ""},
		{"", "transactions", ""},
		{"", "script", ""},
		{"", "duration", ""},
		{"transactions = 10", "duration", "has no say with transactions = 10"},
		{"release = 15", "checkpoint_segments", "is not possible in release 15, because the setting exists in PostgreSQL up to 9.4, and max_wal_size does its work"},
		{"release = 8.2", "bgwriter_lru_percent", ""},
		{"release = 8.2\ncleaning = percent", "bgwriter_lru_percent", "has no say with cleaning = percent"},
		{"", "bgwriter_lru_multiplier", ""},
		{"", "raid_disks", "has no say with raid = none"},
		{"raid = 1", "raid_disks", ""},
		{"raid = 1", "raid_stripe", "has no say with raid = 1, which is not striped"},
		{"", "controller_battery", "has no say with controller_cache = 0"},
		{"controller_cache = 512MB", "controller_battery", ""},
		{"", "ebs_iops", "has no say with disk = hdd-5400-laptop-2006, which is no cloud volume"},
		{"hardware = laptop-nvme", "disk_write_cache", "has no say with disk = nvme-consumer-2018, which does not rotate"},
		{"kernel = 2.6.18", "vm.dirty_bytes", "is not possible with kernel = 2.6.18, which does not have it; legal is kernel = 2.6.29, 2.6.32, 3.2 or 5.10"},
	} {
		file, errs := Parse(c.settings)
		if len(errs) > 0 {
			t.Errorf("%q: %v", c.settings, errs)
			continue
		}
		setting, _ := Lookup(c.name)
		if got := file.Runs()[0].Idle(setting.ID); got != c.want {
			t.Errorf("%q, %s: %q, want %q", c.settings, c.name, got, c.want)
		}
	}
}

func TestRule(t *testing.T) {
	s := New()
	for name, want := range map[string]string{
		"shared_buffers":   "Default 32MB, legal 128kB to 128GB, for instance 32MB.",
		"full_page_writes": "Default on.",
		"raid_disks":       "Not here: has no say with raid = none.",
	} {
		setting, _ := Lookup(name)
		if got := s.Rule(setting.ID); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// adds are the settings that add a part when they are set.
var adds = []ID{RAID, ControllerCache, Transactions, Script, EarlierTransactions, Rate, LatencyLimit, BurstOn, BurstOff, BackgroundJob}

// TestIdleOrInForce holds for every setting and release: what has a say is not
// idle, and what is idle has none.
func TestIdleOrInForce(t *testing.T) {
	for _, release := range settings[Release].Enum {
		s := New()
		if err := s.Set("release", release); err != nil {
			t.Fatal(err)
		}
		for id := range ID(numSettings) {
			if why := s.Idle(id); why != "" && s.InForce(id) {
				t.Errorf("release %s: %s has a say, and %s", release, settings[id].Name, why)
			} else if why == "" && !s.InForce(id) && !slices.Contains(adds, id) {
				t.Errorf("release %s: %s has no say, and nothing tells why", release, settings[id].Name)
			}
		}
	}
}
