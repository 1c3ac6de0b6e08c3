package stage

import (
	"clocksweep/core/bgwriter"
	"clocksweep/core/bufmgr"
)

// rounds is a generation of the background writer.
type rounds uint8

const (
	noRounds   rounds = iota // 7.4
	percent                  // 8.0
	twoScans                 // 8.1, 8.2
	justInTime               // 8.3 and later
)

// order is a generation of the checkpoint's write pass.
type order uint8

const (
	fromZero order = iota // 7.4: a burst from buffer 0
	byLists               // 8.0: a burst in the order of the lists
	fromHand              // 8.1, 8.2: a burst from the clock hand
	aroundIt              // 8.3 to 9.5: spread, once around from the hand
	byPlace               // 9.6 and later: spread, sorted by place on disk
)

// Release is what a policy's release does besides choosing victims. Where a policy
// served for several releases it is the last one whose rings and writers are those
// of the others too, or most of them.
type Release struct {
	Name   string // of the policy
	Line   string // the release whose writers and rings it has
	number int    // as in bufmgr.RingRules
	rounds rounds
	order  order
	// completion is checkpoint_completion_target at its default: 0.5, and 0.9 from
	// 14 on.
	completion float64
	hint       bool // VACUUM's hint: 8.0 to 8.2
}

var releases = []Release{
	{Name: "lru", Line: "7.4", number: 704, rounds: noRounds, order: fromZero},
	{Name: "arc", Line: "8.0.0", number: 800, rounds: percent, order: byLists, hint: true},
	{Name: "2q", Line: "8.0.2", number: 800, rounds: percent, order: byLists, hint: true},
	{Name: "bit2005", Line: "8.1", number: 801, rounds: twoScans, order: fromHand, hint: true},
	{Name: "clock81", Line: "8.2", number: 802, rounds: twoScans, order: fromHand, hint: true},
	{Name: "clock83", Line: "9.4", number: 904, rounds: justInTime, order: aroundIt, completion: 0.5},
	{Name: "reclaimer3", Line: "9.4", number: 904, rounds: justInTime, order: aroundIt, completion: 0.5},
	{Name: "reclaimer4", Line: "9.4", number: 904, rounds: justInTime, order: aroundIt, completion: 0.5},
	{Name: "reclaimer9", Line: "9.4", number: 904, rounds: justInTime, order: aroundIt, completion: 0.5},
	{Name: "clock95", Line: "16", number: 1600, rounds: justInTime, order: byPlace, completion: 0.9},
	{Name: "clock960", Line: "9.6.0", number: 906, rounds: justInTime, order: byPlace, completion: 0.5},
	{Name: "clock19", Line: "19", number: 1900, rounds: justInTime, order: byPlace, completion: 0.9},
}

// ReleaseOf returns what belongs to the policy of that name.
func ReleaseOf(policy string) (Release, bool) {
	for _, r := range releases {
		if r.Name == policy {
			return r, true
		}
	}
	return Release{}, false
}

// ring returns a ring for a purpose, or nil if the release reads so without one. A
// sequential scan goes through a ring if its table is larger than a quarter of the
// pool (initscan of access/heap/heapam.c).
func (r *Release) ring(purpose Purpose, blocks int64, buffers int) *bufmgr.Ring {
	kind := bufmgr.BulkRead
	switch purpose {
	case Normal:
		return nil
	case Scan:
		if blocks <= int64(buffers/4) {
			return nil
		}
	case Clean:
		kind = bufmgr.Vacuum
	}
	if r.number < 803 {
		return nil
	}
	if n := bufmgr.RulesOf(r.number).Size(kind, buffers); n > 0 {
		return bufmgr.NewRing(kind, n)
	}
	return nil
}

// settings are the background writer's at their defaults.
func (r *Release) settings() bgwriter.Settings {
	// utils/misc/guc.c of 8.3 and later: bgwriter_delay 200 ms,
	// bgwriter_lru_maxpages 100, bgwriter_lru_multiplier 2.0.
	return bgwriter.Settings{DelayMs: 200, MaxPages: 100, Multiplier: 2, ForgetIdle: r.number >= 902}
}
