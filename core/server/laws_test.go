package server

import (
	"errors"
	"strings"
	"testing"

	"clocksweep/core/result"
	"clocksweep/core/scenario"
)

// mapPages is how many pages of free space maps a run may create: they are
// extensions, but not among the pages of the relations.
const mapPages = 12

// laws returns what a result that may be partial contradicts, or nil.
func laws(r *result.Result) error {
	sum := func(vs []float64) (n int64) {
		for _, v := range vs {
			n += int64(v)
		}
		return n
	}
	waits, inHistogram, usage, read, hit, grown := int64(0), int64(0), int64(0), int64(0), int64(0), int64(0)
	for _, w := range r.Waits {
		waits += w
	}
	for _, n := range r.Histogram {
		inHistogram += int64(n)
	}
	for _, n := range r.UsageCount {
		usage += n
	}
	for _, rel := range r.Relations {
		read, hit, grown = read+rel.BlksRead, hit+rel.BlksHit, grown+rel.Pages-rel.PagesInit
	}
	n := &r.Counters
	seconds := int64(len(r.Series.TPS))
	errs := []error{
		between("ns by which waits and latencies differ", waits-r.LatencyNs, 0, 0),
		between("ns of transactions that were booked as idle", r.Waits[result.WaitIdle], 0, 0),
		between("transactions missing in the histogram", r.Transactions-inHistogram, 0, 0),
		// What waits for a free client takes no client's time.
		between("ns of latency above what clients had time for",
			r.LatencyNs-r.Waits[result.WaitSchedule]-r.VirtualNs*r.Clients, -r.VirtualNs*r.Clients, 0),
		between("buffers with a usage count above what there is", usage-r.Buffers, -r.Buffers, 0),
		between("blocks read but in no relation", n.BlksRead-read, 0, 0),
		between("blocks hit but in no relation", n.BlksHit-hit, 0, 0),
		between("new pages that are no extension", grown-n.BuffersExtend, -mapPages, int64(len(r.Relations))),
		between("whole seconds without a sample", r.VirtualNs/1e9-seconds, 0, 1),
		between("updates that are neither HOT nor not", n.HOTUpdates+n.ColdUpdates-3*r.Transactions, -3*r.Transactions, 1<<40),
		between("checkpoints in the log that were not counted",
			int64(len(r.Checkpoints))-n.CheckpointsTimed-n.CheckpointsReq, -1<<40, 0),
		between("dirty buffers above what there is", n.StillDirty-r.Buffers, -r.Buffers, 0),
	}
	for _, col := range r.Series.Columns() {
		if int64(len(*col.Values)) != seconds {
			errs = append(errs, errors.New("the series "+col.Name+" is not as long as the others"))
		}
	}
	errs = append(errs, sampledLaws(r, seconds)...)
	// What happened after the last whole second is in no series.
	for _, c := range []struct {
		what    string
		counter int64
		series  []float64
	}{
		{"transactions", r.Transactions, r.Series.TPS},
		{"pages written by checkpoints", n.BuffersCheckpoint, r.Series.WrittenCkpt},
		{"pages written by the background writer", n.BuffersClean, r.Series.WrittenClean},
		{"pages written by backends", n.BuffersBackend, r.Series.WrittenBack},
		{"buffers allocated", n.BuffersAlloc, r.Series.Alloc},
		{"bytes of WAL", n.WALBytes, r.Series.WALBytes},
		{"bytes written by the disk", n.DiskWriteByte, r.Series.DiskWriteB},
		{"bytes read by the disk", n.DiskReadBytes, r.Series.DiskReadB},
	} {
		errs = append(errs, between(c.what+" before the last sample and not in the series", c.counter-sum(c.series), 0, 1<<40))
	}
	for _, share := range append(append([]float64(nil), r.Series.DiskBusy...), r.Series.CPUBusy...) {
		if share < 0 || share > 1.0000001 {
			errs = append(errs, errors.New("a share of a second is not between 0 and 1"))
		}
	}
	written := int64(0)
	for i := range r.Checkpoints {
		written += r.Checkpoints[i].Written
		errs = append(errs, checkpointLaws(&r.Checkpoints[i], r.VirtualNs))
	}
	errs = append(errs, between("pages written by checkpoints that are in no log line", n.BuffersCheckpoint-written, 0, 0))
	return errors.Join(errs...)
}

// checkpointLaws returns what is wrong with the log of one checkpoint.
func checkpointLaws(k *result.Checkpoint, now int64) error {
	end := func(t int64) int64 {
		if t == 0 {
			return now // still under way
		}
		return t
	}
	return errors.Join(
		between("ns from a checkpoint's start to the end of its writes", end(k.WriteEndNs)-k.StartNs, 0, now),
		between("ns of sync", end(k.SyncEndNs)-end(k.WriteEndNs), 0, now),
		between("ns from sync to the end", end(k.EndNs)-end(k.SyncEndNs), 0, now),
		between("ns of fsyncs above the sync phase", k.SumSyncNs-(end(k.SyncEndNs)-end(k.WriteEndNs)), -now, 0),
		between("ns by which the longest fsync is above all of them", k.LongestNs-k.SumSyncNs, -now, 0),
		between("ns by which all fsyncs are above as many of the longest", k.SumSyncNs-k.LongestNs*k.SyncFiles, -now*k.SyncFiles, 0),
	)
}

