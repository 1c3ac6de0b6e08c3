package scenario

import (
	"math"
	"slices"
	"strconv"
	"testing"

	"clocksweep/core/hardware"
)

// set fails the test if a legal value is refused.
func set(t *testing.T, s *Scenario, name, value string) {
	t.Helper()
	if err := s.Set(name, value); err != nil {
		t.Fatal(err)
	}
}

func TestRegistry(t *testing.T) {
	groups := []string{GroupPostgreSQL, GroupWorkload, GroupMachine, GroupKernel, GroupMechanism}
	at, names := 0, map[string]bool{}
	if len(settings) != numSettings {
		t.Fatalf("%d settings for %d constants", len(settings), numSettings)
	}
	for i, def := range Settings() {
		if def.ID != ID(i) {
			t.Errorf("%s stands at %d instead of %d", def.Name, i, def.ID)
		}
		if names[def.Name] || def.Name == "" || len(def.Help) < 20 || def.Help[len(def.Help)-1] != '.' {
			t.Errorf("%s: name is there twice, or the help is not a sentence: %q", def.Name, def.Help)
		}
		names[def.Name] = true
		for at < len(groups) && groups[at] != def.Group {
			at++
		}
		if at == len(groups) {
			t.Fatalf("%s: group %q is unknown or out of order", def.Name, def.Group)
		}
		if len(def.Enum) != len(def.Labels) || (def.Kind == KindEnum) != (len(def.Enum) > 0) {
			t.Errorf("%s: values %q and labels %q", def.Name, def.Enum, def.Labels)
		}
		if slices.Contains(def.Labels, "") {
			t.Errorf("%s: a value has no label", def.Name)
		}
		if run, name, ok := SplitKey("a." + def.Name); !ok || run != "a" || name != def.Name {
			t.Errorf("key a.%s is split into %q and %q", def.Name, run, name)
		}
	}
}

// The defaults of 9.1 on the default machine, as SHOW prints them.
func TestDefaults(t *testing.T) {
	want := map[ID]string{
		Release: "9.1", Build: "32-bit", SharedBuffers: "32MB", BgwriterDelay: "200ms",
		BgwriterLRUMaxpages: "100", BgwriterLRUMultiplier: "2", CheckpointSegments: "3",
		CheckpointTimeout: "5min", CheckpointCompletionTarget: "0.5", CheckpointWarning: "30s",
		LogCheckpoints: "off", FullPageWrites: "on", Fsync: "on", SynchronousCommit: "on",
		WALSyncMethod: "fdatasync", WALBuffers: "-1", WALWriterDelay: "200ms",
		CommitDelay: "0", CommitSiblings: "5", Autovacuum: "off",
		Workload: "tpc-b", Scale: "1", Clients: "1", Duration: "1min", AfterInit: "restart", Seed: "1",
		Hardware: "meddle2011", Cores: "2", RAM: "2GB", CPUPerTransaction: "2050us",
		DiskWriteCache: "on", Scheduler: "cfq", FileSystem: "ext3-ordered", Barrier: "off",
		CommitInterval: "5s", DirtyExpire: "3000", DirtyWriteback: "500",
		HOTUpdates: "on", GroupCommit: "on", RowLocks: "on", UsageCountMax: "5",
		ContentLocks: "on", WALInsertLock: "on",
	}
	s := New()
	for id, shown := range want {
		if got := s.Show(id); got != shown || s.Default(id) != shown || !s.IsDefault(id) {
			t.Errorf("%s = %s, want %s", id, got, shown)
		}
	}
	if s.Text() != "" {
		t.Errorf("the text of all defaults is %q", s.Text())
	}
	if errs := s.Check(); len(errs) > 0 {
		t.Error(errs)
	}
}

