package server

import (
	"fmt"
	"testing"
	"time"

	"clocksweep/core/scenario"
)

func TestTry(t *testing.T) {
	for _, rel := range []string{"7.4", "8.0.0", "8.1", "8.2", "8.3", "9.1", "9.5", "15", "19"} {
		sc := scenario.New()
		for _, set := range [][2]string{{"release", rel}, {"workload", "dbt-2"}, {"scale", "20"}, {"clients", "20"}, {"duration", "120s"}, {"think_time", "off"}, {"shared_buffers", "512MB"}, {"cores", "2"}, {"ram", "16GB"}} {
			if err := sc.Set(set[0], set[1]); err != nil {
				t.Fatal(err)
			}
		}
		w := time.Now()
		r, err := New(sc)
		if err != nil {
			t.Fatal(err)
		}
		for r.Step(1 << 20) {
		}
		res := r.Result()
		fmt.Println(rel, "boot+run", time.Since(w), "tx", res.Transactions, "virtual", float64(res.VirtualNs)/1e9, "events", r.Events(), res.Hash())
		for _, ty := range res.Types {
			fmt.Printf("  %s %d %d avg %.3f p90 %.3f max %.3f\n", ty.Name, ty.Count, ty.Rollbacks, float64(ty.Latency.Avg)/1e9, float64(ty.Latency.P90)/1e9, float64(ty.Latency.Max)/1e9)
		}
		if err := r.s.check(); err != nil {
			t.Error(err)
		}
		fmt.Printf("  read/tx %.1f hit/tx %.1f wal/tx %.0f hot %d cold %d\n", float64(res.Counters.BlksRead)/float64(res.Transactions), float64(res.Counters.BlksHit)/float64(res.Transactions), float64(res.Counters.WALBytes)/float64(res.Transactions), res.Counters.HOTUpdates, res.Counters.ColdUpdates)
	}
}
