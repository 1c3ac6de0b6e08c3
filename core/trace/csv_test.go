package trace

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// readAll reads a whole trace in small steps and checks what must always hold.
func readAll(t *testing.T, r *Reader) ([]Access, error) {
	t.Helper()
	var all []Access
	for {
		var some [3]Access
		n, err := r.Next(some[:])
		all = append(all, some[:n]...)
		if (err != nil) != (n < len(some)) {
			t.Fatalf("got %d accesses of %d with error %v", n, len(some), err)
		}
		if err != nil {
			if n, again := r.Next(some[:]); n != 0 || again != err {
				t.Fatalf("after the end: got %d accesses and %v, want %v again", n, again, err)
			}
			if err == io.EOF {
				err = nil
			}
			return all, err
		}
	}
}

// readText reads a trace in CSV, from a reader that gives one byte at a time.
func readText(t *testing.T, text string) (*Reader, []Access, error) {
	t.Helper()
	r, err := NewReader(iotest.OneByteReader(strings.NewReader(text)))
	if err != nil {
		t.Fatal(err)
	}
	all, err := readAll(t, r)
	return r, all, err
}

func TestCSV(t *testing.T) {
	long := strings.Repeat("x", MaxLine-len(",1,read"))
	tests := []struct {
		name, text string
		want       []Access
	}{
		{"plain", "a,1,read\na,2,write\nb,1,extend\n", []Access{{0, 0, Read}, {1, 0, Write}, {2, 0, Extend}}},
		{"header", "relation,block,access,process\na,1,read,7\n", []Access{{0, 1, Read}}},
		{"header after an empty line", "\nrel,blk,what\na,1,read\n", []Access{{0, 0, Read}}},
		{"only a header", "relation,block,access\n", nil},
		{"nothing", "", nil},
		{"byte order mark", "\ufeffa,1,read\n", []Access{{0, 0, Read}}},
		{"line ends of Windows, none at the end", "a,1,read\r\n\r\na,1,write", []Access{{0, 0, Read}, {0, 0, Write}}},
		{"spaces and capitals", " a , 1 ,\tREAD , 7 \na,1,Write,7", []Access{{0, 1, Read}, {0, 1, Write}}},
		{"processes", "a,1,read,x\na,1,read,y\na,1,read,x\na,1,read\na,1,read,\n",
			[]Access{{0, 1, Read}, {0, 2, Read}, {0, 1, Read}, {0, 0, Read}, {0, 0, Read}}},
		{"quotes", `"a,b","1","read","p""q"` + "\n" + `"a,b" , 2, read` + "\n" + `"a",1,read` + "\n" + `"a,b",1,read,"p""q"`,
			[]Access{{0, 1, Read}, {1, 0, Read}, {2, 0, Read}, {0, 1, Read}}},
		{"a relation without a name", ",1,read\n\"\",1,read\n", []Access{{0, 0, Read}, {0, 0, Read}}},
		{"first and last block", "a,0,read\na,4294967294,read\n", []Access{{0, 0, Read}, {1, 0, Read}}},
		{"longest line", long + ",1,read\n" + long + ",1,read", []Access{{0, 0, Read}, {0, 0, Read}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, got, err := readText(t, test.text)
			if err != nil {
				t.Fatal(err)
			}
			if len(got) != len(test.want) {
				t.Fatalf("got %v, want %v", got, test.want)
			}
			for i, a := range got {
				if a != test.want[i] {
					t.Errorf("access %d is %v, want %v", i, a, test.want[i])
				}
			}
		})
	}
}

func TestBrokenLines(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"block", "a,1,read\na,12x,read\n", `line 2: the block is "12x"; expected a number from 0 to 4294967294`},
		{"block missing", "a,,read\n", `line 1: the block is ""; expected a number from 0 to 4294967294`},
		{"negative block", "a,-1,read\n", `line 1: the block is "-1"; expected a number from 0 to 4294967294`},
		{"invalid block", "a,4294967295,read\n", `line 1: the block is "4294967295"; expected a number from 0 to 4294967294`},
		{"block beyond 64 bits", "a,18446744073709551617,read\n",
			`line 1: the block is "18446744073709551617"; expected a number from 0 to 4294967294`},
		{"access", "h,e,ader\n\na,1,reed\n", `line 3: the access is "reed"; expected read, write or extend`},
		{"second header", "relation,block,access\nrelation,block,access\n",
			`line 2: the block is "block"; expected a number from 0 to 4294967294`},
		{"two fields", "a,1\n", `line 1: there are 2 fields; expected relation, block, read|write|extend and perhaps a process`},
		{"one field", "a b read\n", `line 1: there is 1 field; expected relation, block, read|write|extend and perhaps a process`},
		{"five fields", "a,1,read,7,8\n", `line 1: there are 5 fields; expected relation, block, read|write|extend and perhaps a process`},
		{"open quote", "a,1,read\n\"a,1,read\nb,1,read", `line 2: a quoted field has no end; expected a second quote on the same line`},
		{"text behind a quote", "\"a\"b,1,read\n", `line 1: there is "b,1,read" behind a quoted field; expected a comma or the end of the line`},
		{"long line", "a,1,read\n" + strings.Repeat("x", MaxLine+3), `line 2: the line is longer than 65536 bytes; expected a shorter one`},
		{"control characters", "a,\x1b[2J" + strings.Repeat("é", 30) + ",read\n",
			`line 1: the block is "\x1b[2Jéééééééééééééééééé..."; expected a number from 0 to 4294967294`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, _, err := readText(t, test.text)
			if err == nil || err.Error() != test.want {
				t.Errorf("got  %v\nwant %s", err, test.want)
			}
		})
	}
}

