package storage

import (
	"math"
	"testing"

	"clocksweep/core/sim"
)

// TestBucket takes random amounts at random times: the bucket is never
// overdrawn, gives no more than what flowed in, and does not hold back what is
// there.
func TestBucket(t *testing.T) {
	for _, c := range []struct{ rate, depth, most int64 }{
		{3000, 300, 2}, {100, 5_400_000, 2}, {125 << 20, 13 << 20, 512 << 10}, {1000 << 20, 1 << 20, 512 << 10}, {7, 1, 1},
	} {
		b := newBucket(c.rate, c.depth)
		r := sim.NewRand(1, "bucket")
		now, at, total := int64(0), int64(0), int64(0)
		for range 20_000 {
			n := 1 + r.Intn(c.most)
			now += int64(r.Exp() * 1e9 * float64(c.most) / float64(c.rate))
			ready := b.ready(now, n)
			if ready < now || ready < at {
				t.Fatalf("rate %d: tokens were ready at %d, asked at %d, the last ones were at %d", c.rate, ready, now, at)
			}
			if before := b.level(ready); before < float64(n)-1e-3 {
				t.Fatalf("rate %d: %d tokens were taken of %f", c.rate, n, before)
			}
			if ready > now && b.level(ready-1) >= float64(n)+1e-3 {
				t.Fatalf("rate %d: %d tokens were there before %d ns", c.rate, n, ready)
			}
			b.take(ready, n)
			if after := b.level(ready); after < -1e-3 {
				t.Fatalf("rate %d: the bucket was overdrawn to %f", c.rate, after)
			}
			at = ready
			total += n
			if most := float64(c.depth) + float64(c.rate)*float64(at)/1e9; float64(total) > most+1e-3 {
				t.Fatalf("rate %d: %d tokens after %d ns, %f have flowed in", c.rate, total, at, most)
			}
		}
		if most := float64(c.depth) + float64(c.rate)*float64(at)/1e9; c.depth < 1<<20 && float64(total) < 0.45*most {
			t.Errorf("rate %d: only %d tokens of %f were taken, this proves little", c.rate, total, most)
		}
	}
}

// TestOversized: more than the bucket can hold passes when it is full, and what
// follows waits for the debt.
func TestOversized(t *testing.T) {
	b := newBucket(100, 10)
	if at := b.ready(5, 25); at != 5 {
		t.Errorf("a full bucket lets 25 tokens pass at %d", at)
	}
	b.take(5, 25)
	if at := b.ready(5, 1); at != 5+160*sim.Millisecond {
		t.Errorf("the next token is there at %d", at)
	}
}

// TestExp compares with the library's function, which is as good, but not the
// same on every platform.
func TestExp(t *testing.T) {
	for x := -4.0; x <= 4; x += 1.0 / 64 {
		if got, want := exp(x), math.Exp(x); math.Abs(got/want-1) > 2e-14 {
			t.Errorf("exp(%v) = %v, want %v", x, got, want)
		}
	}
}

// TestNormalQuantile compares with the error function.
func TestNormalQuantile(t *testing.T) {
	for p := 1.0 / 4096; p < 1; p += 1.0 / 4096 {
		z := normalQuantile(p)
		if back := 0.5 * math.Erfc(-z/math.Sqrt2); math.Abs(back-p) > 2e-9 {
			t.Errorf("%v lies below the quantile of %v", back, p)
		}
	}
}

// TestDelays checks median, spread and mean of the drawn times, and pins the
// table and some draws to numbers, so that a platform on which they differ is
// found.
func TestDelays(t *testing.T) {
	d := newDelay(0.35, 1, "delays")
	const n = 100_000
	const median = 800_000
	below, sum, low := 0, 0.0, 0
	for range n {
		x := d.draw(median)
		if x < median {
			below++
		}
		if x < 563_749 { // exp(-0.35) of the median: one standard deviation
			low++
		}
		sum += float64(x)
	}
	within(t, "share below the median", float64(below)/n, 0.5, 0.01)
	within(t, "share a standard deviation below", float64(low)/n, 0.15866, 0.03)
	within(t, "mean", sum/n, median*math.Exp(0.35*0.35/2), 0.01)

	hash := uint64(14695981039346656037)
	for _, x := range d.ratio {
		hash = (hash ^ uint64(x)) * 1099511628211
	}
	for range 1000 {
		hash = (hash ^ uint64(d.draw(median))) * 1099511628211
	}
	if want := uint64(0xbb7718ab4972ba40); hash != want {
		t.Errorf("table and draws have the hash %#x, want %#x", hash, want)
	}
}
