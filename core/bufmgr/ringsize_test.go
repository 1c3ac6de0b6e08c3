package bufmgr_test

import (
	"testing"

	"clocksweep/core/bufmgr"
)

func TestRingSizes(t *testing.T) {
	at := func(release int) bufmgr.RingRules { return bufmgr.RulesOf(release) }
	with := func(release int, change func(*bufmgr.RingRules)) bufmgr.RingRules {
		r := bufmgr.RulesOf(release)
		change(&r)
		return r
	}
	const bulkRead, bulkWrite, vacuum = bufmgr.BulkRead, bufmgr.BulkWrite, bufmgr.Vacuum
	tests := []struct {
		what    string
		rules   bufmgr.RingRules
		kind    bufmgr.RingKind
		buffers int
		want    int
	}{
		{"8.3 reads through 256 kB", at(803), bulkRead, 16384, 32},
		{"8.3 has none for bulk writes", at(803), bulkWrite, 16384, 0},
		{"8.4 has 16 MB for them", at(804), bulkWrite, 65536, 2048},
		{"at most an eighth of the pool", at(804), bulkWrite, 4096, 512},
		{"an eighth of 64 buffers", at(906), bulkRead, 64, 8},
		{"a tiny pool has no rings", at(1500), vacuum, 7, 0},
		{"16 vacuums through 256 kB", at(1600), vacuum, 16384, 32},
		{"17 vacuums through 2 MB", at(1700), vacuum, 16384, 256},
		{"2 MB, but an eighth", at(1700), vacuum, 512, 64},
		{"vacuum_buffer_usage_limit 128 kB", with(1700, func(r *bufmgr.RingRules) { r.VacuumPages = 16 }), vacuum, 16384, 16},
		{"vacuum_buffer_usage_limit 0", with(1600, func(r *bufmgr.RingRules) { r.VacuumPages = 0 }), vacuum, 16384, 0},
		{"vacuum_buffer_usage_limit is new in 16", with(1500, func(r *bufmgr.RingRules) { r.VacuumPages = 16 }), vacuum, 16384, 32},
		{"17 reads through 256 kB", at(1700), bulkRead, 16384, 32},
		{"18 has room for asynchronous reads", at(1800), bulkRead, 16384, 32 + 256},
		{"io_combine_limit 1, effective_io_concurrency 0", with(1800, func(r *bufmgr.RingRules) { r.CombinePages, r.Concurrency = 1, 0 }), bulkRead, 16384, 32},
		{"18 within the pin limit", with(1800, func(r *bufmgr.RingRules) { r.PinLimit = 100 }), bulkRead, 16384, 100},
		{"18 never below 256 kB", with(1800, func(r *bufmgr.RingRules) { r.PinLimit = 8 }), bulkRead, 16384, 32},
	}
	for _, test := range tests {
		if got := test.rules.Size(test.kind, test.buffers); got != test.want {
			t.Errorf("%s: %d buffers of %d, not %d", test.what, got, test.buffers, test.want)
		}
	}
}

// TestTwoSearchesShareTheHand lets two backends of 9.5 look for victims step by
// step in turn: each looks at other buffers, and together they take no usage
// twice.
func TestTwoSearchesShareTheHand(t *testing.T) {
	p := bufmgr.NewClock95(4, false)
	var be bufmgr.Backend
	for pg := range bufmgr.Page(4) {
		b, _, _ := p.Choose(&be)
		p.Install(&be, b, pg)
		p.Release(&be, b)
	}
	var first, second bufmgr.Search
	searches := [2]*bufmgr.Search{&first, &second}
	var victims []int32
	for i := 0; len(victims) < 2; i++ {
		if b, done := p.Step(searches[i%2]); done {
			victims = append(victims, b)
		}
	}
	// One turn takes each buffer's usage, the next two steps find buffers 0 and 1.
	if victims[0] != 0 || victims[1] != 1 || p.Hand() != 2 || p.Turns() != 1 {
		t.Errorf("victims %v, hand %d after %d turns", victims, p.Hand(), p.Turns())
	}
	// All pinned: a search gives up after a turn of its own.
	p.PinQuiet(2)
	p.PinQuiet(3)
	steps := 0
	for s := (bufmgr.Search{}); ; {
		steps++
		if b, done := p.Step(&s); done {
			if b != -1 || steps != 4 {
				t.Errorf("a search over pinned buffers ends with %d after %d steps", b, steps)
			}
			return
		}
	}
}
