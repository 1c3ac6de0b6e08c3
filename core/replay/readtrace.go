package replay

import (
	"errors"
	"math"
	"strconv"
	"strings"
)

const header = "dt_us,proc,ev,buf,rel,fork,blk,out,usage,ref,dirty,newpin,strat,extra"

func (r *setReader) traceLine(line string) error {
	if r.line == 1 {
		if line != header {
			return errors.New("the first line is " + strconv.Quote(line) + "; " + header + " was expected")
		}
		return nil
	}
	f := fields(line, 14)
	dt := int32(0)
	if f[0] != "" {
		v, err := integer(f[0], "dt_us")
		if err != nil {
			return err
		}
		dt = v
	}
	r.since += dt
	kind, ok := kindOf(f[2])
	if !ok {
		switch f[2] {
		case "P", "KY", "KZ":
			return nil
		}
		return errors.New("ev is " + strconv.Quote(f[2]) + ", which is no known event")
	}
	e := Event{Line: r.line, Dt: r.since, Kind: kind, Page: None, X: None}
	r.since = 0
	proc, ok := r.procs[f[1]]
	if !ok {
		proc = int16(len(r.set.Procs))
		r.procs[f[1]] = proc
		r.set.Procs = append(r.set.Procs, f[1])
	}
	e.Proc = proc
	var err error
	if e.Buf, err = optional(f[3], "buf"); err != nil {
		return err
	}
	if e.Buf != None && (e.Buf < 0 || int(e.Buf) > r.set.Buffers) && kind != RoundEnd {
		return errors.New("buf is " + f[3] + "; the pool has " + strconv.Itoa(r.set.Buffers) + " buffers")
	}
	if f[6] != "" {
		if e.Page, err = r.page(f[4], f[5], f[6]); err != nil {
			return err
		}
	}
	if f[7] != "" {
		e.Out = f[7][0]
	}
	usage, err := optional(f[8], "usage")
	if err != nil {
		return err
	}
	e.Usage = -1
	if usage != None {
		e.Usage = int16(usage)
	}
	if e.Refs, err = optional(f[9], "ref"); err != nil {
		return err
	}
	if e.Dirty, err = flag(f[10], "dirty"); err != nil {
		return err
	}
	if e.NewPin, err = flag(f[11], "newpin"); err != nil {
		return err
	}
	if e.Ring, err = optional(f[12], "strat"); err != nil {
		return err
	}
	if err := r.complete(&e, f[13]); err != nil {
		return err
	}
	if err := r.extras(&e, f[13]); err != nil {
		return err
	}
	r.set.Events = append(r.set.Events, e)
	return nil
}

// complete checks that an event has the columns without which it says nothing.
func (r *setReader) complete(e *Event, extra string) error {
	switch e.Kind {
	case Access, Victim, Unpin, Dirty, Pin, Write, Drop, ToFreelist, Reject, RoundLook:
		if e.Buf == None || int(e.Buf) >= r.set.Buffers {
			return errors.New("buf is missing or too large; a number below " + strconv.Itoa(r.set.Buffers) + " was expected")
		}
	}
	if e.Kind == Snap && extra == "" {
		return errors.New("a snapshot needs its label in column extra")
	}
	if e.Kind == Access && (e.Page == None || e.Out != 'h' && e.Out != 'm' && e.Out != 'x') {
		return errors.New("an access needs a page and h, m or x in column out")
	}
	return nil
}

func kindOf(ev string) (Kind, bool) {
	if ev == "H" {
		return Dirty, true
	}
	for k, name := range kindNames {
		if ev == name {
			return Kind(k), true
		}
	}
	return 0, false
}

func (r *setReader) extras(e *Event, text string) error {
	keys := extrasOf[e.Kind]
	if len(keys) == 0 || text == "" {
		return nil
	}
	switch e.Kind {
	case Snap:
		i, ok := r.labels[text]
		if !ok {
			i = int32(len(r.set.Snaps))
			r.labels[text] = i
			r.set.Snaps = append(r.set.Snaps, &Snapshot{Label: text})
		}
		r.add(e, []int32{i})
		return nil
	case CheckHand:
		v, err := integer(text, "the start of the write pass")
		if err != nil {
			return err
		}
		r.add(e, []int32{v})
		return nil
	}
	values := make([]int32, len(keys))
	for i := range values {
		values[i] = None
	}
	for text != "" {
		word, rest, _ := strings.Cut(text, " ")
		text = rest
		if err := fill(values, keys, word); err != nil {
			return err
		}
	}
	r.add(e, values)
	return nil
}

func (r *setReader) add(e *Event, values []int32) {
	e.X = int32(len(r.set.Extras))
	r.set.Extras = append(r.set.Extras, values...)
}

// fill puts one word of the last column into its places; words without a place
// are read over.
func fill(values []int32, keys []string, word string) error {
	name, value, pair := strings.Cut(word, "=")
	for i, key := range keys {
		var v int64
		var err error
		switch {
		case !pair:
			if key != "="+name {
				continue
			}
			v = 1
		case key == "*"+name:
			var f float64
			f, err = strconv.ParseFloat(value, 64)
			v = int64(int32(math.Float32bits(float32(f))))
		case key == name+"<":
			first, _, _ := strings.Cut(strings.Replace(value, ">", "/", 1), "/")
			v, err = strconv.ParseInt(first, 10, 32)
		case key == name+">":
			_, second, _ := strings.Cut(strings.Replace(value, ">", "/", 1), "/")
			v, err = strconv.ParseInt(second, 10, 32)
		case key != name:
			continue
		case name == "scan":
			v = map[string]int64{"all": scanAll, "lru": scanLRU}[value]
		default:
			v, err = strconv.ParseInt(value, 0, 64)
		}
		if err != nil {
			return errors.New(name + " is " + strconv.Quote(value) + "; a number was expected")
		}
		values[i] = int32(v)
	}
	return nil
}

// The scans of 8.1 and 8.2.
const (
	scanAll = 1
	scanLRU = 2
)

func (r *setReader) traceEnd() error {
	if len(r.set.Events) == 0 {
		return errors.New("there are no events")
	}
	r.set.EndLine = r.line
	return nil
}
