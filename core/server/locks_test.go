package server

import (
	"math"
	"testing"

	"clocksweep/core/result"
)

// crowded are scenarios in which backends wait for the locks of the buffer manager,
// in all eras and at the ends of what is legal.
var crowded = []string{
	"release=7.4 fsync=off clients=20",
	"release=8.0.0 clients=20 shared_buffers=128kB fsync=off",
	"release=8.0.2 clients=6 cores=1 shared_buffers=300",
	"release=8.1devel clients=6 shared_buffers=200 workload=select-only",
	"release=8.1 clients=20 shared_buffers=1MB fsync=off",
	"release=8.3 clients=20 cores=1 shared_buffers=1MB fsync=off checkpoint_segments=1",
	"release=9.2 clients=30 shared_buffers=200kB fsync=off",
	"release=9.4 clients=40 cores=4 buffer_partitions=1 freelist_lock=spinlock shared_buffers=128kB",
	"release=9.6 clients=20 shared_buffers=2MB fsync=off max_wal_size=32MB",
	"release=15 clients=20 after_init=warm shared_buffers=2MB",
	"release=19 clients=20 after_init=warm workload=select-only shared_buffers=2MB",
	"release=9.4 buffer_locks=bufmgrlock clients=20 fsync=off shared_buffers=2MB",
	"release=9.4 replacement=reclaimer3 clients=20 shared_buffers=2MB fsync=off",
	"release=9.4 replacement=reclaimer4 freelist_lock=spinlock reclaim_wakeup=round clients=20 shared_buffers=2MB after_init=warm",
	"release=9.4 replacement=reclaimer9 clients=20 cores=1 shared_buffers=1MB fsync=off",
	"release=9.1 replacement=arc clients=20 shared_buffers=1MB fsync=off",
}

func TestCrowdedCorners(t *testing.T) {
	for _, text := range crowded {
		r := run(t, of(t, "hardware=power7-2014 lock_detail=on duration=1s "+text))
		checkRun(t, r)
		x := r.Result()
		acquired := int64(0)
		for _, l := range x.Locks {
			acquired += l.Shared + l.Exclusive
			if l.Blocked > l.Shared+l.Exclusive || l.Busiest > l.Blocked {
				t.Errorf("%s: %+v", text, l)
			}
		}
		if acquired < x.Transactions {
			t.Errorf("%s: %d locks taken in %d transactions", text, acquired, x.Transactions)
		}
	}
}

// lockOf returns the row of a lock; the test fails if there is none.
func lockOf(t *testing.T, x *result.Result, name string) result.Lock {
	t.Helper()
	for _, l := range x.Locks {
		if l.Name == name {
			return l
		}
	}
	t.Fatalf("no lock %s in %+v", name, x.Locks)
	return result.Lock{}
}

func TestLocksOfEachEra(t *testing.T) {
	for _, test := range []struct {
		release             string
		single              bool
		partitions, inserts int64
		freelist            bool
	}{
		{"7.4", true, 0, 1, false},
		{"8.1devel", true, 0, 1, false},
		{"8.1", false, 1, 1, true},
		{"8.2", false, 16, 1, true},
		{"9.3", false, 16, 1, true},
		{"9.4", false, 16, 8, true},
		{"9.5", false, 128, 8, false},
		{"15", false, 128, 8, false},
	} {
		x := start(t, of(t, "lock_detail=on release="+test.release)).Result()
		has := map[string]int64{}
		for _, l := range x.Locks {
			has[l.Name] = l.Locks
		}
		if has["BufMgrLock"] == 1 != test.single || has["BufMappingLock"] != test.partitions ||
			has["WALInsertLock"] != test.inserts || has["BufFreelistLock"] == 1 != test.freelist {
			t.Errorf("release %s has %v", test.release, has)
		}
	}
}

