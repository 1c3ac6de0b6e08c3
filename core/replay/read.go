package replay

import (
	"bufio"
	"errors"
	"io"
	"strconv"
	"strings"
)

// Files are the files of a recording, uncompressed.
type Files struct {
	Counts   io.Reader // counts.json
	Settings io.Reader // settings.txt
	Rels     io.Reader // rels.csv
	Trace    io.Reader // trace.csv
	Snaps    io.Reader // snaps.csv
}

// Read reads a recording. An error names the file, the line and what was
// expected there.
func Read(f Files) (*Set, error) {
	r := &setReader{
		set:   &Set{},
		pages: map[PageName]int32{}, procs: map[string]int16{}, files: map[Relation]int32{}, labels: map[string]int32{},
	}
	for _, part := range []struct {
		name string
		in   io.Reader
		read func(line string) error
		end  func() error
	}{
		{"counts.json", f.Counts, r.counts, r.countsEnd},
		{"settings.txt", f.Settings, r.setting, nil},
		{"rels.csv", f.Rels, r.relation, nil},
		{"trace.csv", f.Trace, r.traceLine, r.traceEnd},
		{"snaps.csv", f.Snaps, r.snapLine, r.snapsEnd},
	} {
		r.line = 0
		sc := bufio.NewScanner(part.in)
		sc.Buffer(nil, 1<<20)
		for sc.Scan() {
			r.line++
			if err := part.read(sc.Text()); err != nil {
				return nil, errors.New(part.name + ", line " + strconv.Itoa(int(r.line)) + ": " + err.Error())
			}
		}
		err := sc.Err()
		if err == nil && part.end != nil {
			err = part.end()
		}
		if err != nil {
			return nil, errors.New(part.name + ": " + err.Error())
		}
	}
	return r.set, nil
}

type setReader struct {
	set    *Set
	line   int32
	since  int32 // µs of lines that were read over
	pages  map[PageName]int32
	procs  map[string]int16
	files  map[Relation]int32 // rel by database and file
	labels map[string]int32   // index in set.Snaps
	snap   *Snapshot          // being read
}

// valueOf returns the text after "key": in a line of JSON, up to the next comma
// or brace, without quotes.
func valueOf(line, key string) (string, bool) {
	_, rest, ok := strings.Cut(line, `"`+key+`":`)
	if !ok {
		return "", false
	}
	if i := strings.IndexAny(rest, ",}"); i >= 0 {
		rest = rest[:i]
	}
	return strings.Trim(rest, ` "`), true
}

func (r *setReader) counts(line string) error {
	if v, ok := valueOf(line, "version"); ok && r.set.Release == 0 {
		release, err := ReleaseOf(v)
		if err != nil {
			return err
		}
		r.set.Release = release
		r.defaults()
	}
	for _, key := range [...]string{"nbuffers", "N"} {
		if v, ok := valueOf(line, key); ok && r.set.Buffers == 0 {
			n, err := strconv.Atoi(v)
			if err != nil || n < 1 || n > 1<<24 {
				return errors.New(key + " is " + strconv.Quote(v) + "; a number of buffers from 1 to 16777216 was expected")
			}
			r.set.Buffers = n
		}
	}
	return nil
}

func (r *setReader) countsEnd() error {
	switch {
	case r.set.Release == 0:
		return errors.New(`"version" is missing; the release of the server was expected, as in "version": "8.1"`)
	case r.set.Buffers == 0:
		return errors.New(`"nbuffers" and "N" are missing; the number of buffers was expected`)
	}
	return nil
}

// ReleaseOf returns the release that a recording calls by this version.
func ReleaseOf(version string) (Release, error) {
	for _, known := range releases {
		if version == known.version {
			return known.release, nil
		}
	}
	major, _, _ := strings.Cut(version, ".")
	if n, err := strconv.Atoi(major); err == nil && n >= 10 && n <= 19 {
		return Release(100 * n), nil
	}
	legal := ""
	for _, known := range releases {
		legal += known.version + ", "
	}
	return 0, errors.New("version is " + strconv.Quote(version) + "; legal are " + legal + "and 10 to 19")
}