// TestLaws plays random scenarios: whatever the settings, the parts add up.
func TestLaws(t *testing.T) {
	for n := range uint64(120) {
		if sc := random(n); len(sc.Check()) == 0 {
			checkRun(t, run(t, sc))
		}
	}
}

// TestLawsDuringCheckpoints plays random scenarios in which one checkpoint
// follows the other.
func TestLawsDuringCheckpoints(t *testing.T) {
	checkpoints, inVain := 0, int64(0)
	for n := range uint64(140) {
		sc := random(2000 + n)
		trigger := [2]string{"checkpoint_segments", "1"}
		if !sc.Has(scenario.CheckpointSegments) {
			trigger = [2]string{"max_wal_size", "32MB"}
		}
		for _, set := range [][2]string{
			trigger, {"workload", "tpc-b"}, {"transactions", "0"}, {"full_page_writes", "on"}, {"duration", "1s"},
			{"cpu_per_transaction", "200us"}, {"clients", "12"}, {"cores", "2"}, {"commit_delay", "0"}, {"ram", "2GB"},
		} {
			if def, _ := scenario.Lookup(set[0]); !sc.Has(def.ID) {
				continue
			}
			if err := sc.Set(set[0], set[1]); err != nil {
				t.Fatal(err)
			}
		}
		if len(sc.Check()) > 0 {
			continue
		}
		r := run(t, sc)
		checkRun(t, r)
		checkpoints += len(r.s.checkpoints)
		inVain += r.s.books.inVain
	}
	if checkpoints < 20 || inVain == 0 {
		t.Errorf("%d checkpoints and %d writes in vain in all scenarios: they prove little", checkpoints, inVain)
	}
}

// corners are legal scenarios at the ends of what is legal.
var corners = []string{
	"workload=scan table_size=64kB synchronous_commit=off",
	"workload=vacuum table_size=64kB dead_pages=0 synchronous_commit=off release=15",
	"workload=vacuum table_size=64kB dead_pages=0 fsync=off release=8.2",
	"shared_buffers=128kB clients=1",
	"shared_buffers=128kB clients=8 after_init=reboot scale=3",
	"shared_buffers=128kB clients=200 cores=8",
	"shared_buffers=128kB clients=60 after_init=reboot",
	"clients=200 cores=4 scale=2 row_locks=off",
	"wal_buffers=32kB clients=8",
	"release=8.3 wal_buffers=32kB clients=8 after_init=none",
	"fsync=off clients=6 checkpoint_segments=1",
	"synchronous_commit=off clients=6 checkpoint_segments=1",
	"fsync=off clients=8 cpu_per_transaction=200us checkpoint_segments=1 checkpoint_timeout=30s shared_buffers=1MB duration=6s",
	"bgwriter_lru_maxpages=0 shared_buffers=256kB clients=6",
	"bgwriter_lru_maxpages=0 shared_buffers=128kB clients=6 release=9.0 duration=12s",
	"workload=select-only clients=8 after_init=none",
	"workload=select-only clients=8 after_init=reboot shared_buffers=128kB",
	"after_init=reboot clients=4",
	"after_init=none clients=4 shared_buffers=16MB",
	"group_commit=off clients=20",
	"commit_delay=100000 commit_siblings=0 clients=5",
	"hot_updates=off clients=4 usage_count_max=1",
	"full_page_writes=off usage_count_max=255 clients=4",
	"disk_write_cache=off scheduler=deadline filesystem=xfs clients=4",
	"filesystem=ext4 kernel=3.2 clients=4 scheduler=noop",
	"filesystem=ext3-writeback kernel=2.6.18 vm.dirty_background_ratio=0 vm.dirty_ratio=1 clients=4",
	"ram=256MB shared_buffers=190MB scale=12 clients=4",
	"bgwriter_delay=10s clients=4 shared_buffers=256kB",
	"vm.dirty_writeback_centisecs=0 filesystem=ext3-writeback clients=2",
	"wal_device=own clients=8 checkpoint_segments=1 shared_buffers=1MB",
	"wal_device=own kernel=2.6.28 barrier=on clients=8 vm.dirty_background_ratio=0 vm.dirty_ratio=1",
	"kernel=2.4 clients=8 checkpoint_segments=1 shared_buffers=1MB vm.dirty_background_ratio=1 vm.dirty_ratio=2",
	"kernel=2.6.9 scheduler=cfq clients=8 checkpoint_segments=1 shared_buffers=1MB",
	"kernel=5.10 clients=8 shared_buffers=1MB checkpoint_segments=1 vm.dirty_bytes=1000000 vm.dirty_background_bytes=100000",
	"kernel=2.6.32 filesystem=ext3-journal clients=8 checkpoint_segments=1 shared_buffers=1MB",
	"inode_lock=whole after_init=reboot scheduler=anticipatory clients=8 checkpoint_segments=1 shared_buffers=1MB",
	"release=15 clients=8 fsync=off shared_buffers=128kB scale=2",
	"release=15 clients=12 fsync=off max_wal_size=32MB cpu_per_transaction=200us duration=6s",
	"release=9.6 clients=12 max_wal_size=32MB cpu_per_transaction=200us hot_updates=off scale=20",
	"release=12 clients=8 after_init=none workload=simple-update shared_buffers=1MB",
	"disk=ebs-gp3 clients=8 after_init=reboot filesystem=xfs",
	"disk=ebs-gp2 ebs_iops=100 clients=8 after_init=reboot release=15",
	"disk=sd-cheap clients=4 filesystem=ext4 after_init=reboot",
	"disk=nvme-dc-2021 clients=20 filesystem=xfs release=15",
	"disk=ssd-sata-x25m-2010 clients=8 filesystem=ext4 raid=5 raid_disks=3",
	"hardware=amd64-raid1-2006 clients=10 scale=3 after_init=reboot",
	"hardware=rhel4-2007 clients=10 checkpoint_segments=1 barrier=on controller_honors_flush=on",
	"hardware=itagaki2008 clients=10 controller_battery=off",
	"hardware=opteron2005 clients=10 raid=6 raid_disks=32 raid_stripe=1MB",
}