func TestDefaultsFollow(t *testing.T) {
	for _, c := range []struct {
		name, value string
		id          ID
		want        string
	}{
		{"release", "8.3", WALBuffers, "64kB"},
		{"workload", "select-only", CPUPerTransaction, "190us"},
		{"filesystem", "ext4", Barrier, "on"},
		{"filesystem", "xfs", CommitInterval, "30s"},
		{"kernel", "2.6.18", FdatasyncCommit, "mtime"},
		{"kernel", "2.6.32", FdatasyncCommit, "blocks"},
		{"kernel", "2.6.18", DirtyRatio, "40"},
		{"kernel", "2.6.24", DirtyBackgroundRatio, "5"},
		{"kernel", "3.2", DirtyRatio, "20"},
	} {
		s := New()
		set(t, s, c.name, c.value)
		if got := s.Show(c.id); got != c.want {
			t.Errorf("with %s = %s: %s = %s, want %s", c.name, c.value, c.id, got, c.want)
		}
		if !s.IsDefault(c.id) {
			t.Errorf("with %s = %s: %s is no default", c.name, c.value, c.id)
		}
	}
}

func TestExplicitWinsWhateverTheOrder(t *testing.T) {
	a, b := New(), New()
	set(t, a, "barrier", "off")
	set(t, a, "filesystem", "ext4")
	set(t, b, "filesystem", "ext4")
	set(t, b, "barrier", "off")
	if a.Bool(Barrier) || b.Bool(Barrier) || a.IsDefault(Barrier) {
		t.Error("the file system's default won over an explicit value")
	}
	if a.Text() != b.Text() || a.Text() != "filesystem = ext4\nbarrier = off\n" {
		t.Errorf("texts %q and %q", a.Text(), b.Text())
	}
	set(t, a, "filesystem", "ext3-ordered")
	if !a.IsDefault(Barrier) {
		t.Error("an explicit value that equals the default counts as changed")
	}
}

// home returns a scenario of defaults in a release that has the setting, and the
// setting with the range it has there.
func home(t *testing.T, def Setting) (*Scenario, Setting) {
	s := New()
	for _, release := range settings[Release].Enum {
		if !s.Has(def.ID) {
			set(t, s, "release", release)
		}
	}
	return s, s.limits(def.ID)
}

// every returns texts of values that are legal for the setting in 9.1: its
// limits, the default, each value of a list.
func every(s *Scenario, def Setting) []string {
	switch def.Kind {
	case KindBool:
		return []string{"on", "off"}
	case KindEnum:
		return def.Enum
	case KindReal:
		return []string{printReal(def.Min), printReal(def.Max), s.Default(def.ID), printReal(max(def.Min, 0.10000000000000003))}
	case KindText:
		return []string{s.Default(def.ID), "INSERT INTO history VALUES ('it', 'a \\\\ b', :scale)", "\\sleep 1 ms\n-- why\n\\sleep :client_id us;"}
	}
	lowest, highest := int64(def.Min), int64(def.Max)
	return []string{
		def.Show(lowest), def.Show(highest), s.Default(def.ID),
		strconv.FormatInt(lowest, 10), strconv.FormatInt(highest, 10), def.Show(highest - 1),
		def.Show(lowest + (highest-lowest)/3),
	}
}

// What SHOW prints is read back as the same value, and the text of the
// scenario gives the same scenario.
func TestShowRoundTrip(t *testing.T) {
	for _, def := range Settings() {
		s, def := home(t, def)
		for _, text := range every(s, def) {
			s, _ := home(t, def)
			set(t, s, def.Name, text)
			shown := s.Show(def.ID)
			again, _ := home(t, def)
			set(t, again, def.Name, shown)
			if again.get(def.ID, def.Kind) != s.get(def.ID, def.Kind) {
				t.Errorf("%s = %s is shown as %s, which is %s", def.Name, text, shown, again.Show(def.ID))
			}
			parsed, _ := Parse(s.Text()) // shared_buffers = 128GB is legal, but not on this machine
			if got := parsed.Runs()[0]; got.Show(def.ID) != shown || got.Text() != s.Text() {
				t.Errorf("%s = %s: the text %q gives %s", def.Name, text, s.Text(), got.Show(def.ID))
			}
		}
	}
}

