package server

import (
	"math"
	"testing"

	"clocksweep/core/result"
	"clocksweep/core/sim"
)

// TestRate: a server that is fast enough keeps the rate, and transactions begin
// nearly when they are to; intervals are those of chance, so that the number in a
// second varies as its square root.
func TestRate(t *testing.T) {
	for _, release := range []string{"8.3", "9.4", "15"} {
		r := run(t, of(t, "rate=200 clients=8 duration=60s fsync=off full_page_writes=off ram=8GB scale=20 cpu_per_transaction=500us shared_buffers=512MB release="+release))
		checkRun(t, r)
		x := r.Result()
		if tps := x.TPSExcluding(); math.Abs(tps-200) > 6 {
			t.Errorf("%s: %.1f transactions a second, want 200", release, tps)
		}
		lag := float64(x.Schedule.LagNs) / float64(x.Transactions) / 1e6
		if lag > 1 {
			t.Errorf("%s: transactions begin %.2f ms late on average", release, lag)
		}
		if x.Schedule.LagNs != x.Waits[result.WaitSchedule] {
			t.Errorf("%s: %d ns of lag, %d booked", release, x.Schedule.LagNs, x.Waits[result.WaitSchedule])
		}
		sumSq, n := 0.0, 0.0
		for _, v := range x.Series.TPS[1:59] {
			sumSq += (v - 200) * (v - 200)
			n++
		}
		if dispersion := sumSq / n / 200; dispersion < 0.5 || dispersion > 1.7 {
			t.Errorf("%s: the variance of transactions a second is %.2f of their mean, want about 1", release, dispersion)
		}
		if len(x.Stalls) > 0 {
			t.Errorf("%s: %d stalls of an idle server", release, len(x.Stalls))
		}
	}
}

// TestTooSlowForTheRate: the lag grows to the end, and the latencies contain it.
// With a latency limit what is too late is skipped, and the lag stays below it.
func TestTooSlowForTheRate(t *testing.T) {
	const settings = "rate=1500 clients=4 cores=2 duration=20s fsync=off scale=20 cpu_per_transaction=2ms shared_buffers=512MB release=15 "
	r := run(t, of(t, settings))
	checkRun(t, r)
	x := r.Result()
	// 1000 transactions a second of 1500 leave the last one a third of the time late.
	if got := float64(x.Schedule.LagMaxNs) / 20e9; got < 0.25 || got > 0.45 {
		t.Errorf("the last transaction began %.2f of the run late, want about 1/3", got)
	}
	first, last := x.Series.LatencyAvg[2], x.Series.LatencyAvg[18]
	if last < 4*first {
		t.Errorf("latency %.0f ms in second 2 and %.0f in second 18, want it to grow", first/1e6, last/1e6)
	}
	if x.Schedule.Skipped != 0 || x.Schedule.Late != 0 {
		t.Errorf("%+v without a limit", x.Schedule)
	}
	r = run(t, of(t, settings+"latency_limit=100"))
	checkRun(t, r)
	x = r.Result()
	if x.Schedule.LagMaxNs > 100e6 {
		t.Errorf("a transaction began %d ns late, the limit is 100 ms", x.Schedule.LagMaxNs)
	}
	if tried := float64(x.Transactions+x.Schedule.Skipped) / 20; math.Abs(tried-1500) > 45 {
		t.Errorf("%.1f transactions a second executed or skipped, want 1500", tried)
	}
	if x.Schedule.Skipped < 8000 || x.Schedule.Late == 0 || x.Schedule.Late > x.Transactions {
		t.Errorf("%+v of %d, want a third skipped and some late", x.Schedule, x.Transactions)
	}
}

// TestLimitAlone: without a rate nothing is skipped and what is above the limit is
// counted.
func TestLimitAlone(t *testing.T) {
	x := run(t, of(t, "latency_limit=1 clients=4 duration=5s fsync=off cpu_per_transaction=2ms release=9.5")).Result()
	if x.Schedule.Skipped != 0 || x.Schedule.LagNs != 0 || x.Schedule.Late < x.Transactions*9/10 {
		t.Errorf("%+v of %d transactions of at least 2 ms, want nearly all of them late", x.Schedule, x.Transactions)
	}
}

// TestSkippedCountAsTransactions: with -t a client that skips has that one behind
// it, so the run ends.
func TestSkippedCountAsTransactions(t *testing.T) {
	r := run(t, of(t, "rate=100000 latency_limit=1 clients=3 transactions=200 fsync=off release=15"))
	checkRun(t, r)
	if x := r.Result(); x.Transactions+x.Schedule.Skipped != 600 || x.Schedule.Skipped == 0 {
		t.Errorf("%d transactions and %d skipped, want 600 together", x.Transactions, x.Schedule.Skipped)
	}
}

// TestBursts: nothing begins while the clients rest, which is no stall.
func TestBursts(t *testing.T) {
	for _, rate := range []string{"", " rate=100"} {
		r := run(t, of(t, "burst_on=3 burst_off=2 clients=4 duration=20s fsync=off full_page_writes=off ram=8GB scale=20 shared_buffers=512MB release=15 cpu_per_transaction=1ms"+rate))
		checkRun(t, r)
		x := r.Result()
		for i, tps := range x.Series.TPS[:20] {
			if resting := i%5 >= 3; resting != (tps <= 4) {
				t.Errorf("%.0f transactions in second %d%s", tps, i, rate)
			}
		}
		if len(x.Stalls) > 0 {
			t.Errorf("%d stalls%s: %v", len(x.Stalls), rate, x.Stalls)
		}
	}
}

// TestStddev compares the standard deviation with that of the histogram.
func TestStddev(t *testing.T) {
	r := run(t, of(t, "clients=4 duration=5s"))
	h := &r.s.samples.total
	mean, sum := float64(h.Sum)/float64(h.Count), 0.0
	lower := int64(0)
	for b, n := range h.Bucket {
		upper := sim.BucketUpper(b)
		d := float64(lower+upper)/2 - mean
		sum += float64(n) * d * d
		lower = upper
	}
	want := math.Sqrt(sum / float64(h.Count))
	if got := float64(r.Result().StddevNs); math.Abs(got/want-1) > 0.03 {
		t.Errorf("standard deviation %.0f ns, that of the histogram is %.0f", got, want)
	}
}