func (r *setReader) defaults() {
	r.set.Settings = Settings{
		DelayMs: 200, LRUMaxPages: 100, Multiplier: 2, LRUPercent: 1, AllPercent: 0.333, AllMaxPages: 5,
		Percent: 1, MaxPages: 100, TimeoutS: 300, CompletionTarget: 0.5,
	}
	if r.set.Release < Release83 {
		r.set.Settings.LRUMaxPages = 5
	}
	if r.set.Release >= Release14 {
		r.set.Settings.CompletionTarget = 0.9
	}
}

func (r *setReader) setting(line string) error {
	name, value, _ := strings.Cut(line, " = ")
	s := &r.set.Settings
	var whole *int
	var real *float64
	switch name {
	case "bgwriter_delay":
		whole, value = &s.DelayMs, strings.TrimSuffix(value, "ms")
	case "bgwriter_lru_maxpages":
		whole = &s.LRUMaxPages
	case "bgwriter_all_maxpages":
		whole = &s.AllMaxPages
	case "bgwriter_maxpages":
		whole = &s.MaxPages
	case "bgwriter_percent":
		whole = &s.Percent
	case "checkpoint_timeout":
		whole = &s.TimeoutS
		for _, unit := range []struct{ suffix, zeros string }{{"1d", "86400"}, {"1h", "3600"}} {
			if value == unit.suffix {
				value = unit.zeros
			}
		}
		value = strings.TrimSuffix(value, "s")
	case "bgwriter_lru_multiplier":
		real = &s.Multiplier
	case "bgwriter_lru_percent":
		real = &s.LRUPercent
	case "bgwriter_all_percent":
		real = &s.AllPercent
	case "checkpoint_completion_target":
		real = &s.CompletionTarget
	}
	var err error
	switch {
	case whole != nil:
		*whole, err = strconv.Atoi(value)
	case real != nil:
		*real, err = strconv.ParseFloat(value, 64)
	}
	if err != nil {
		return errors.New(name + " is " + strconv.Quote(value) + "; a number was expected")
	}
	return nil
}

func (r *setReader) relation(line string) error {
	if r.line == 1 {
		return nil
	}
	f := fields(line, 5)
	var x Relation
	for i, to := range [...]*int32{&x.Rel, &x.Space, &x.Database, &x.File} {
		v, err := integer(f[i], "column "+strconv.Itoa(i+1))
		if err != nil {
			return err
		}
		*to = v
	}
	r.set.Relations = append(r.set.Relations, x)
	r.files[Relation{Database: x.Database, File: x.File}] = x.Rel
	return nil
}

// page numbers the pages in the order in which they are met.
func (r *setReader) page(rel, fork, block string) (int32, error) {
	var name PageName
	for _, part := range []struct {
		text, what string
		to         *int32
	}{{rel, "rel", &name.Rel}, {fork, "fork", &name.Fork}, {block, "blk", &name.Block}} {
		v, err := integer(part.text, part.what)
		if err != nil {
			return 0, err
		}
		*part.to = v
	}
	pg, ok := r.pages[name]
	if !ok {
		pg = int32(len(r.set.Pages))
		r.pages[name] = pg
		r.set.Pages = append(r.set.Pages, name)
	}
	return pg, nil
}

// fields splits a line at commas into n fields; the last has the rest.
func fields(line string, n int) []string {
	f := strings.SplitN(line, ",", n)
	for len(f) < n {
		f = append(f, "")
	}
	return f
}

func integer(text, what string) (int32, error) {
	v, err := strconv.ParseInt(text, 10, 32)
	if err != nil {
		return 0, errors.New(what + " is " + strconv.Quote(text) + "; a whole number was expected")
	}
	return int32(v), nil
}

func optional(text, what string) (int32, error) {
	if text == "" {
		return None, nil
	}
	return integer(text, what)
}

func flag(text, what string) (int8, error) {
	switch text {
	case "":
		return -1, nil
	case "0":
		return 0, nil
	case "1":
		return 1, nil
	}
	return 0, errors.New(what + " is " + strconv.Quote(text) + "; 0, 1 or nothing was expected")
}
