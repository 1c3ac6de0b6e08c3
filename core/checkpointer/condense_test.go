package checkpointer_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var condenseFrom = flag.String("condense", "", "directories with recordings, separated by commas: write testdata/recorded anew")

// The recordings and what is taken from them: checkpoints for this package,
// cleaning rounds for core/bgwriter.
var (
	withCheckpoints = []string{
		"7.4.30-E4", "7.4.30-E4t", "8.0.0-E3", "8.0.0-E4", "8.0.0-E4t", "8.0.2-E3", "8.0.2-E4", "8.1.0-E3", "8.1.0-E4", "8.1.0-E4t",
		"8.2.0-E3", "8.2.0-E4", "8.3.0-E3", "8.3.0-E4", "8.3.0-E4p", "9.6.24-E3", "9.6.24-E4", "9.6.24-E4p", "T4a", "T4c",
	}
	withRounds = []string{
		"8.0.0-E3", "8.0.0-E4t", "8.0.2-E3", "8.1.0-E3", "8.1.0-E4t", "8.2.0-E3",
		"8.3.0-E3", "8.3.0-E4p", "9.6.24-E3", "9.6.24-E4p", "T3a", "T3c", "T4a", "T4c",
	}
)

// TestCondense writes the test data anew from the text files of the recordings,
// if it is told where they are.
func TestCondense(t *testing.T) {
	if *condenseFrom == "" {
		return
	}
	done := map[string]bool{}
	for _, root := range strings.Split(*condenseFrom, ",") {
		entries, err := os.ReadDir(root)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			name := e.Name()
			ckpt, rounds := slices.Contains(withCheckpoints, name), slices.Contains(withRounds, name)
			if !ckpt && !rounds {
				continue
			}
			c := &condenser{dir: filepath.Join(root, name)}
			if err := c.run(name); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if ckpt {
				c.save(t, "testdata/recorded", name, &c.ckpt.out)
			}
			if rounds {
				c.save(t, "../bgwriter/testdata/recorded", name, &c.round.out)
			}
			done[name] = true
		}
	}
	t.Logf("%d recordings condensed", len(done))
}

// condenser follows a recording: which page is in which buffer, what is dirty,
// and in 8.0 the order of the lists T1 and T2.
type condenser struct {
	dir string
	generation
	buffers   int
	nowUs     int64
	page      [][4]uint32 // by buffer: tablespace, relfilenode, fork, block
	dirty     []bool
	t1, t2    []int32
	relations map[string][2]uint32
	ckpt      checkpointWriter
	round     roundWriter
}

// generation is how the recorded server cleans and checkpoints.
type generation struct {
	lists     bool // 8.0: T1 and T2
	scans     bool // 8.1, 8.2
	jit       bool // 8.3 and later
	sorted    bool // 9.6 and later
	flagAfter bool // the dirty column of a W line is the flag after the write
}

func generationOf(name string) generation {
	g := generation{flagAfter: !strings.HasPrefix(name, "T")}
	switch {
	case strings.HasPrefix(name, "7.4"):
	case strings.HasPrefix(name, "8.0"):
		g.lists = true
	case strings.HasPrefix(name, "8.1"), strings.HasPrefix(name, "8.2"):
		g.scans = true
	case strings.HasPrefix(name, "8.3"):
		g.jit = true
	default:
		g.jit, g.sorted = true, true
	}
	return g
}

func (c *condenser) save(t *testing.T, dir, name string, out *bytes.Buffer) {
	var packed bytes.Buffer
	z, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err == nil {
		_, err = z.Write(out.Bytes())
	}
	if err == nil {
		err = z.Close()
	}
	if err == nil {
		err = os.MkdirAll(dir, 0o755)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, name+".gz"), packed.Bytes(), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%s/%s.gz: %d bytes", dir, name, packed.Len())
}