// TestFewClientsPayNothing: below the limits a run is the same as one without
// detail, to the event.
func TestFewClientsPayNothing(t *testing.T) {
	play := func(detail string) *Run {
		return run(t, of(t, "shared_buffers=2MB clients=6 duration=3s lock_detail="+detail))
	}
	auto, off := play("auto"), play("off")
	a, b := auto.Result(), off.Result()
	if len(a.Locks) > 0 || a.LatencyNs != b.LatencyNs || a.Counters != b.Counters || auto.Events() != off.Events() {
		t.Errorf("%d transactions in %d events with lock_detail = auto, %d in %d with off",
			a.Transactions, auto.Events(), b.Transactions, off.Events())
	}
}

// TestAloneNobodyIsBlocked: one client finds every lock free, and computing piece by
// piece takes as long as computing at once.
func TestAloneNobodyIsBlocked(t *testing.T) {
	play := func(detail string) *result.Result {
		return run(t, of(t, "workload=select-only shared_buffers=64MB scale=2 after_init=warm duration=1s lock_detail="+detail)).Result()
	}
	on, off := play("on"), play("off")
	for _, l := range on.Locks {
		if l.Blocked > 0 || l.Delays > 0 {
			t.Errorf("blocked without company: %+v", l)
		}
	}
	if ratio := float64(on.Transactions) / float64(off.Transactions); math.Abs(ratio-1) > 0.01 {
		t.Errorf("%d transactions with locks, %d without", on.Transactions, off.Transactions)
	}
}

// TestFreelistConvoy: with BufFreelistLock the throughput settles where blocked
// acquisitions and wake-ups balance, whatever the number of clients; without it, and
// with more partitions, the processors are the limit.
func TestFreelistConvoy(t *testing.T) {
	const machine = "hardware=power7-2014 release=9.4 workload=select-only scale=60 shared_buffers=160MB after_init=warm duration=1s "
	play := func(text string) *result.Result { return run(t, of(t, machine+text)).Result() }
	few, many := play("clients=48"), play("clients=96")
	if ratio := float64(many.Transactions) / float64(few.Transactions); ratio < 0.93 || ratio > 1.07 {
		t.Errorf("%d transactions with 48 clients, %d with 96: no plateau", few.Transactions, many.Transactions)
	}
	l := lockOf(t, many, "BufFreelistLock")
	if l.Exclusive != many.Counters.BuffersAlloc {
		t.Errorf("BufFreelistLock was taken %d times for %d buffers", l.Exclusive, many.Counters.BuffersAlloc)
	}
	rate := float64(l.Exclusive) / (float64(many.VirtualNs) / 1e9)
	wakeups := float64(l.Blocked) / (float64(many.VirtualNs) / 1e9)
	// One wake-up of 135 us at a time.
	if limit := 1e9 / 135_000.0; wakeups > limit || wakeups < 0.7*limit {
		t.Errorf("%.0f blocked acquisitions a second of %.0f, want a little less than %.0f", wakeups, rate, limit)
	}
	free := play("clients=48 freelist_lock=none buffer_partitions=128")
	if ratio := float64(free.Transactions) / float64(few.Transactions); ratio < 2.5 {
		t.Errorf("without the lock only %.1f times the throughput", ratio)
	}
}

// TestListUnderBufMgrLock: while the background writer of 8.0 makes its list of a
// large pool, no backend gets on.
func TestListUnderBufMgrLock(t *testing.T) {
	latest := func(buffers string) int64 {
		x := run(t, of(t, "release=8.0.0 hardware=power7-2014 scale=20 clients=20 fsync=off checkpoint_segments=1 duration=4s shared_buffers="+buffers)).Result()
		if len(x.Checkpoints) == 0 {
			t.Fatal("no checkpoint")
		}
		return x.Latency.Max
	}
	// A million entries of 60 ns each.
	if small, large := latest("32MB"), latest("8GB"); large < small+25_000_000 {
		t.Errorf("the longest transaction took %d ns with a small pool, %d with a large one", small, large)
	}
}
