package scenario

import (
	"strings"
	"testing"
)

// TestSettingsWithoutWork: what a workload does not use is not in force.
func TestSettingsWithoutWork(t *testing.T) {
	all := []ID{ThinkTime, Rate, LatencyLimit, BurstOn, BurstOff, TableSize, DeadPages, BackgroundJob, BackgroundStart,
		BackgroundEvery, RingBuffers, SynchronizedScans}
	for _, c := range []struct{ settings, inForce string }{
		{"", ""},
		{"workload=dbt-2", "think_time"},
		{"workload=dbt-2 rate=10 burst_on=1 burst_off=1", "think_time"}, // the terminals set the pace
		{"workload=dbt-2 rate=10 think_time=off", "think_time rate"},
		{"rate=100 latency_limit=200", "rate latency_limit"},
		{"burst_on=3", ""},
		{"burst_on=3 burst_off=1", "burst_on burst_off"},
		{"workload=scan", "table_size ring_buffers synchronized_scans"},
		{"workload=copy", "table_size ring_buffers"},
		{"workload=vacuum", "table_size dead_pages ring_buffers"},
		{"background_job=scan", "table_size background_job background_start background_every ring_buffers synchronized_scans"},
		{"background_job=scan release=8.2", "table_size background_job background_start background_every"},
	} {
		s := New()
		for _, pair := range strings.Fields(c.settings) {
			name, value, _ := strings.Cut(pair, "=")
			set(t, s, name, value)
		}
		var got []string
		for _, id := range all {
			if s.InForce(id) {
				got = append(got, id.String())
			}
		}
		if text := strings.Join(got, " "); text != c.inForce {
			t.Errorf("%q: in force are %q, want %q", c.settings, text, c.inForce)
		}
	}
}

// TestDatabaseMustFit: a database that the disk or the lab cannot hold is refused
// with the setting that is to blame.
func TestDatabaseMustFit(t *testing.T) {
	for _, c := range []struct{ settings, want string }{
		{"scale=1000", ""},
		{"scale=2000 disk=hdd-7200-2004", "scale: \"2000\" does not fit on disk = hdd-7200-2004; legal is 1 to 1747"},
		{"scale=2000 disk=hdd-7200-2011", ""},
		{"workload=dbt-2 scale=1001 disk=hdd-7200-2011", "scale: \"1001\" is more warehouses"},
		{"workload=dbt-2 scale=1000 disk=hdd-7200-2011", ""},
		{"workload=dbt-2 scale=1000 disk=hdd-7200-2004", "scale: \"1000\" does not fit on disk = hdd-7200-2004; legal is 1 to 279"},
		{"workload=copy table_size=16GB disk=hdd-7200-2004", "table_size: \"16GB\" does not fit on disk = hdd-7200-2004; legal is 64kB to "},
		{"table_size=16GB disk=hdd-7200-2004", ""}, // nothing works on it
		{"workload=dbt-2 scale=1000 disk=hdd-7200-2004 raid=0 raid_disks=4", ""},
		{"workload=scan table_size=4GB disk=sd-cheap", "table_size: \"4GB\" does not fit on disk = sd-cheap; legal is 64kB to "},
		{"raid=5 raid_disks=2 scale=2000 disk=hdd-7200-2004", "raid_disks:"}, // not both errors
	} {
		s := New()
		for _, pair := range strings.Fields(c.settings) {
			name, value, _ := strings.Cut(pair, "=")
			set(t, s, name, value)
		}
		errs := s.Check()
		switch {
		case c.want == "" && len(errs) > 0:
			t.Errorf("%q: %v", c.settings, errs[0])
		case c.want != "" && (len(errs) != 1 || !strings.HasPrefix(errs[0].Error(), c.want)):
			t.Errorf("%q: errors %v, want %s...", c.settings, errs, c.want)
		}
	}
}