// TestBeforeTheBrokenLine wants the accesses before it, and the counts.
func TestBeforeTheBrokenLine(t *testing.T) {
	text := "a,1,read,p\na,2,write,q\nb,1,extend,p\nb,1,write,p\nbroken\n"
	r, got, err := readText(t, text)
	if err == nil || len(got) != 4 {
		t.Errorf("got %d accesses and error %v, want 4 and one", len(got), err)
	}
	if r.Accesses != [3]int64{1, 2, 1} || r.Pages() != 3 || r.Relations() != 2 || r.Processes() != 2 || r.Format != CSV {
		t.Errorf("got %v, %d pages, %d relations, %d processes, %v", r.Accesses, r.Pages(), r.Relations(), r.Processes(), r.Format)
	}
	if r.Bytes() != int64(len(text)) {
		t.Errorf("%d bytes were read, want %d", r.Bytes(), len(text))
	}
}

// TestFailingDisk wants the error of the reader below, as it is.
func TestFailingDisk(t *testing.T) {
	broken := errors.New("broken disk")
	in := io.MultiReader(strings.NewReader(strings.Repeat("a,1,read\n", HeadSize)), iotest.ErrReader(broken))
	r, err := NewReader(in)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := readAll(t, r); len(got) != HeadSize || err != broken {
		t.Errorf("got %d accesses and error %v", len(got), err)
	}
	if _, err := NewReader(iotest.ErrReader(broken)); err != broken {
		t.Errorf("got %v from NewReader", err)
	}
}

func TestTooManyNames(t *testing.T) {
	name := bytes.Repeat([]byte("n"), MaxLine-100)
	var text bytes.Buffer
	for i := range mostNames/len(name) + 2 {
		text.Write(name)
		text.WriteString(string(rune('a'+i%26)) + string(rune('a'+i/26)) + ",1,read\n")
	}
	r, err := NewReader(&text)
	if err != nil {
		t.Fatal(err)
	}
	all, err := readAll(t, r)
	want := "the names of the relations take more than 32 MB; expected fewer or shorter ones"
	if err == nil || !strings.HasSuffix(err.Error(), want) || len(all) < 500 {
		t.Errorf("got %d accesses and error %v", len(all), err)
	}
}

// TestManyNames makes the table of names grow.
func TestManyNames(t *testing.T) {
	var n names
	text := func(i int) []byte { return []byte{byte(i), byte(i >> 8), byte(i % 7)} }
	for round := range 2 {
		for i := range 10_000 {
			if got, ok := n.number(text(i)); !ok || got != int32(i) {
				t.Fatalf("round %d: name %d has number %d, %v", round, i, got, ok)
			}
		}
	}
}

func FuzzCSV(f *testing.F) {
	for _, seed := range []string{
		"", "relation,block,access,process\na,1,read,7\n", "\"a,\"\"b\",2,write\r\n\nc,3,extend", "a,4294967295,read", "\"", "a,1,read,\"x\"y",
		"\ufeffa , 1 , READ , ,", "\x1f\x8b", "a,1,read\n\x00",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := NewReader(bytes.NewReader(data))
		if err != nil {
			return
		}
		all, err := readAll(t, r)
		checkRead(t, r, all, err)
		if r.Format == CSV && len(all) > 1+bytes.Count(data, []byte("\n")) {
			t.Errorf("%d accesses in %d lines", len(all), bytes.Count(data, []byte("\n")))
		}
	})
}

// checkRead checks what holds of every trace that was read to its end.
func checkRead(t *testing.T, r *Reader, all []Access, err error) {
	t.Helper()
	if at, ok := err.(*Error); err != nil && (!ok || at.Number < 1 || !strings.Contains(at.Problem, "; expected ") || strings.Contains(at.Error(), "\n")) {
		t.Errorf("the error %v does not tell a place and what was expected", err)
	}
	pages, processes := int32(0), int32(0)
	for i, a := range all {
		if a.Page < 0 || a.Page > pages || a.Process < 0 || a.Process > processes+1 || int(a.Op) >= len(ops) {
			t.Fatalf("access %d is %v after %d pages and %d processes", i, a, pages, processes)
		}
		pages = max(pages, a.Page+1)
		processes = max(processes, a.Process)
	}
	if err == nil && (int(pages) != r.Pages() || int(processes) != r.Processes()) {
		t.Errorf("got %d pages and %d processes, counted are %d and %d", pages, processes, r.Pages(), r.Processes())
	}
}
