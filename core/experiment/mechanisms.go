package experiment

import "clocksweep/core/scenario"

// Mechanism is one thing that may explain a result, with the changes that take it
// out of a run while all else stays.
type Mechanism struct {
	Name    string // in addresses and tables of data
	Label   string // what it is, in a few words
	Without []scenario.Change
	inPlay  func(s *scenario.Scenario) bool
}

func without(name, value string) []scenario.Change {
	return []scenario.Change{{Name: name, Value: value}}
}

func is(id scenario.ID, value string) func(*scenario.Scenario) bool {
	return func(s *scenario.Scenario) bool { return s.Has(id) && s.Show(id) == value }
}

func isNot(id scenario.ID, value string) func(*scenario.Scenario) bool {
	return func(s *scenario.Scenario) bool { return s.Has(id) && s.Show(id) != value }
}

// mechanisms are all that the lab can take away, from the server down to the
// disk.
var mechanisms = []Mechanism{
	{"usage-counts", "usage counts above 1", without("usage_count_max", "1"), func(s *scenario.Scenario) bool {
		return s.Since("8.1") && s.Int(scenario.UsageCountMax) > 1
	}},
	{"cleaning", "cleaning by the background writer", without("bgwriter_lru_maxpages", "0"), func(s *scenario.Scenario) bool {
		return s.Since("8.3") && s.InForce(scenario.BgwriterLRUMaxpages) && s.Int(scenario.BgwriterLRUMaxpages) > 0
	}},
	{"cleaning", "cleaning by the background writer", []scenario.Change{
		{Name: "bgwriter_lru_maxpages", Value: "0"}, {Name: "bgwriter_all_maxpages", Value: "0"},
	}, func(s *scenario.Scenario) bool { return s.InForce(scenario.BgwriterAllMaxpages) }},
	{"cleaning", "cleaning by the background writer", without("cleaning", "none"), func(s *scenario.Scenario) bool {
		return s.Enum(scenario.Cleaning) != "none" && !s.InForce(scenario.BgwriterAllMaxpages) && !s.InForce(scenario.BgwriterMaxpages) &&
			!(s.Since("8.3") && s.InForce(scenario.BgwriterLRUMaxpages))
	}},
	{"cleaning", "cleaning by the background writer", without("bgwriter_maxpages", "0"), func(s *scenario.Scenario) bool {
		return s.Has(scenario.BgwriterMaxpages)
	}},
	{"checkpoint-spread", "spreading a checkpoint's writes", without("checkpoint_completion_target", "0"), isNot(scenario.CheckpointCompletionTarget, "0")},
	{"checkpoint-spread", "spreading a checkpoint's writes", without("checkpoint_write_percent", "0"), isNot(scenario.CheckpointWritePercent, "0")},
	{"checkpoint-mark", "marking what a checkpoint has to write", without("checkpoint_needed_flag", "off"), func(s *scenario.Scenario) bool {
		return s.Enum(scenario.Release) == "8.3devel" && s.Bool(scenario.CheckpointNeededFlag)
	}},
	{"checkpoint-order", "writing a checkpoint in the order of the files", without("checkpoint_sorted", "off"), func(s *scenario.Scenario) bool {
		return s.Bool(scenario.CheckpointSorted)
	}},
	{"checkpoint-flush", "telling the kernel to write early", without("checkpoint_flush_after", "0"), isNot(scenario.CheckpointFlushAfter, "0")},
	{"full-page-images", "full-page images in WAL", without("full_page_writes", "off"), is(scenario.FullPageWrites, "on")},
	{"image-compression", "compressing full-page images", without("wal_image_percent", "100"), func(s *scenario.Scenario) bool {
		return s.Has(scenario.WALImagePercent) && s.Int(scenario.WALImagePercent) < 100 && s.Bool(scenario.FullPageWrites)
	}},
	{"hot", "HOT updates", without("hot_updates", "off"), func(s *scenario.Scenario) bool {
		return s.Has(scenario.HOTUpdates) && s.Bool(scenario.HOTUpdates) && updates(s)
	}},
	{"group-commit", "group commit", without("group_commit", "off"), func(s *scenario.Scenario) bool {
		return s.Bool(scenario.GroupCommit) && s.Bool(scenario.Fsync) && s.Int(scenario.Clients) > 1 && updates(s)
	}},
	{"row-locks", "row locks", without("row_locks", "off"), func(s *scenario.Scenario) bool {
		return s.Bool(scenario.RowLocks) && s.Int(scenario.Clients) > 1 && updates(s)
	}},
	{"content-locks", "content locks of pages", without("content_locks", "off"), func(s *scenario.Scenario) bool {
		return s.Bool(scenario.ContentLocks) && updates(s)
	}},
	{"insert-lock", "WALInsertLock", without("wal_insert_lock", "off"), func(s *scenario.Scenario) bool {
		return s.Bool(scenario.WALInsertLock) && s.Int(scenario.Clients) > 1 && updates(s)
	}},
	{"commit-waits", "commits that wait for their WAL", without("synchronous_commit", "off"), func(s *scenario.Scenario) bool {
		return s.Has(scenario.SynchronousCommit) && s.Bool(scenario.SynchronousCommit) && s.Bool(scenario.Fsync) && updates(s)
	}},
	{"ordered", "ext3's ordered mode", without("filesystem", "ext3-writeback"), is(scenario.FileSystem, "ext3-ordered")},
	{"time-stamps", "journal commits for time stamps", without("fdatasync_commit", "blocks"), func(s *scenario.Scenario) bool {
		return s.Enum(scenario.FdatasyncCommit) == "mtime" && (s.Enum(scenario.FileSystem) == "ext3-ordered" || s.Enum(scenario.FileSystem) == "ext3-writeback")
	}},
	{"barriers", "write barriers", without("barrier", "off"), is(scenario.Barrier, "on")},
	{"periodic-writeback", "the kernel's periodic writeback", without("vm.dirty_writeback_centisecs", "0"), isNot(scenario.DirtyWriteback, "0")},
	{"scheduler", "the kernel's I/O scheduler", without("scheduler", "noop"), isNot(scenario.Scheduler, "noop")},
	{"drive-cache", "the drive's write cache", without("disk_write_cache", "off"), is(scenario.DiskWriteCache, "on")},
	{"drive-order", "the drive's choice of order", without("disk_sptf_alpha", "0"), isNot(scenario.DiskSPTFAlpha, "0")},
}

func updates(s *scenario.Scenario) bool { return s.Enum(scenario.Workload) != "select-only" }

// Mechanisms returns the mechanisms in play in the scenario, from the server down
// to the disk.
func Mechanisms(s *scenario.Scenario) []Mechanism {
	var list []Mechanism
	for _, m := range mechanisms {
		if m.inPlay(s) {
			list = append(list, m)
		}
	}
	return list
}
