package bufmgr

import (
	"testing"

	"clocksweep/core/sim"
)

// TestNextVictim asks who is next before each victim, under the policies that keep
// lists.
func TestNextVictim(t *testing.T) {
	type asked interface{ NextVictim() int32 }
	for _, name := range []string{"lru", "arc", "2q"} {
		named, _ := PolicyByName(name)
		p := named.New(12)
		be := Backend{}
		r := sim.NewRand(1, name)
		victims, pinned := 0, []int32(nil)
		for range 4000 {
			be.Xid++
			pg := Page(r.Intn(1 + r.Intn(60)))
			b, hit := p.Read(&be, pg, false)
			if !hit {
				next := p.(asked).NextVictim()
				got, _, ok := p.Choose(&be)
				if got != next || ok != (next >= 0) {
					t.Fatalf("%s: next is buffer %d, chosen was %d (%v)", name, next, got, ok)
				}
				if !ok {
					for _, b := range pinned {
						p.Release(&be, b)
					}
					pinned = pinned[:0]
					continue
				}
				victims++
				b = got
				p.Install(&be, b, pg)
			}
			if r.Intn(10) == 0 && p.Refs(b) == 1 {
				pinned = append(pinned, b)
			} else {
				p.Release(&be, b)
			}
		}
		if victims < 1000 {
			t.Errorf("%s: only %d victims were compared", name, victims)
		}
	}
}
