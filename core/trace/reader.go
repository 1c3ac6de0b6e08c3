package trace

import (
	"bufio"
	"errors"
	"io"

	"clocksweep/core/bufmgr"
)

// MaxLine is the longest line of a CSV file, in bytes without its end.
const MaxLine = 1 << 16

// mostPages is how many different pages can be numbered: the slots of the
// pool's page table are 32 bits wide, and it grows by an eighth more than it
// needs.
const mostPages = 1 << 30

// Reader reads a trace from beginning to end.
type Reader struct {
	// What it has met so far.
	Format   Format
	Accesses [len(ops)]int64 // by Op

	counter   *counter
	in        *bufio.Reader
	pages     pageNumbers
	limit     int   // of different pages
	number    int64 // of the line or record read last, from 1
	begun     bool  // CSV: a line that was not empty was read
	err       error // the end, for ever
	relations names
	processes names
	fields    fields
}

// problemPages is the Problem of the page that exceeds the limit.
const problemPages = "too many different pages"

// NewReader begins to read a trace. It fails if in does, or if what it gives is
// in no known format.
func NewReader(in io.Reader) (*Reader, error) {
	c := &counter{in: in}
	r := &Reader{counter: c, in: bufio.NewReaderSize(c, MaxLine+2), pages: newPageNumbers(), limit: mostPages}
	head, err := r.in.Peek(HeadSize)
	if err != nil && err != io.EOF {
		return nil, err
	}
	const expected = "; expected CSV (relation, block, read|write|extend, process) or records of oracleGeneral"
	switch r.Format = Detect(head); r.Format {
	case CSV, OracleGeneral:
		return r, nil
	case Unknown:
		return nil, errors.New("this is neither text nor a known binary format" + expected)
	}
	return nil, errors.New("this is packed with " + r.Format.String() + " and has to be unpacked first" + expected)
}

// Next reads accesses into the slice and returns their number. It is smaller
// than the slice's length only at the end, and then err is io.EOF, an *Error or
// what the underlying reader failed with; the accesses before it are valid.
func (r *Reader) Next(into []Access) (n int, err error) {
	for n < len(into) && r.err == nil {
		if r.Format == CSV {
			r.err = r.nextLine(&into[n])
		} else {
			r.err = r.nextRecord(&into[n])
		}
		if r.err == nil {
			r.Accesses[into[n].Op]++
			n++
		}
	}
	if n < len(into) {
		err = r.err
	}
	return n, err
}

// Bytes returns how many bytes were taken from the underlying reader.
func (r *Reader) Bytes() int64 { return r.counter.n }

// Pages, Relations and Processes return how many different ones were met.
// oracleGeneral has no relations and no processes.
func (r *Reader) Pages() int     { return len(r.pages.key) }
func (r *Reader) Relations() int { return r.relations.len() }
func (r *Reader) Processes() int { return r.processes.len() }

// page numbers the page of a key.
func (r *Reader) page(key uint64) (bufmgr.Page, error) {
	if pg := r.pages.find(key); pg >= 0 {
		return pg, nil
	}
	if len(r.pages.key) >= r.limit {
		return 0, r.problem(problemPages)
	}
	return r.pages.add(key), nil
}

func (r *Reader) problem(text string) *Error {
	unit := "line"
	if r.Format == OracleGeneral {
		unit = "record"
	}
	return &Error{unit, r.number, text}
}

// counter counts what a reader gives.
type counter struct {
	in io.Reader
	n  int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.in.Read(p)
	c.n += int64(n)
	return n, err
}
