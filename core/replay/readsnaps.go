package replay

import (
	"errors"
	"strconv"
	"strings"

	"clocksweep/core/bufmgr"
)

// snapLine reads a line of either form of snapshot file: with a column snap and
// file numbers (15), or with a letter in front and rel ids.
func (r *setReader) snapLine(line string) error {
	if rest, ok := strings.CutPrefix(line, "#snap="); ok {
		return r.snapHeader(rest)
	}
	if strings.HasPrefix(line, "snap,") {
		return nil
	}
	s := r.snap
	if s == nil {
		return errors.New("the line is before the first #snap= line")
	}
	f := strings.Split(line, ",")
	switch {
	case f[0] == "Q":
		for _, text := range f[1:] {
			b, err := integer(text, "a buffer of the list")
			if err != nil {
				return err
			}
			s.Unpinned = append(s.Unpinned, b)
		}
		return nil
	case f[0] == "L" && len(f) == 8:
		return r.snapEntry(s, f)
	case f[0] == "B" && len(f) == 10:
		return r.snapBuffer(s, f[2:])
	case len(f) == 11:
		rel, err := r.relOf(f[2], f[3], f[6])
		if err != nil {
			return err
		}
		f[3] = rel
		return r.snapBuffer(s, f[3:])
	}
	return errors.New("a line of " + strconv.Itoa(len(f)) + " columns; B with 10, L with 8, Q, or 11 columns were expected")
}

// snapsEnd takes the stale links out of snapshots of 8.0, which does not mark the
// buffers that are off the freelist.
func (r *setReader) snapsEnd() error {
	for _, s := range r.set.Snaps {
		if len(s.Buffers) != r.set.Buffers {
			return errors.New("snapshot " + strconv.Quote(s.Label) + " of the trace has " + strconv.Itoa(len(s.Buffers)) +
				" buffers; " + strconv.Itoa(r.set.Buffers) + " were expected")
		}
	}
	if r.set.Release < Release80 || r.set.Release >= Release81 {
		return nil
	}
	for _, s := range r.set.Snaps {
		listed := make([]bool, len(s.Buffers))
		for b := s.FirstFree; b >= 0; b = s.Buffers[b].Next {
			if int(b) >= len(listed) || listed[b] {
				return errors.New("the freelist of snapshot " + s.Label + " leads astray at buffer " + strconv.Itoa(int(b)))
			}
			listed[b] = true
		}
		for b := range s.Buffers {
			if !listed[b] {
				s.Buffers[b].Next = -2
			}
		}
	}
	return nil
}

// relOf returns the id of the relation with this file, as text.
func (r *setReader) relOf(database, file, valid string) (string, error) {
	if valid != "1" {
		return "", nil
	}
	db, err := integer(database, "db")
	if err != nil {
		return "", err
	}
	node, err := integer(file, "rel")
	if err != nil {
		return "", err
	}
	rel, ok := r.files[Relation{Database: db, File: node}]
	if !ok {
		return "", errors.New("file " + file + " of database " + database + " is not in rels.csv")
	}
	return strconv.Itoa(int(rel)), nil
}

// snapBuffer reads rel,fork,blk,valid,dirty,usage,refcount,freenext.
func (r *setReader) snapBuffer(s *Snapshot, f []string) error {
	x := BufferState{Page: -1, Dirty: f[4] == "1"}
	var err error
	// 7.4 calls a buffer valid that never held a page.
	if f[3] == "1" && f[0] != "" {
		if x.Page, err = r.page(f[0], f[1], f[2]); err != nil {
			return err
		}
	}
	for _, part := range []struct {
		text, what string
		to         *int32
	}{{f[5], "usage", &x.Usage}, {f[6], "refcount", &x.Refs}, {f[7], "freenext", &x.Next}} {
		if *part.to, err = optional(part.text, part.what); err != nil {
			return err
		}
	}
	if r.set.Release < Release80 {
		x.Next = None // links the unpinned buffers, stale where pinned
	}
	s.Buffers = append(s.Buffers, x)
	return nil
}

// snapEntry reads L,list,buf,rel,fork,blk,xid,vacuum.
func (r *setReader) snapEntry(s *Snapshot, f []string) error {
	l, err := integer(f[1], "list")
	if err != nil || l < 0 || l > 3 {
		return errors.New("list is " + strconv.Quote(f[1]) + "; 0 to 3 was expected")
	}
	pg, err := r.page(f[3], f[4], f[5])
	if err != nil {
		return err
	}
	buf, err := integer(f[2], "buf")
	if err != nil {
		return err
	}
	xid, err := integer(f[6], "xid")
	if err != nil {
		return err
	}
	s.Lists[l] = append(s.Lists[l], bufmgr.Entry{Page: pg, Buf: buf, Xid: uint32(xid), Vacuum: f[7] == "1"})
	return nil
}

func (r *setReader) snapHeader(text string) error {
	s := &Snapshot{Hand: None, FirstFree: None, Passes: None, Allocs: None, Target: None,
		Lengths: [4]int32{None, None, None, None}}
	r.snap = s
	raw := int32(0)
	words := strings.Split(text, " ")
	s.Label = words[0]
	for _, word := range words[1:] {
		name, value, _ := strings.Cut(word, "=")
		to := map[string]*int32{
			"hand": &s.Hand, "next_victim": &s.Hand, "free": &s.FirstFree, "first_free": &s.FirstFree,
			"passes": &s.Passes, "complete_passes": &s.Passes, "allocs": &s.Allocs, "num_allocs_since_bgw": &s.Allocs,
			"next_victim_raw": &raw, "tgt": &s.Target, "b1": &s.Lengths[0], "t1": &s.Lengths[1], "t2": &s.Lengths[2], "b2": &s.Lengths[3],
		}[name]
		if to == nil {
			continue
		}
		v, err := integer(value, name)
		if err != nil {
			return err
		}
		*to = v
	}
	// The hand of 9.5 and later is a counter that is taken back by N only when
	// it is next used: until then the turn it has finished is not counted.
	if raw > 0 && s.Passes != None {
		s.Passes += raw / int32(r.set.Buffers)
	}
	if i, ok := r.labels[s.Label]; ok {
		r.set.Snaps[i] = s
	}
	return nil
}
