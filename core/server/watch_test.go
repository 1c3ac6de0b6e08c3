package server_test

import (
	"testing"

	"clocksweep/core/result"
	"clocksweep/core/scenario"
	"clocksweep/core/server"
)

func watched(t *testing.T, settings string, watch bool) *result.Result {
	t.Helper()
	file, errs := scenario.Parse(settings)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	run, err := server.New(file.Runs()[0])
	if err != nil {
		t.Fatal(err)
	}
	if watch {
		run.Watch()
	}
	for run.Step(1 << 20) {
	}
	return run.Result()
}

// TestWatch checks that pictures of the pool agree with the counters of their second,
// that they change nothing, and that the hash leaves them out.
func TestWatch(t *testing.T) {
	for _, settings := range []string{
		"release = 16\nshared_buffers = 16MB\nscale = 5\nclients = 2\nduration = 10s\n",
		"release = 8.0.2\nshared_buffers = 500\nscale = 2\nclients = 2\nduration = 5s\n",
		"release = 7.4\nshared_buffers = 500\nscale = 2\nclients = 2\nduration = 5s\n",
	} {
		r, plain := watched(t, settings, true), watched(t, settings, false)
		if len(plain.Pool) != 0 {
			t.Error("a run that was not asked keeps pictures")
		}
		if r.Hash() != plain.Hash() {
			t.Error("watching changes the run")
		}
		if len(r.Pool) != len(r.Series.TPS) {
			t.Fatalf("%d pictures of %d seconds", len(r.Pool), len(r.Series.TPS))
		}
		for i, v := range r.Pool {
			if v.Second != int64(i)+1 {
				t.Fatalf("picture %d is of second %d", i, v.Second)
			}
			if float64(v.Dirty) != r.Series.PoolDirty[i] {
				t.Errorf("second %d: %d dirty in the picture, %v in the series", v.Second, v.Dirty, r.Series.PoolDirty[i])
			}
			all := v.Empty
			for _, n := range v.Levels {
				all += n
			}
			if all != r.Buffers {
				t.Errorf("second %d: %d of %d buffers are in the picture", v.Second, all, r.Buffers)
			}
			if want := (r.Buffers + v.Group - 1) / v.Group; int64(len(v.Cells)) != want || want > 1024 {
				t.Errorf("%d cells of %d buffers, %d each", len(v.Cells), r.Buffers, v.Group)
			}
			if v.Hand < -1 || v.Hand >= r.Buffers || v.Round < -1 || v.Round >= r.Buffers {
				t.Errorf("the hand stands at %d, the background writer at %d", v.Hand, v.Round)
			}
		}
		back, err := result.Decode(result.Append(nil, r))
		if err != nil {
			t.Fatal(err)
		}
		if len(back.Pool) != len(r.Pool) || string(back.Pool[3].Cells) != string(r.Pool[3].Cells) || back.Pool[3].Dirty != r.Pool[3].Dirty {
			t.Error("the pictures are others after Append and Decode")
		}
	}
}

// TestWatchLong checks that a long run has few pictures at equal distances.
func TestWatchLong(t *testing.T) {
	r := watched(t, "release = 9.1\nshared_buffers = 4MB\nscale = 1\nclients = 1\nrate = 1\nduration = 500s\n", true)
	if n := len(r.Pool); n < 60 || n > 120 {
		t.Fatalf("%d pictures", n)
	}
	distance := r.Pool[0].Second
	for i, v := range r.Pool {
		if v.Second != distance*int64(i+1) {
			t.Fatalf("picture %d is of second %d, the first of %d", i, v.Second, distance)
		}
	}
	if at := r.At(300); at.Second > 300 || at.Second <= 300-distance {
		t.Errorf("at 300 s the picture is of %d s", at.Second)
	}
	if at := r.At(0); at.Second != distance {
		t.Errorf("at the start the picture is of %d s", at.Second)
	}
}
