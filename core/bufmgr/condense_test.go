package bufmgr_test

import (
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"clocksweep/core/bufmgr"
)

var condenseFrom = flag.String("condense", "",
	"rebuild testdata/recorded from the recordings below these comma-separated directories, then test")

// condensed lists the recordings that the tests replay.
var condensed = []struct {
	name      string
	release83 bool
	snapshots bool // the recorded pool can be compared (see testdata/README.md)
}{
	{"T1a", false, true}, {"T1b", false, true}, {"T1c", false, true},
	{"T2a", false, true}, {"T2b", false, true},
	{"T3a", false, false}, {"T3c", false, false},
	{"T5a", false, true}, {"T5c", false, true},
	{"8.3.0-E2", true, true}, {"8.3.0-E3", true, true}, {"8.3.0-E4p", true, true}, {"8.3.0-E5", true, true}, {"8.3.0-E5b", true, true},
}

func TestMain(m *testing.M) {
	flag.Parse()
	if *condenseFrom != "" {
		if err := condenseAll(strings.Split(*condenseFrom, ",")); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	os.Exit(m.Run())
}

func condenseAll(roots []string) error {
	total := 0
	for _, set := range condensed {
		dir := ""
		for _, root := range roots {
			if _, err := os.Stat(filepath.Join(root, set.name, "trace.csv.gz")); err == nil {
				dir = filepath.Join(root, set.name)
			}
		}
		if dir == "" {
			return errors.New("no directory given has a recording " + set.name)
		}
		c := &condenser{dir: dir, release83: set.release83, snapshots: set.snapshots}
		r, err := c.condense()
		if err != nil {
			return fmt.Errorf("%s: %w", set.name, err)
		}
		data, err := r.encode()
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(recordedDir, set.name+".gz"), data, 0o644); err != nil {
			return err
		}
		fmt.Printf("%-10s %7d events %7d bytes\n", set.name, len(r.events), len(data))
		total += len(data)
	}
	fmt.Printf("%d bytes\n", total)
	return nil
}

// condenser turns a recording's text files into events.
type condenser struct {
	dir       string
	release83 bool
	snapshots bool

	events   []event
	pages    map[string]int32  // "relation/fork/block"
	content  []int32           // by buffer
	procs    map[string]uint8  // by name in the trace
	held     map[[2]int32]bool // process, buffer
	writing  map[uint8]int32   // by process: the buffer that it is writing
	relation map[string]string // id in the trace, by "database/file"
	hashes   map[string]uint64 // of the pool, by snapshot

	checkpoint, round bool // going on
}

