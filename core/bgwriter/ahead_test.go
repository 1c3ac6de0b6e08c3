package bgwriter

import (
	"fmt"
	"testing"
)

// ahead runs a round over a pool of eight buffers, of which those in use are
// passed over, and returns the buffers that it looked at.
func ahead(a *Ahead, used ...int32) string {
	seen := ""
	for b, ok := a.Next(); ok; b, ok = a.Next() {
		seen += fmt.Sprint(b)
		reusable := true
		for _, u := range used {
			reusable = reusable && u != b
		}
		a.Note(reusable)
	}
	return seen
}

// TestAheadAll: the first round looks at the whole pool from the hand on, later
// ones only at what the hand has passed since, across the end of the pool too; one
// that the hand has lapped begins at the hand again.
func TestAheadAll(t *testing.T) {
	var a Ahead
	for _, c := range []struct {
		hand   int32
		passes uint32
		used   []int32
		want   string
	}{
		{3, 0, []int32{4}, "34567012"},
		{3, 0, nil, ""},
		{6, 0, []int32{5}, "345"},
		{2, 1, nil, "6701"},
		{2, 1, nil, ""},
		{5, 3, nil, "56701234"},
	} {
		a.BeginAll(8, c.hand, c.passes)
		if got := ahead(&a, c.used...); got != c.want {
			t.Errorf("hand at %d, turn %d: looked at %q, want %q", c.hand, c.passes, got, c.want)
		}
	}
}

// TestAheadUsed: a round looks from the hand on until it has found as many reusable
// buffers as were allocated, and once around the pool at most.
func TestAheadUsed(t *testing.T) {
	var a Ahead
	for _, c := range []struct {
		hand   int32
		allocs uint32
		used   []int32
		want   string
	}{
		{3, 0, nil, ""},
		{3, 2, nil, "34"},
		{3, 2, []int32{3, 5}, "3456"},
		{6, 3, []int32{7}, "6701"},
		{6, 100, nil, "67012345"},
		{0, 2, []int32{0, 1, 2, 3, 4, 5, 6}, "01234567"},
	} {
		a.BeginUsed(8, c.hand, 0, c.allocs)
		if got := ahead(&a, c.used...); got != c.want {
			t.Errorf("hand at %d, %d allocated, %v in use: looked at %q, want %q", c.hand, c.allocs, c.used, got, c.want)
		}
	}
}
