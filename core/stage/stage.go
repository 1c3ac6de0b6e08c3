package stage

import (
	"errors"
	"io"

	"clocksweep/core/bufmgr"
	"clocksweep/core/sim"
)

// batchAccesses is how many accesses are made before each pool plays them, so that
// a pool finds its own state in the processor's cache.
const batchAccesses = 256

// Stage is a stream and the pools it is played to.
type Stage struct {
	Config
	Pages Pages
	Pools []*Pool

	source source
	queue  []Step // made, not played yet
	xid    uint32
	at     int64
	ended  bool

	steps  []Step  // of a batch
	ends   []int32 // by access of the batch: where its steps end
	mine   Step    // the unpin that the reader's last access still owes
	mineOn bool
}

// New sets a stage. A recorded stream needs the trace, of which it takes the first
// MaxRecorded accesses; other streams take nil. An access by hand to a block that
// does not exist is left out and told in problems.
func New(c Config, in io.Reader) (s *Stage, problems []string, err error) {
	s = &Stage{Config: c}
	if s.Config.Pages == 0 {
		s.Config.Pages = min(4*int64(c.Buffers), MaxPages)
	}
	if c.Round == Auto {
		s.Round = int64(c.Buffers) / 8
	}
	if c.Checkpoint == Auto {
		s.Checkpoint = 8 * int64(c.Buffers)
	}
	if err := s.open(in); err != nil {
		return nil, nil, err
	}
	for _, name := range c.Policies {
		named, ok := bufmgr.PolicyByName(name)
		release, ok2 := ReleaseOf(name)
		if !ok || !ok2 {
			return nil, nil, errors.New("there is no policy " + quote(name))
		}
		s.Pools = append(s.Pools, newPool(named, release, c.Buffers, &s.Pages))
	}
	s.Hand = s.Hand[:0:0]
	for _, h := range c.Hand {
		if _, ok := s.Pages.find(h.Rel, h.Block); !ok {
			problems = append(problems, s.noSuchBlock(h))
			continue
		}
		s.Hand = append(s.Hand, h)
	}
	return s, problems, nil
}

func (s *Stage) noSuchBlock(h Hand) string {
	b := appendNumber([]byte("the access by hand after "), h.At)
	if h.Rel >= s.Pages.Count() {
		b = appendNumber(append(b, " is to relation "...), int64(h.Rel))
		return string(appendNumber(append(b, "; legal is 0 to "...), int64(s.Pages.Count()-1)))
	}
	b = appendNumber(append(b, " is to block "...), h.Block)
	b = append(append(append(b, " of "...), s.Pages.Name(h.Rel)...), "; it has "...)
	return string(appendCount(b, s.Pages.Blocks(h.Rel), "block"))
}

// open makes the source.
func (s *Stage) open(in io.Reader) error {
	rand := func(name string) sim.Rand { return sim.NewRand(s.Seed, "stage "+name) }
	m := &mixture{rand: rand("turns")}
	s.source = m
	switch s.Stream {
	case "recorded":
		if in == nil {
			return errors.New("the stream is a trace, and there is none")
		}
		r, err := readTrace(in, &s.Pages, &s.xid)
		s.source = r
		return err
	case "tpcb", "tpcb82", "mix":
		d := newDatabase(&s.Pages, s.Config.Pages, s.Stream != "tpcb82", &s.xid)
		for i := range s.Clients {
			m.workers = append(m.workers, worker{source: d.client(uint8(1+i), rand("client "+string(rune('a'+i))))})
		}
		if s.Stream == "mix" {
			s.pass(m, d.accounts, Scan, 4)
			s.pass(m, d.accounts, Clean, 12)
		}
	case "uniform", "zipf", "scan", "vacuum":
		rel := s.Pages.Relation("table", s.Config.Pages)
		for i := range s.Clients {
			m.workers = append(m.workers, worker{source: &table{
				pages: &s.Pages, rand: rand("client " + string(rune('a'+i))), rel: rel, blocks: s.Config.Pages,
				writes: s.Writes, proc: uint8(1 + i), xid: &s.xid, zipf: s.Stream != "uniform",
			}})
		}
		if s.Stream == "scan" || s.Stream == "vacuum" {
			purpose := Scan
			if s.Stream == "vacuum" {
				purpose = Clean
			}
			// A table of its own, as large as the whole pool: the scan alone could
			// push everything out.
			s.pass(m, s.Pages.Relation("large table", int64(s.Buffers)), purpose, 4)
		}
	default:
		return errors.New("there is no stream " + quote(s.Stream))
	}
	return nil
}