// Just outside the limits nothing is legal, and nothing changes.
func TestLimits(t *testing.T) {
	for _, def := range Settings() {
		_, def := home(t, def)
		var bad []string
		switch def.Kind {
		case KindInt:
			bad = []string{strconv.FormatInt(int64(def.Min)-1, 10), strconv.FormatInt(int64(def.Max)+1, 10), "9223372036854775807", "9223372036854775808", "1e3", "", "0x20", "010"}
		case KindReal:
			bad = []string{printReal(math.Nextafter(def.Max, math.Inf(1))), "-0.1", "NaN", "Inf", "0x1p-1", "1_0", "", "."}
		case KindBool:
			bad = []string{"", "o", "onn", "2", "enabled"}
		case KindEnum:
			bad = []string{"", "nothing", def.Enum[0] + " " + def.Enum[0]}
		case KindText:
			continue // script_test.go
		}
		for _, text := range bad {
			s, _ := home(t, def)
			before := s.Text()
			err := s.Set(def.Name, text)
			e, ok := err.(*Error)
			if !ok || e.Setting != def.Name || e.Value != text || e.Legal == "" {
				t.Errorf("%s = %q: error %v", def.Name, text, err)
			}
			if s.Text() != before {
				t.Errorf("%s = %q was refused and yet changed %s", def.Name, text, s.Text())
			}
		}
	}
}

func TestSetReads(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"shared_buffers", "4096", "32MB"},
		{"shared_buffers", "32 MB", "32MB"},
		{"shared_buffers", " 32MB\t", "32MB"},
		{"SHARED_BUFFERS", "1GB", "1GB"},
		{"shared_buffers", "1100kB", "1096kB"},
		{"ram", "1TB", "1024GB"},
		{"ram", "2097152", "2GB"},
		{"bgwriter_delay", "+10", "10ms"},
		{"bgwriter_delay", "1s", "1s"},
		{"bgwriter_delay", "1500", "1500ms"},
		{"checkpoint_timeout", "90", "90s"},
		{"checkpoint_timeout", "1h", "1h"},
		{"checkpoint_timeout", "30500ms", "30s"},
		{"duration", "1d", "1d"},
		{"cpu_per_transaction", "2ms", "2ms"},
		{"cpu_per_transaction", "2100us", "2100us"},
		{"commit_delay", "100000", "100000"},
		{"wal_buffers", "-1", "-1"},
		{"wal_buffers", "4", "32kB"},
		{"checkpoint_completion_target", ".9", "0.9"},
		{"bgwriter_lru_multiplier", "1e1", "10"},
		{"fsync", "FALSE", "off"},
		{"fsync", "y", "on"},
		{"fsync", "of", "off"},
		{"synchronous_commit", "local", "on"},
		{"autovacuum", "false", "off"},
		{"filesystem", "EXT4", "ext4"},
		{"seed", "9007199254740992", "9007199254740992"},
		{"vm.dirty_ratio", "20", "20"},
	} {
		s := New()
		set(t, s, c.name, c.text)
		def, _ := Lookup(c.name)
		if got := s.Show(def.ID); got != c.want {
			t.Errorf("%s = %q is shown as %s, want %s", c.name, c.text, got, c.want)
		}
	}
}