func TestCorners(t *testing.T) {
	for _, text := range corners {
		checkRun(t, run(t, of(t, "duration=2s "+text)))
	}
}

// checkRun checks a run that is over, its result and its machine.
func checkRun(t *testing.T, r *Run) {
	t.Helper()
	where := linkOf(&r.sc)
	x := r.Result()
	if err := errors.Join(laws(x), r.s.check()); err != nil {
		t.Errorf("%s\n%v", where, err)
	}
	paced := r.sc.InForce(scenario.Rate) || r.sc.Terminals()
	if x.Stopped || x.Transactions == 0 && x.ConnectNs < x.PlannedNs && !paced {
		t.Errorf("%s\nthe run did not end by itself or had no transaction", where)
	}
	for _, b := range r.s.backends {
		if len(b.pins) > 0 || b.xid != 0 || b.extending != nil || len(b.locked) > 0 || len(b.held) > 0 || b.be.Ring != nil {
			t.Errorf("%s\na client left something behind", where)
		}
	}
	back, err := result.Decode(result.Append(nil, x))
	if err != nil || back.Hash() != x.Hash() {
		t.Errorf("%s\nthe result does not survive its binary form", where)
	}
	for _, set := range x.Settings {
		if strings.TrimSpace(set.Value) == "" {
			t.Errorf("%s\nthe result has no value for %s", where, set.Name)
		}
	}
}

// TestSeriesAddUp compares, at each whole second, what the series add up to with
// the counters of that moment.
func TestSeriesAddUp(t *testing.T) {
	r := start(t, of(t, "shared_buffers=1MB clients=4 duration=3s checkpoint_segments=1 full_page_writes=on"))
	samples := 0
	for r.Step(1) {
		if len(r.s.samples.series.TPS) == samples {
			continue
		}
		samples++
		addUp(t, r.Result(), samples)
	}
	if samples < 3 {
		t.Errorf("only %d samples in 3 s", samples)
	}
}

// addUp compares the series of so many whole seconds with the counters.
func addUp(t *testing.T, x *result.Result, samples int) {
	t.Helper()
	n := &x.Counters
	for _, c := range []struct {
		what    string
		counter int64
		series  []float64
	}{
		{"transactions", x.Transactions, x.Series.TPS},
		{"pages written by checkpoints", n.BuffersCheckpoint, x.Series.WrittenCkpt},
		{"pages written by the background writer", n.BuffersClean, x.Series.WrittenClean},
		{"pages written by backends", n.BuffersBackend, x.Series.WrittenBack},
		{"buffers allocated", n.BuffersAlloc, x.Series.Alloc},
		{"bytes of WAL", n.WALBytes, x.Series.WALBytes},
		{"bytes written by the disk", n.DiskWriteByte, x.Series.DiskWriteB},
	} {
		sum := 0.0
		for _, v := range c.series {
			sum += v
		}
		if int64(sum) != c.counter || c.counter == 0 && c.what != "pages written by checkpoints" {
			t.Errorf("after %d s: %d %s, but the series add up to %.0f", samples, c.counter, c.what, sum)
		}
	}
	if last := x.Series.PoolDirty[samples-1]; int64(last) != n.StillDirty {
		t.Errorf("after %d s: %d dirty buffers, but the series say %.0f", samples, n.StillDirty, last)
	}
}
