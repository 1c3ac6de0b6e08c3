package stage

import "strconv"

// Figures names what Pool.Numbers tells, in its order.
var Figures = [...]string{
	"accesses", "hits", "misses", "extends",
	"fromFreelist", "fromHand", "fromRing", "fromList",
	"passed", "taken",
	"backendWrites", "roundWrites", "checkpointWrites", "rounds", "checkpoints",
	"empty", "dirty", "pinned",
	"level0", "level1", "level2", "level3", "level4", "level5",
	"next", "round", "last", "lastHit",
	"todo", "done", "checkpointing",
	"t1", "t2", "b1", "b2", "target",
}

// Numbers appends the counters and positions of the pool to b, as Figures names
// them. s is its state at this moment. Positions are buffers, -1 if there is none.
func (p *Pool) Numbers(b []float64, s *State) []float64 {
	n := &p.count
	for _, v := range [...]int64{
		n.Accesses, n.Hits, n.Misses, n.Extends,
		n.FromFreelist, n.FromHand, n.FromRing, n.FromList,
		n.Passed, n.Taken,
		n.BackendWrites, n.RoundWrites, n.CheckpointWrites, n.Rounds, n.Checkpoints,
		s.Empty, s.Dirty, s.Pinned,
		s.Levels[0], s.Levels[1], s.Levels[2], s.Levels[3], s.Levels[4], s.Levels[5],
	} {
		b = append(b, float64(v))
	}
	next, round := p.Next()
	todo, done, on := p.Checkpoint()
	b = append(b, float64(next), float64(round), float64(p.LastBuffer()), truth(p.last.hit), float64(todo), float64(done), truth(on))
	t1, t2, b1, b2, target, _ := p.Lists()
	return append(b, float64(t1), float64(t2), float64(b1), float64(b2), float64(target))
}

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// AppendList appends a line for each relation: its name, a tab, its length in pages.
func (p *Pages) AppendList(b []byte) []byte {
	for rel, name := range p.names {
		if rel > 0 {
			b = append(b, '\n')
		}
		for _, r := range name {
			if r < ' ' {
				r = ' ' // a trace's names are anything
			}
			b = append(b, string(r)...)
		}
		b = strconv.AppendInt(append(b, '\t'), p.length[rel], 10)
	}
	return b
}