func TestErrorSentences(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"shared_buffers", "12XB", `shared_buffers: "12XB" is not a size; legal is 128kB to 128GB, for instance 32MB`},
		{"shared_buffers", "32mb", `shared_buffers: "32mb" is not a size (units are written exactly: MB); legal is 128kB to 128GB, for instance 32MB`},
		{"shared_buffers", "1.5GB", `shared_buffers: "1.5GB" is not a size (write a whole number); legal is 128kB to 128GB, for instance 32MB`},
		{"shared_buffers", "64kB", `shared_buffers: "64kB" is out of range; legal is 128kB to 128GB, for instance 32MB`},
		{"shared_buffers", "9999999999999TB", `shared_buffers: "9999999999999TB" is out of range; legal is 128kB to 128GB, for instance 32MB`},
		{"bgwriter_delay", "5us", `bgwriter_delay: "5us" is not a time; legal is 10ms to 10s, for instance 200ms`},
		{"bgwriter_delay", "", `bgwriter_delay: there is no value; legal is 10ms to 10s, for instance 200ms`},
		{"commit_delay", "1ms", `commit_delay: "1ms" is not a whole number; legal is 0 to 100000`},
		{"clients", "many", `clients: "many" is not a whole number; legal is 1 to 1024`},
		{"clients", "08", `clients: "08" is not a whole number (leave out leading zeros); legal is 1 to 1024`},
		{"wal_buffers", "0", `wal_buffers: "0" is out of range; legal is -1 (chosen by PostgreSQL) or 32kB to 17179869176kB, for instance -1`},
		{"fsync", "maybe", `fsync: "maybe" is neither on nor off; legal is on or off`},
		{"scheduler", "bfq", `scheduler: "bfq" is not one of its values; legal is cfq, deadline, noop, anticipatory, linus, mq-deadline or none`},
		{"autovacuum", "on", `autovacuum: "on" is not possible, because the workload of the lab runs without autovacuum; legal is off`},
		{"bgwriter_lru_multiplier", "11", `bgwriter_lru_multiplier: "11" is out of range; legal is 0 to 10`},
		{"shared_bufers", "1", `shared_bufers: there is no such setting; did you mean shared_buffers?`},
		{"dirty_ratio", "1", `dirty_ratio: there is no such setting; did you mean vm.dirty_ratio?`},
		{"max_connections", "1", `max_connections: there is no such setting in the lab`},
		{"max_wal_size", "1GB", `max_wal_size: "1GB" is not possible in release 9.1, because the setting exists in PostgreSQL 9.5 and later, and checkpoint_segments does its work`},
		{"checkpoint_flush_after", "0", `checkpoint_flush_after: "0" is not possible in release 9.1, because the setting exists in PostgreSQL 9.6 and later`},
		{"bgwriter_percent", "1", `bgwriter_percent: "1" is not possible in release 9.1, because the setting exists in PostgreSQL 8.0.0 to 8.1devel, and bgwriter_lru_multiplier does its work`},
		{"wal_recycle", "on", `wal_recycle: this setting exists in PostgreSQL 12 and later, and the lab does not have it`},
		{"a\"b\n", "1", `a\"b\n: there is no such setting in the lab`},
	} {
		err := New().Set(c.name, c.text)
		if err == nil || err.Error() != c.want {
			t.Errorf("%s = %q:\n got %v\nwant %s", c.name, c.text, err, c.want)
		}
	}
}

func TestReleaseRules(t *testing.T) {
	s := New()
	set(t, s, "release", "8.4")
	for name, text := range map[string]string{"wal_buffers": "-1", "commit_siblings": "0", "synchronous_commit": "local"} {
		if s.Set(name, text) == nil {
			t.Errorf("release 8.4 took %s = %s", name, text)
		}
	}
	s = New()
	set(t, s, "wal_buffers", "-1")
	err := s.Set("release", "9.0")
	want := `wal_buffers: "-1" is not possible in release 9.0; legal is 32kB to 17179869176kB, for instance 64kB`
	if err == nil || err.Error() != want || s.Enum(Release) != "9.1" {
		t.Errorf("release %s, error %v", s.Enum(Release), err)
	}
}