func (c *condenser) run(name string) error {
	c.generation = generationOf(name)
	counts, err := os.ReadFile(filepath.Join(c.dir, "counts.json"))
	if err != nil {
		return err
	}
	n := regexp.MustCompile(`"(?:nbuffers|N)": (\d+)`).FindSubmatch(counts)
	if n == nil {
		return fmt.Errorf("counts.json does not tell the number of buffers")
	}
	c.buffers = atoi(string(n[1]))
	c.page = make([][4]uint32, c.buffers)
	c.dirty = make([]bool, c.buffers)
	c.relations = map[string][2]uint32{}
	if err := eachRow(filepath.Join(c.dir, "rels.csv"), func(row []string) error {
		c.relations[row[0]] = [2]uint32{uint32(atoi(row[1])), uint32(atoi(row[3]))}
		return nil
	}); err != nil {
		return err
	}
	settings, err := os.ReadFile(filepath.Join(c.dir, "settings.txt"))
	if err != nil {
		return err
	}
	c.ckpt.begin(c, name)
	if err := c.round.begin(c, name, string(settings)); err != nil {
		return err
	}
	line := 0
	return eachRow(filepath.Join(c.dir, "trace.csv.gz"), func(row []string) error {
		line++
		if row[0] == "dt_us" {
			return nil
		}
		for len(row) < 14 {
			row = append(row, "")
		}
		c.nowUs += int64(atoi(row[0]))
		if err := c.follow(row); err != nil {
			return fmt.Errorf("line %d: %w", line, err)
		}
		return nil
	})
}

// follow takes one line in, in the order in which the server did things: the
// writers see the state before it, or after it where they say so.
func (c *condenser) follow(row []string) error {
	ev, b := row[2], int32(atoi(row[3]))
	if err := c.ckpt.before(row, b); err != nil {
		return err
	}
	if err := c.round.before(row, b); err != nil {
		return err
	}
	was := b >= 0 && int(b) < c.buffers && c.dirty[b]
	switch ev {
	case "R":
		c.access(row, b)
	case "D", "H":
		c.dirty[b] = true
	case "W":
		c.dirty[b] = c.flagAfter && row[10] == "1"
	case "F":
		c.dirty[b] = false
		c.page[b] = [4]uint32{}
		c.t1, c.t2 = without(c.t1, b), without(c.t2, b)
	}
	switch ev {
	case "R", "D", "H", "W", "F":
		c.ckpt.changed(row, b, was)
	}
	return nil
}

// access follows a hit or miss.
func (c *condenser) access(row []string, b int32) {
	if row[7] != "h" {
		r := c.relations[row[4]]
		c.page[b] = [4]uint32{r[0], r[1], uint32(atoi(row[5])), uint32(atoi(row[6]))}
		c.dirty[b] = false
	}
	if !c.lists {
		return
	}
	vacuum := strings.Contains(row[13], "vac=1")
	if row[7] == "h" {
		if vacuum {
			return
		}
		to := number(row[13], "l=1>") + number(row[13], "l=2>")
		c.t1, c.t2 = without(c.t1, b), without(c.t2, b)
		c.append(b, to == 2)
		return
	}
	c.t1, c.t2 = without(c.t1, b), without(c.t2, b)
	in := number(row[13], "in=")
	if vacuum && in == 1 {
		c.t1 = append([]int32{b}, c.t1...)
		return
	}
	c.append(b, in == 2)
}

func (c *condenser) append(b int32, t2 bool) {
	if t2 {
		c.t2 = append(c.t2, b)
	} else {
		c.t1 = append(c.t1, b)
	}
}

func without(list []int32, b int32) []int32 {
	if i := slices.Index(list, b); i >= 0 {
		return slices.Delete(list, i, i+1)
	}
	return list
}

// number returns the number after key in the text, 0 if it is not there.
func number(text, key string) int {
	_, rest, ok := strings.Cut(text, key)
	if !ok {
		return 0
	}
	digits, _, _ := strings.Cut(rest, " ")
	return atoi(digits)
}

func atoi(s string) int {
	if s == "" {
		return 0
	}
	n, err := strconv.ParseInt(s, 0, 64)
	if err != nil {
		panic(err)
	}
	return int(n)
}

func eachRow(name string, do func(row []string) error) error {
	f, err := os.Open(name)
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
	rd.ReuseRecord = true
	for {
		row, err := rd.Read()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if row[0] == "rel" {
			continue
		}
		if err := do(row); err != nil {
			return err
		}
	}
}

// listLine writes the lists T1 and T2 with a mark at what is dirty.
func (c *condenser) listLine(out *bytes.Buffer) {
	for i, list := range [][]int32{c.t1, c.t2} {
		fmt.Fprintf(out, "t%d", i+1)
		for _, b := range list {
			fmt.Fprintf(out, " %d", b)
			if c.dirty[b] {
				out.WriteByte('*')
			}
		}
		out.WriteByte('\n')
	}
}

func (c *condenser) dirtyCount() int {
	n := 0
	for _, d := range c.dirty {
		if d {
			n++
		}
	}
	return n
}
