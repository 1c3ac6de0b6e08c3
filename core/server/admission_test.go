package server

import (
	"errors"
	"strings"
	"testing"

	"clocksweep/core/scenario"
)

// rehearse plays the beginning of a run until it is decided whether it fits.
func rehearse(t *testing.T, r *Run) *scenario.Error {
	t.Helper()
	for range 10_000 {
		if decided, refused := r.Rehearse(10_000); decided || refused != nil {
			return refused
		}
	}
	t.Fatal("it is never decided")
	return nil
}

// TestAdmitBeforeAnythingIsSetUp: what a scenario tells by itself is refused without a
// machine, with the setting and the nearest legal value.
func TestAdmitBeforeAnythingIsSetUp(t *testing.T) {
	for settings, setting := range map[string]string{
		"workload=dbt-2 scale=200 disk=nvme-dc-2021":      "scale",
		"shared_buffers=64GB ram=256GB scale=1":           "shared_buffers",
		"transactions=200000 clients=10":                  "transactions",
		"workload=scan table_size=1GB transactions=50000": "table_size",
	} {
		r, err := Admit(of(t, settings), Budget{Bytes: 40e6, Events: 1e6})
		var wrong *scenario.Error
		if r != nil || !errors.As(err, &wrong) || wrong.Setting != setting || wrong.Legal == "" {
			t.Errorf("%s: %v, want a refusal because of %s", settings, err, setting)
		}
	}
}

// TestRehearse: a run of a length in time that can't fit is refused by its beginning,
// with a length that does, and one that may fit goes on as if there were no budget.
func TestRehearse(t *testing.T) {
	const settings = "release=16 scale=1 clients=4 duration="
	budget := Budget{Events: 1_500_000}
	admit := func(duration string) *Run {
		r, err := Admit(of(t, settings+duration), budget)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	r := admit("1h")
	refused := rehearse(t, r)
	if refused == nil || refused.Setting != "duration" || refused.Legal == "" {
		t.Fatalf("refused: %v", refused)
	}
	if n := r.Events(); n < rehearsal || n > rehearsal+10_000 {
		t.Errorf("refused after %d events", n)
	}
	if r.Step(1) {
		t.Error("a run that was refused goes on")
	}
	_, most, _ := strings.Cut(refused.Legal, " to ")
	r = admit(most)
	if refused := rehearse(t, r); refused != nil {
		t.Fatalf("duration=%s was told to be legal: %v", most, refused)
	}
	for r.Step(1 << 16) {
	}
	if n := int64(r.Events()); n > budget.Events {
		t.Errorf("duration=%s was told to fit %d events and takes %d", most, budget.Events, n)
	}
	if got, want := r.Result().Hash(), run(t, of(t, settings+most)).Result().Hash(); got != want {
		t.Errorf("a rehearsed run has the hash %s, without a rehearsal %s", got, want)
	}
}

// TestRehearseShortRun: a run that ends within its rehearsal fits, and is over.
func TestRehearseShortRun(t *testing.T) {
	r, err := Admit(of(t, "release=16 scale=1 transactions=5 clients=1"), Budget{Events: 1e6})
	if err != nil {
		t.Fatal(err)
	}
	if refused := rehearse(t, r); refused != nil {
		t.Error(refused)
	}
	if r.Step(1) || r.Result().Stopped {
		t.Error("the run did not come to its end")
	}
}