// 9.5 and 9.6 take two segments at least, 10 takes megabytes, and since 11 a server
// does not start with less than two segments.
func TestLeastWALSize(t *testing.T) {
	for release, legal := range map[string]bool{"9.5": false, "9.6": false, "10": true, "11": false, "19": false} {
		for _, name := range []string{"max_wal_size", "min_wal_size"} {
			s := New()
			set(t, s, "release", release)
			if err := s.Set(name, "16MB"); (err == nil) != legal {
				t.Errorf("release %s, %s = 16MB: %v", release, name, err)
			}
		}
	}
	s := New()
	set(t, s, "release", "10")
	set(t, s, "max_wal_size", "16MB")
	if s.Set("release", "11") == nil {
		t.Error("11 took the max_wal_size of 10")
	}
}

// Releases of two digits come after those of one, and a setting is refused
// where it does not exist, whichever of the two is set last.
func TestModernReleases(t *testing.T) {
	for _, c := range []struct {
		release string
		want    map[ID]string
	}{
		{"9.2", map[ID]string{SharedBuffers: "32MB", Build: "32-bit", CheckpointCompletionTarget: "0.5"}},
		{"9.6", map[ID]string{SharedBuffers: "128MB", Build: "64-bit", MaxWALSize: "1GB", MinWALSize: "80MB", CheckpointFlushAfter: "256kB", BgwriterFlushAfter: "512kB", BackendFlushAfter: "0", LogCheckpoints: "off"}},
		{"13", map[ID]string{CheckpointCompletionTarget: "0.5", LogCheckpoints: "off", WALBuffers: "-1"}},
		{"15", map[ID]string{CheckpointCompletionTarget: "0.9", LogCheckpoints: "on", SharedBuffers: "128MB"}},
	} {
		s := New()
		set(t, s, "release", c.release)
		for id, want := range c.want {
			if got := s.Show(id); got != want {
				t.Errorf("release %s: %s = %s, want %s", c.release, id, got, want)
			}
		}
	}
	s := New()
	set(t, s, "checkpoint_segments", "3")
	err := s.Set("release", "15")
	want := `checkpoint_segments: "3" is not possible in release 15, because the setting exists in PostgreSQL up to 9.4, and max_wal_size does its work`
	if err == nil || err.Error() != want || s.Enum(Release) != "9.1" {
		t.Errorf("release %s, error %v", s.Enum(Release), err)
	}
	s = New()
	if s.Set("checkpoint_timeout", "2h") == nil {
		t.Error("9.1 took a checkpoint_timeout of two hours")
	}
	set(t, s, "release", "10")
	set(t, s, "checkpoint_timeout", "1d")
	if s.Has(CheckpointSegments) || !s.Has(MaxWALSize) || s.InForce(Transactions) || !s.InForce(Duration) {
		t.Error("the settings of release 10 are wrong")
	}
}

func TestEffectiveWALBuffers(t *testing.T) {
	for _, c := range []struct {
		shared, wal string
		pages       int64
	}{
		{"128kB", "-1", 8}, {"2MB", "-1", 8}, {"32MB", "-1", 128}, {"512MB", "-1", 2048}, {"4GB", "-1", 2048}, {"32MB", "1MB", 128}, {"32MB", "4", 4},
	} {
		s := New()
		set(t, s, "shared_buffers", c.shared)
		set(t, s, "wal_buffers", c.wal)
		if got := s.EffectiveWALBuffers(); got != c.pages {
			t.Errorf("shared_buffers %s, wal_buffers %s: %d pages, want %d", c.shared, c.wal, got, c.pages)
		}
	}
}

func TestCheck(t *testing.T) {
	s := New()
	set(t, s, "ram", "4GB")
	set(t, s, "shared_buffers", "3GB")
	want := `shared_buffers: "3GB" does not fit into the address space of a 32-bit build; legal is 128kB to 2GB`
	if errs := s.Check(); len(errs) != 1 || errs[0].Error() != want {
		t.Errorf("errors %v, want %s", errs, want)
	}
	set(t, s, "build", "64-bit")
	if errs := s.Check(); len(errs) != 0 {
		t.Error(errs)
	}
	set(t, s, "ram", "3GB")
	want = `shared_buffers: "3GB" does not fit into ram = 3GB; legal is 128kB to 3008MB`
	if errs := s.Check(); len(errs) != 1 || errs[0].Error() != want {
		t.Errorf("errors %v, want %s", errs, want)
	}
}