// pass adds a process that goes over a relation, at first after as many accesses as
// the pool has buffers, so many times.
func (s *Stage) pass(m *mixture, rel int, purpose Purpose, after int64) {
	p := &pass{pages: &s.Pages, rel: rel, blocks: s.Pages.Blocks(rel), proc: uint8(1 + len(m.workers)), xid: &s.xid, purpose: purpose}
	m.workers = append(m.workers, worker{source: p, pass: p, rest: after * int64(s.Buffers)})
}

// At returns how many accesses were made.
func (s *Stage) At() int64 { return s.at }

// Ended reports that a recorded stream is over.
func (s *Stage) Ended() bool { return s.ended }

// Play makes up to n accesses. more is false when the stream has ended.
func (s *Stage) Play(n int64) (more bool) {
	for n > 0 && !s.ended {
		made := s.fill(min(n, batchAccesses))
		for _, p := range s.Pools {
			s.playBatch(p)
		}
		s.at += made
		n -= made
	}
	return !s.ended
}

// fill takes up to n accesses from the stream, or those made by hand that are due.
func (s *Stage) fill(n int64) (made int64) {
	s.steps, s.ends = s.steps[:0], s.ends[:0]
	for made < n {
		if s.mineOn {
			s.steps = append(s.steps, s.mine)
			s.mineOn = false
		}
		if len(s.Hand) > 0 && s.Hand[0].At <= s.at+made {
			s.byHand(s.Hand[0])
			s.Hand = s.Hand[1:]
		} else if !s.fromStream() {
			s.ended = true
			return made
		}
		made++
		s.ends = append(s.ends, int32(len(s.steps)))
	}
	return made
}

func (s *Stage) fromStream() bool {
	k := access(s.queue)
	if k == 0 {
		s.queue = s.source.more(s.queue)
		if k = access(s.queue); k == 0 {
			return false
		}
	}
	s.steps = append(s.steps, s.queue[:k]...)
	s.queue = s.queue[:copy(s.queue, s.queue[k:])]
	return true
}

// byHand makes an access of process 0.
func (s *Stage) byHand(h Hand) {
	pg, _ := s.Pages.find(h.Rel, h.Block)
	s.xid++
	step := Step{Page: pg, Xid: s.xid}
	s.steps = append(s.steps, step)
	if h.Write {
		step.Op = Dirty
		s.steps = append(s.steps, step)
	}
	step.Op = Unpin
	s.mine, s.mineOn = step, true
}

// playBatch plays the batch to a pool, with its writers.
func (s *Stage) playBatch(p *Pool) {
	at, from := s.at, int32(0)
	for _, end := range s.ends {
		for i := from; i < end; i++ {
			p.play(&s.steps[i])
		}
		from = end
		at++
		p.tick(at, s.Round, s.Checkpoint)
	}
}

// tick lets the writers work after access number at.
func (p *Pool) tick(at, round, checkpoint int64) {
	if round > 0 && at%round == 0 {
		p.round()
	}
	switch {
	case checkpoint > 0 && at%checkpoint == 0:
		p.begin(at, checkpoint)
	case p.check.on:
		p.advance(at, false)
	}
}

// Touch makes an access by hand now. It returns a sentence if there is no such
// block, and has then done nothing.
func (s *Stage) Touch(rel int, block int64, write bool) (problem string) {
	h := Hand{At: s.at, Write: write, Rel: rel, Block: block}
	if _, ok := s.Pages.find(rel, block); !ok {
		return s.noSuchBlock(h)
	}
	ended := s.ended
	s.ended = false
	s.Hand = append([]Hand{h}, s.Hand...)
	s.Play(1)
	s.ended = ended
	return ""
}

// Words tells what the last access was.
func (s *Stage) Words() string {
	if s.at == 0 {
		return "Before the first access."
	}
	h := &s.Pools[0].last
	b := append(appendNumber([]byte("Access "), s.at), ": "...)
	if h.proc == 0 {
		b = append(b, "you "...)
	} else {
		b = append(appendNumber(append(b, "process "...), int64(h.proc)), ' ')
	}
	verb := [...]string{Normal: "reads ", Scan: "scans ", Clean: "vacuums "}[h.purpose]
	switch {
	case h.op == Extend:
		verb = "adds "
	case h.dirtied && h.purpose == Normal:
		verb = "changes "
	}
	if h.proc == 0 {
		verb = verb[:len(verb)-2] + " " // you read, you change
	}
	return string(append(s.Pages.appendPage(append(b, verb...), h.page), '.'))
}
