package replay_test

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"clocksweep/core/bufmgr"
	"clocksweep/core/replay"
	"clocksweep/core/sim"
	"clocksweep/core/trace"
)

// samples are a short recording in each of the two forms, with 8 buffers.
var samples = []struct{ version, trace, snaps string }{
	{"8.0", `dt_us,proc,ev,buf,rel,fork,blk,out,usage,ref,dirty,newpin,strat,extra
0,W,BS,,,,,,,,,,,n=0 t1h=-1 t2h=-1
2,W,BX,,,,,,,,,,,n=0
7,B1,V,0,,,,f,,0,0,,,valid=0
8,B1,R,0,1,0,0,m,,1,0,1,,g=-1 in=1 ro=-9 tgt=4 t1=1 t2=0 b1=0 b2=0 xid=819
,B1,Y,,,,,1,,,,,,xid=820
25,B1,U,0,,,,,,0
2,B1,R,0,1,0,0,h,,1,0,1,,l=1>1 vac=1
1,B1,D,0,,,,,,,0,,,via=lock
1,B1,U,0,,,,,,0
10000000,W,N,0,,,,,,1
1,W,W,0,1,0,0,b,,1,0
1,W,U,0,,,,,,0
1,B1,F,0
1,-,S,,,,,,,,,,,final
5,W,KS,,,,,,,,,,,shutdown=1 force=1
5,W,KB,,,,,,,,,,,n=0 t1h=-1 t2h=-1
5,W,KE
`, `#snap=final N=8 tgt=4 t1=0 t2=0 b1=0 b2=0 free=0
B,0,,,,0,0,,0,1
B,1,,,,0,0,,0,2
B,2,,,,0,0,,0,3
B,3,,,,0,0,,0,4
B,4,,,,0,0,,0,5
B,5,,,,0,0,,0,6
B,6,,,,0,0,,0,7
B,7,,,,0,0,,0,-1
`},
	{"15.18", `dt_us,proc,ev,buf,rel,fork,blk,out,usage,ref,dirty,newpin,strat,extra
0,W,BS,0,,,,,,,,,,alloc=0 passes=0
2,W,BE,0,,,,,,,,,,upcoming=0 reusable=0 lap=8 passes=0 smoothed=0.000000 density=10.000000
1,W,BX,0,,,,,,,,,,density=10.000000
1,B1,G,,,,,,,,,,1,type=1 size=1
3,B1,V,0,,,,f,0,0,0,,1,ring=0/1
1,B1,R,0,1,0,0,m,1,1,0,1,1
1,B1,D,0,,,,,,,0
1,B1,U,0,,,,,,0
3,B1,V,0,1,0,0,r,1,0,1,,1,ring=0/1
1,B1,J,0
1,B1,U,0,,,,,,0
3,B1,V,1,,,,f,0,0,0,,1,ring=0/1
1,B1,R,1,1,0,1,x,1,1,0,1,1
1,B1,U,1,,,,,,0
1,K,KS,,,,,,,,,,,flags=80
1,K,KB,,,,,,,,,,,n=1
1,K,W,0,1,0,0,k,1,1
1,K,U,0,,,,,,0
100000,K,KE
`, ""},
}

func read(version, trace, snaps string) (*replay.Set, error) {
	return replay.Read(replay.Files{
		Counts:   strings.NewReader(`{"version": "` + version + `", "N": 8}`),
		Settings: strings.NewReader("fsync = off\n"),
		Rels:     strings.NewReader("rel,spc,db,filenode,name,kind\n1,1663,1,100,t,r\n"),
		Trace:    strings.NewReader(trace),
		Snaps:    strings.NewReader(snaps),
	})
}