func TestAccessors(t *testing.T) {
	s := New()
	set(t, s, "seed", "7")
	set(t, s, "checkpoint_completion_target", "0.9")
	if s.Seed() != 7 || s.Float(CheckpointCompletionTarget) != 0.9 || s.Int(SharedBuffers) != 4096 ||
		!s.Bool(Fsync) || s.Enum(Workload) != "tpc-b" || s.Int(CheckpointTimeout) != 300 {
		t.Error("an accessor disagrees with what was set")
	}
	copied := *s
	set(t, &copied, "seed", "8")
	if s.Seed() != 7 {
		t.Error("a copy shares its values")
	}
	defer func() {
		if recover() == nil {
			t.Error("a switch was read as a number")
		}
	}()
	s.Int(Fsync)
}

// Each machine of the lab must give legal defaults to every setting.
func TestMachineDefaultsAreLegal(t *testing.T) {
	for _, m := range hardware.Machines() {
		for _, k := range hardware.Kernels() {
			for _, f := range hardware.FileSystems() {
				s := New()
				set(t, s, "hardware", m.ID)
				set(t, s, "kernel", k.ID)
				set(t, s, "filesystem", f.ID)
				for _, def := range Settings() {
					if !s.Has(def.ID) {
						continue
					}
					if err := s.Set(def.Name, s.Default(def.ID)); err != nil {
						t.Errorf("%s, %s, %s: %v", m.ID, k.ID, f.ID, err)
					}
				}
			}
		}
	}
}

// What a kernel does not have is refused in words, whatever the order.
func TestKernelLacks(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"kernel = 2.6.18\nscheduler = none",
			`scheduler: "none" is not possible with kernel = 2.6.18, which does not have it; legal is cfq, anticipatory, deadline or noop`},
		{"kernel = 3.2\nscheduler = anticipatory",
			`scheduler: "anticipatory" is not possible with kernel = 3.2, which does not have it; legal is cfq, deadline or noop`},
		{"kernel = 2.4\nscheduler = cfq",
			`scheduler: "cfq" is not possible with kernel = 2.4, which does not have it; legal is linus`},
		{"filesystem = ext4\nkernel = 2.6.24",
			`filesystem: "ext4" is not possible with kernel = 2.6.24, which does not have it; legal is ext3-ordered, ext3-writeback, ext3-journal or xfs`},
		{"kernel = 5.10\nfilesystem = ext3-journal",
			`filesystem: "ext3-journal" is not possible with kernel = 5.10, which does not have it; legal is ext4 or xfs`},
		{"kernel = 2.6.28\nvm.dirty_bytes = 200000000",
			`vm.dirty_bytes: "200000000" is not possible with kernel = 2.6.28, because the setting exists in Linux 2.6.29 and later, and vm.dirty_ratio does its work; legal is 0, or kernel = 2.6.29, 2.6.32, 3.2 or 5.10`},
		{"kernel = 2.6.18\nvm.dirty_background_bytes = 8192",
			`vm.dirty_background_bytes: "8192" is not possible with kernel = 2.6.18, because the setting exists in Linux 2.6.29 and later, and vm.dirty_background_ratio does its work; legal is 0, or kernel = 2.6.29, 2.6.32, 3.2 or 5.10`},
		{"kernel = 3.2\nwbt_lat_usec = 2000",
			`wbt_lat_usec: "2000" is not possible with kernel = 3.2, because the setting exists in Linux 4.10 and later; legal is 0, or kernel = 5.10`},
		{"kernel = 2.6.29\nvm.dirty_bytes = 200000000", ""},
		{"kernel = 5.10\nwbt_lat_usec = 0", ""},
		{"kernel = 2.6.9\nscheduler = anticipatory", ""},
	} {
		f, errs := Parse(c.text)
		if len(errs) == 0 {
			_, errs = f.With(nil)
		}
		got := ""
		if len(errs) > 0 {
			got = errs[0].Error()
		}
		if got != c.want || len(errs) > 1 {
			t.Errorf("%q:\n got %v\nwant %s", c.text, errs, c.want)
		}
	}
}

