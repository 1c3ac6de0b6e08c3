package report

import (
	"slices"
	"strings"
	"testing"

	"clocksweep/core/result"
)

func TestViews(t *testing.T) {
	for release, want := range map[string][]string{
		"7.4": nil, "8.0.2": nil, "8.2": nil,
		"8.3": {"pg_stat_bgwriter"}, "9.1": {"pg_stat_bgwriter"}, "15": {"pg_stat_bgwriter"},
		"16": {"pg_stat_bgwriter", "pg_stat_io"},
		"17": {"pg_stat_bgwriter", "pg_stat_checkpointer", "pg_stat_io"},
		"19": {"pg_stat_bgwriter", "pg_stat_checkpointer", "pg_stat_io"},
	} {
		var got []string
		for _, v := range Views(&result.Result{Release: release}) {
			got = append(got, v.Name)
			if strings.Contains(v.Text, "has no") {
				t.Errorf("%s: %s is listed but absent", release, v.Name)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s has the views %q, want %q", release, got, want)
		}
	}
}

// TestReleaseOrder holds every release against every other.
func TestReleaseOrder(t *testing.T) {
	for i, a := range everyRelease {
		for j, b := range everyRelease {
			if got := atLeast(a, b); got != (i >= j) {
				t.Errorf("%s at least %s is %v", a, b, got)
			}
		}
	}
	for _, c := range []struct {
		release, than string
		want          bool
	}{
		{"8.0.0", "8.0", true}, {"8.0.1", "8.0.2", false}, {"8.0.26", "8.0.2", true}, {"9.1.24", "9.1", true},
		{"19beta1", "19", true}, {"19devel", "18", true}, {"18.4", "19", false}, {"", "7.4", false},
	} {
		if got := atLeast(c.release, c.than); got != c.want {
			t.Errorf("%q at least %q is %v", c.release, c.than, got)
		}
	}
}

// TestRecordRule compares with the lines that psql prints over records whose
// number is wider than their names: it takes the crossing's place.
func TestRecordRule(t *testing.T) {
	for _, c := range []struct {
		number, names, values int
		want                  string
	}{
		{1, 14, 6, "-[ RECORD 1 ]--+-------"},
		{1, 13, 6, "-[ RECORD 1 ]-+-------"},
		{10, 14, 6, "-[ RECORD 10 ]-+-------"},
		{100, 14, 6, "-[ RECORD 100 ]+-------"},
		{1, 12, 6, "-[ RECORD 1 ]+-------"},
		{1, 11, 6, "-[ RECORD 1 ]-------"},
		{1, 2, 2, "-[ RECORD 1 ]"},
	} {
		if got := recordRule(c.number, c.names, c.values); got != c.want+"\n" {
			t.Errorf("record %d of names %d and values %d wide: %q, want %q", c.number, c.names, c.values, got, c.want)
		}
	}
}

// TestOtherDialect: the counters of one dialect are those of the other.
func TestOtherDialect(t *testing.T) {
	for _, c := range []struct {
		release  string
		has, not []string
	}{
		{"8.2", []string{"As 17", "As 16", "pg_stat_checkpointer", "buffers_checkpoint "}, nil},
		{"9.1", []string{"As 17", "pg_stat_checkpointer", "num_requested "}, []string{"As 16", "buffers_backend", "buffers_checkpoint"}},
		{"17", []string{"As 16", "buffers_checkpoint ", "buffers_backend "}, []string{"As 17", "num_requested"}},
	} {
		r := &result.Result{Release: c.release, Counters: result.Counters{CheckpointsReq: 7, BuffersCheckpoint: 4711, BuffersClean: 815}}
		text := OtherDialect(r)
		for _, want := range append(c.has, "4711", "815") {
			if !strings.Contains(text, want) {
				t.Errorf("%s: there is no %q in\n%s", c.release, want, text)
			}
		}
		for _, none := range c.not {
			if strings.Contains(text, none) {
				t.Errorf("%s: there is %q in\n%s", c.release, none, text)
			}
		}
		if r.Release != c.release {
			t.Error("the result was changed")
		}
	}
}
