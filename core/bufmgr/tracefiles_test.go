package bufmgr_test

import (
	"bufio"
	"compress/gzip"
	"encoding/csv"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"clocksweep/core/bufmgr"
)

// The text files of a recording, read only to condense it.

// line is a line of trace.csv.gz.
type line struct {
	proc, ev, rel, fork, blk, out, extra string
	buf, usage, refs, strat              int32
	dirty, newpin                        bool
}

// eachRow reads a CSV file of the recording, gzipped or not.
func (c *condenser) eachRow(name string, do func(row []string) error) error {
	f, err := os.Open(filepath.Join(c.dir, name))
	if err != nil {
		return err
	}
	defer f.Close()
	var in io.Reader = bufio.NewReader(f)
	if strings.HasSuffix(name, ".gz") {
		if in, err = gzip.NewReader(in); err != nil {
			return err
		}
	}
	rd := csv.NewReader(in)
	rd.FieldsPerRecord = -1
	rd.LazyQuotes = true
	for {
		row, err := rd.Read()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if err := do(row); err != nil {
			return err
		}
	}
}

func (c *condenser) readSettings(s *recordedSettings) error {
	text, err := os.ReadFile(filepath.Join(c.dir, "settings.txt"))
	if err != nil {
		return err
	}
	for _, l := range strings.Split(string(text), "\n") {
		name, value, _ := strings.Cut(l, " = ")
		switch name {
		case "bgwriter_delay":
			s.delayMs, err = strconv.Atoi(strings.TrimSuffix(value, "ms"))
		case "bgwriter_lru_maxpages":
			s.maxPages, err = strconv.Atoi(value)
		}
		if err != nil {
			return err
		}
	}
	counts, err := os.ReadFile(filepath.Join(c.dir, "counts.json"))
	if err != nil {
		return err
	}
	for _, key := range []string{`"nbuffers": `, `"N": `} {
		if _, rest, ok := strings.Cut(string(counts), key); ok {
			digits := strings.FieldsFunc(rest, func(r rune) bool { return r < '0' || r > '9' })
			s.buffers, err = strconv.Atoi(digits[0])
			return err
		}
	}
	return errors.New("counts.json does not tell the number of buffers")
}

func atoi(s string) int32 {
	if s == "" {
		return 0
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		panic(err)
	}
	return int32(n)
}

func parseLine(row []string) line {
	return line{
		proc: row[1], ev: row[2], buf: atoi(row[3]), rel: row[4], fork: row[5], blk: row[6], out: row[7],
		usage: atoi(row[8]), refs: atoi(row[9]), dirty: row[10] == "1", newpin: row[11] == "1",
		strat: atoi(row[12]), extra: row[13],
	}
}

// extra returns the number that follows key in the line's last column.
func (l *line) number(key string) (float64, error) {
	for _, field := range strings.Fields(l.extra) {
		if v, ok := strings.CutPrefix(field, key+"="); ok {
			return strconv.ParseFloat(v, 64)
		}
	}
	return 0, errors.New("no " + key)
}

// numberPages numbers the pages in the order in which they come into the pool.
func (c *condenser) numberPages(rows [][]string) error {
	for _, row := range rows {
		if row[2] == "R" && row[7] != "h" {
			key := row[4] + "/" + row[5] + "/" + row[6]
			if _, ok := c.pages[key]; !ok {
				c.pages[key] = int32(len(c.pages))
			}
		}
	}
	return nil
}

func (c *condenser) readSnapshots() error {
	c.hashes = map[string]uint64{}
	if !c.snapshots {
		return nil
	}
	label, hash := "", uint64(0)
	return c.eachRow("snaps.csv.gz", func(row []string) error {
		if strings.HasPrefix(row[0], "#snap=") {
			label = strings.Fields(strings.TrimPrefix(row[0], "#snap="))[0]
			hash = poolHash(0, 0, bufmgr.NoPage, 0, false)
			return nil
		}
		if row[0] == "snap" {
			return nil
		}
		rel := row[2]
		if !c.release83 {
			rel = c.relation[row[2]+"/"+row[3]]
			row = append(row[:2], row[3:]...)
		}
		page := bufmgr.NoPage
		if row[5] == "1" {
			var ok bool
			if page, ok = c.pages[rel+"/"+row[3]+"/"+row[4]]; !ok {
				return errors.New("snapshot " + label + " has a page that was never read: " + strings.Join(row, ","))
			}
		}
		hash = poolHash(hash, atoi(row[1]), page, uint8(atoi(row[7])), row[6] == "1")
		c.hashes[label] = hash
		return nil
	})
}