// Whatever kernel a machine is given, the defaults are what it has.
func TestDefaultsFitTheKernel(t *testing.T) {
	for _, k := range hardware.Kernels() {
		s := New()
		set(t, s, "kernel", k.ID)
		if errs := s.Check(); len(errs) > 0 {
			t.Errorf("%s: %v", k.ID, errs)
		}
		if got := s.Enum(InodeLock); got != string(k.InodeLock) {
			t.Errorf("%s: inode_lock = %s", k.ID, got)
		}
		if got := s.InForce(DirtyBytes); got != k.BytesKnobs {
			t.Errorf("%s: vm.dirty_bytes in force: %v", k.ID, got)
		}
		if got := s.InForce(WBTLatency); got != (k.WBTDiskUs > 0) || s.Int(WBTLatency) != k.WBTDiskUs {
			t.Errorf("%s: wbt_lat_usec = %d, in force: %v", k.ID, s.Int(WBTLatency), got)
		}
	}
	s := New()
	set(t, s, "kernel", "5.10")
	if s.Enum(Scheduler) != "mq-deadline" || s.Enum(FileSystem) != "ext4" || !s.Bool(Barrier) {
		t.Errorf("5.10 on the default machine: %s, %s, barriers %v", s.Enum(Scheduler), s.Enum(FileSystem), s.Bool(Barrier))
	}
	for _, c := range []struct {
		kernel, fs string
		want       bool
	}{{"2.6.32", "ext3-ordered", false}, {"3.2", "ext3-ordered", true}, {"2.6.11", "xfs", false}, {"2.6.18", "xfs", true}, {"2.6.28", "ext4", true}} {
		s := New()
		set(t, s, "kernel", c.kernel)
		set(t, s, "filesystem", c.fs)
		if s.Bool(Barrier) != c.want {
			t.Errorf("barriers of %s on %s: %v", c.fs, c.kernel, !c.want)
		}
	}
}

// A limit of dirty pages is a share or a size: setting one makes the other 0.
func TestDirtyBytesAndRatio(t *testing.T) {
	s := New()
	set(t, s, "kernel", "2.6.32")
	set(t, s, "vm.dirty_ratio", "30")
	set(t, s, "vm.dirty_bytes", "100000000")
	if s.Int(DirtyRatio) != 0 || s.Int(DirtyBytes) != 100_000_000 || s.Int(DirtyBackgroundRatio) != 10 {
		t.Errorf("vm.dirty_ratio = %d beside vm.dirty_bytes = %d", s.Int(DirtyRatio), s.Int(DirtyBytes))
	}
	set(t, s, "vm.dirty_ratio", "40")
	if s.Int(DirtyRatio) != 40 || s.Int(DirtyBytes) != 0 {
		t.Errorf("vm.dirty_bytes = %d beside vm.dirty_ratio = %d", s.Int(DirtyBytes), s.Int(DirtyRatio))
	}
	set(t, s, "vm.dirty_background_bytes", "50000000")
	if s.Int(DirtyBackgroundRatio) != 0 {
		t.Errorf("vm.dirty_background_ratio = %d beside bytes", s.Int(DirtyBackgroundRatio))
	}
	set(t, s, "vm.dirty_background_bytes", "0")
	if s.Int(DirtyBackgroundRatio) != 10 {
		t.Errorf("vm.dirty_background_ratio = %d after bytes were set to 0", s.Int(DirtyBackgroundRatio))
	}
	f, errs := Parse(s.Text())
	if len(errs) > 0 || f.Runs()[0].Text() != s.Text() {
		t.Errorf("%v: %q is not what it was", errs, s.Text())
	}
}