func (c *condenser) condense() (*recording, error) {
	r := &recording{settings: recordedSettings{delayMs: 200, maxPages: 100, forgetIdle: !c.release83, exactFloats: c.release83}}
	if err := c.readSettings(&r.settings); err != nil {
		return nil, err
	}
	c.pages, c.procs, c.held = map[string]int32{}, map[string]uint8{}, map[[2]int32]bool{}
	c.writing, c.relation = map[uint8]int32{}, map[string]string{}
	c.content = newFollower(r.settings.buffers).content
	err := c.eachRow("rels.csv", func(row []string) error {
		if row[0] != "rel" {
			c.relation[row[2]+"/"+row[3]] = row[0]
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	rows := [][]string{}
	err = c.eachRow("trace.csv.gz", func(row []string) error {
		rows = append(rows, append(row, make([]string, 14-len(row))...))
		return nil
	})
	if err != nil {
		return nil, err
	}
	if err := c.numberPages(rows); err != nil {
		return nil, err
	}
	if err := c.readSnapshots(); err != nil {
		return nil, err
	}
	for i, row := range rows[1:] {
		if err := c.add(parseLine(row), rows[i+2:]); err != nil {
			return nil, fmt.Errorf("line %d (%s): %w", i+2, strings.Join(row, ","), err)
		}
	}
	r.events = c.events
	return r, nil
}

func (c *condenser) process(name string) uint8 {
	p, ok := c.procs[name]
	if !ok {
		p = uint8(len(c.procs))
		c.procs[name] = p
	}
	return p
}

func (c *condenser) put(e event) { c.events = append(c.events, e) }

// add turns one line of the trace into events; following are the lines after it.
func (c *condenser) add(l line, following [][]string) error {
	proc := c.process(l.proc)
	c.endWrite(proc)
	e := event{proc: proc, buf: l.buf, usage: uint8(l.usage), refs: l.refs, dirty: l.dirty, ring: l.strat}
	holds := [2]int32{int32(proc), l.buf}
	switch l.ev {
	case "R":
		return c.access(l, e)
	case "V":
		return c.victim(l, e)
	case "U":
		delete(c.held, holds)
		e.op = opUnpin
	case "D", "H":
		e.op = opDirty
	case "N":
		if c.checkpoint && !c.round && l.proc == "W" {
			c.put(event{op: opCheckpointLook, proc: proc, buf: l.buf})
		}
		c.held[holds] = true
		e.op = opPinQuiet
	case "W":
		c.write(l, e)
		return nil
	case "F":
		c.content[l.buf] = bufmgr.NoPage
		e.op = opInvalidate
	case "G":
		e.op = opNewRing
		return c.newRing(l, e)
	case "J":
		e.op = opReject
		e.dirty = l.out == "1"
		if !c.release83 {
			e.dirty = nextOf(following, l.proc)[2] != "W"
		}
		e.ring = c.ringOfVictim(proc)
	case "BS", "BE", "BX", "KB":
		return c.numbers(l, e)
	case "KH":
		e.op, e.n[0] = opSweepStart, int64(l.buf)
		if l.extra != "" {
			e.n[0] = int64(atoi(l.extra))
		}
	case "KE":
		c.checkpoint = false
		return nil
	case "BQ":
		if !c.round {
			return nil // a page of the checkpoint: opCheckpointLook stands for it
		}
		e.op, e.n[0] = opLook, int64(atoi(l.out))
	case "S":
		hash, ok := c.hashes[l.extra]
		if !ok {
			return nil
		}
		e.op, e.n[0] = opSnapshot, int64(hash)
	default: // commits, marks of the recorder, phases without a decision
		return nil
	}
	c.put(e)
	return nil
}

func nextOf(rows [][]string, proc string) []string {
	for _, row := range rows {
		if row[1] == proc {
			return row
		}
	}
	return make([]string, 14)
}

func (c *condenser) ringOfVictim(proc uint8) int32 {
	for i := len(c.events) - 1; i >= 0; i-- {
		if e := &c.events[i]; e.proc == proc && e.op == opVictimRing {
			return e.ring
		}
	}
	return 0
}

func (c *condenser) access(l line, e event) error {
	page, ok := c.pages[l.rel+"/"+l.fork+"/"+l.blk]
	if !ok {
		return errors.New("a hit of a page that was never read")
	}
	e.page = page
	switch {
	case l.out != "h":
		e.op = opMiss
		c.content[l.buf] = page
	case c.content[l.buf] != page:
		return errors.New("a hit of another page than the buffer holds")
	case !l.newpin:
		e.op = opRepin
	default:
		e.op = opHit
		if l.strat != 0 {
			e.op = opHitRing
		}
		c.held[[2]int32{int32(e.proc), l.buf}] = true
	}
	c.put(e)
	return nil
}

func (c *condenser) victim(l line, e event) error {
	page := bufmgr.NoPage
	if l.blk != "" {
		page = c.pages[l.rel+"/"+l.fork+"/"+l.blk]
	}
	if c.content[l.buf] != page {
		return errors.New("the victim holds another page than it should")
	}
	e.op = opVictim
	e.src = uint8(strings.Index("fcr", l.out))
	e.hand = -1 // not recorded
	if nv, err := l.number("nv"); err == nil {
		e.hand = int32(nv) % int32(len(c.content))
	}
	if l.strat != 0 {
		e.op = opVictimRing
		for _, field := range strings.Fields(l.extra) {
			if v, ok := strings.CutPrefix(field, "ring="); ok {
				slot, _, _ := strings.Cut(v, "/")
				e.slot = atoi(slot)
			}
		}
	}
	c.held[[2]int32{int32(e.proc), l.buf}] = true
	c.put(e)
	return nil
}

// write: release 8.3 was recorded at the end of the write and has a line for
// the pin; 15 was recorded at its start, and the pin of a process that has none
// yet was taken just before.
func (c *condenser) write(l line, e event) {
	if c.release83 {
		c.put(event{op: opWriteBegin, proc: e.proc, buf: e.buf})
		e.op = opWriteEnd
		c.put(e)
		return
	}
	holds := [2]int32{int32(e.proc), l.buf}
	if !c.held[holds] {
		c.held[holds] = true
		e.op = opPinQuiet
		c.put(e)
	}
	e.op = opWriteBegin
	c.put(e)
	c.writing[e.proc] = l.buf
}

// endWrite: a write is over at the process's next event.
func (c *condenser) endWrite(proc uint8) {
	if b, ok := c.writing[proc]; ok {
		c.put(event{op: opWriteEnd, proc: proc, buf: b})
		delete(c.writing, proc)
	}
}

func (c *condenser) newRing(l line, e event) error {
	kind, err := l.number("type")
	if err != nil {
		return err
	}
	size, err := l.number("size")
	if err != nil {
		return err
	}
	e.kind = uint8(kind) - 1
	if c.release83 && kind == 2 {
		e.kind = uint8(bufmgr.Vacuum)
	}
	e.n[0] = int64(size)
	c.put(e)
	return nil
}

// numbers makes the events that consist of numbers only.
func (c *condenser) numbers(l line, e event) error {
	var keys []string
	switch l.ev {
	case "BS":
		e.op, keys = opSync, []string{"", "passes", "alloc"}
	case "BE": // not there if bgwriter_lru_maxpages is 0
		c.round = true
		e.op, keys = opEstimates, []string{"", "upcoming", "reusable", "lap", "smoothed", "density"}
	case "BX":
		e.op, keys = opRoundEnd, []string{"", "density"}
		c.round = false
	case "KB":
		e.op, keys = opMark, []string{"n"}
		c.checkpoint = true
	}
	for i, key := range keys {
		if key == "" {
			e.n[i] = int64(l.buf)
			continue
		}
		v, err := l.number(key)
		if err != nil {
			return err
		}
		switch {
		case key != "smoothed" && key != "density":
			e.n[i] = int64(v)
		case c.release83:
			e.n[i] = int64(math.Float32bits(float32(v)))
		default:
			e.n[i] = int64(math.Round(v * 1e6))
		}
	}
	c.put(e)
	return nil
}