// FuzzReplay reads any trace and, if it is one, plays it to the policy of its
// release and to one of the others, and through the compact form. Nonsense may
// lead to mismatches, but to nothing worse: the pool stays whole.
func FuzzReplay(f *testing.F) {
	for i, s := range samples {
		f.Add(s.version, s.trace, s.snaps, byte(i))
	}
	f.Fuzz(func(t *testing.T, version, trace, snaps string, other byte) {
		set, err := read(version, trace, snaps)
		if err != nil {
			return
		}
		policies := bufmgr.Policies()
		for _, pool := range []bufmgr.Policy{own(t, set), policies[int(other)%len(policies)].New(set.Buffers)} {
			first := replay.NewPlayer(set, pool).Play()
			if err := pool.Check(); err != nil {
				t.Fatal(err)
			}
			if first.Mismatches > 0 != (first.First != nil) {
				t.Errorf("%d mismatches, the first: %v", first.Mismatches, first.First)
			}
		}
		if accesses := set.AppendAccesses(nil); len(accesses) > 0 {
			readable(t, accesses)
		}
		again, err := replay.ReadCompact(set.AppendCompact(nil))
		if err != nil {
			t.Fatal(err)
		}
		if len(again.Events) != len(set.Events) {
			t.Fatalf("%d events became %d", len(set.Events), len(again.Events))
		}
		for i, want := range set.Events {
			got := again.Events[i]
			want.X, got.X, want.Dt, got.Dt = 0, 0, 0, 0
			if got != want {
				t.Fatalf("event %d: %+v became %+v", i, want, got)
			}
		}
	})
}

// readable reads the accesses of a recording as a trace.
func readable(t *testing.T, accesses []byte) {
	r, err := trace.NewReader(bytes.NewReader(accesses))
	if err != nil {
		t.Fatal(err)
	}
	batch := make([]trace.Access, bytes.Count(accesses, []byte("\n")))
	n, err := r.Next(batch)
	if err != io.EOF || n != len(batch)-1 { // without the line of names
		t.Fatalf("%d accesses in %d lines: %v", n, len(batch), err)
	}
}

// FuzzReadCompact reads any bytes as a compact recording.
func FuzzReadCompact(f *testing.F) {
	for _, s := range samples {
		set, err := read(s.version, s.trace, s.snaps)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(set.AppendCompact(nil))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if set, err := replay.ReadCompact(data); err == nil && len(set.Events) > len(data) {
			t.Errorf("%d bytes gave %d events", len(data), len(set.Events))
		}
	})
}

// TestSamples plays the samples: the fuzzer should start from recordings that are
// right.
func TestSamples(t *testing.T) {
	for _, s := range samples {
		set, err := read(s.version, s.trace, s.snaps)
		if err != nil {
			t.Fatal(err)
		}
		if r := replay.NewPlayer(set, own(t, set)).Play(); r.Mismatches > 0 {
			t.Errorf("release %s: %d mismatches, the first: %v", s.version, r.Mismatches, r.First)
		}
	}
}

// TestDamagedRecordings takes events out of real recordings, doubles and swaps
// some, and plays the rest to every policy: there must be mismatches, and nothing
// worse.
func TestDamagedRecordings(t *testing.T) {
	for _, name := range []string{"7.4.30-E4", "8.0.0-E3", "8.0.2-E5", "8.1.0-E5", "8.3.0-E5", "9.6.24-E5", "T5c"} {
		set := openRecording(t, name)
		whole := set.Events[:min(len(set.Events), 40000)]
		r := sim.NewRand(1, name)
		set.Events = nil
		for i, e := range whole {
			switch k := r.Intn(500); {
			case k == 0 && i > 0:
			case k == 1:
				set.Events = append(set.Events, e, e)
			case k == 2 && i+1 < len(whole):
				set.Events = append(set.Events, whole[i+1], e)
			default:
				set.Events = append(set.Events, e)
			}
		}
		for _, named := range bufmgr.Policies() {
			pool := named.New(set.Buffers)
			report := replay.NewPlayer(set, pool).Play()
			if report.Mismatches == 0 {
				t.Errorf("%s under %s: no mismatch", name, named.Name)
			}
			if err := pool.Check(); err != nil {
				t.Errorf("%s under %s: %v", name, named.Name, err)
			}
		}
	}
}
