package trace

import (
	"bufio"
	"bytes"
	"io"
	"strconv"
)

// maxBlock is the last block of a relation: MaxBlockNumber of storage/block.h.
const maxBlock = 0xfffffffe

// The fields of a line. The process may be missing.
const (
	fieldRelation = iota
	fieldBlock
	fieldOp
	fieldProcess
	numFields
)

// fields are those of one line. They lie in the reader's buffer.
type fields struct {
	text  [numFields][]byte
	count int // of the line, which may be larger
}

// nextLine reads the next line that holds an access.
func (r *Reader) nextLine(a *Access) error {
	for {
		line, err := r.line()
		if err != nil {
			return err
		}
		if len(line) == 0 {
			continue
		}
		if problem := r.fields.split(line); problem != "" {
			return r.problem(problem)
		}
		first := !r.begun
		r.begun = true
		if first && r.fields.isHeader() {
			continue
		}
		return r.access(a)
	}
}

// line returns the next line without its end and spaces around it.
func (r *Reader) line() ([]byte, error) {
	r.number++
	line, err := r.in.ReadSlice('\n')
	switch {
	case err == io.EOF && len(line) > 0: // the last line need not end
	case err == bufio.ErrBufferFull:
		return nil, r.problem("the line is longer than " + strconv.Itoa(MaxLine) + " bytes; expected a shorter one")
	case err != nil:
		return nil, err
	}
	if r.number == 1 {
		line = bytes.TrimPrefix(line, []byte("\ufeff"))
	}
	return trim(line), nil
}

// trim takes spaces, tabs and line ends off both ends.
func trim(text []byte) []byte {
	begin, end := 0, len(text)
	for begin < end && isSpace(text[begin]) {
		begin++
	}
	for begin < end && isSpace(text[end-1]) {
		end--
	}
	return text[begin:end]
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

// split parts a line at its commas. If that fails, problem says why.
func (f *fields) split(line []byte) (problem string) {
	f.count = 0
	for {
		var text []byte
		if len(line) > 0 && line[0] == '"' {
			text, line, problem = unquote(line)
			if problem != "" {
				return problem
			}
		} else {
			end := bytes.IndexByte(line, ',')
			if end < 0 {
				end = len(line)
			}
			text, line = trim(line[:end]), line[end:]
		}
		if f.count < numFields {
			f.text[f.count] = text
		}
		f.count++
		if len(line) == 0 {
			return ""
		}
		line = trim(line[1:]) // behind the comma
	}
}

// unquote returns the text between the quote at the beginning of line and its
// partner, and the rest from the comma behind it on. Doubled quotes become
// single ones in place.
func unquote(line []byte) (text, rest []byte, problem string) {
	text = line[1:1]
	for i := 1; i < len(line); i++ {
		switch {
		case line[i] != '"':
			text = append(text, line[i])
		case i+1 < len(line) && line[i+1] == '"':
			text = append(text, '"')
			i++
		default:
			rest = trim(line[i+1:])
			if len(rest) > 0 && rest[0] != ',' {
				return nil, nil, "there is " + quote(rest) + " behind a quoted field; expected a comma or the end of the line"
			}
			return text, rest, ""
		}
	}
	return nil, nil, "a quoted field has no end; expected a second quote on the same line"
}

// isHeader reports whether a first line holds names of columns: neither a
// number nor an operation is where it has to be.
func (f *fields) isHeader() bool {
	if f.count < fieldProcess {
		return false
	}
	_, number := parseBlock(f.text[fieldBlock])
	_, op := parseOp(f.text[fieldOp])
	return !number && !op
}

// access makes an access of the fields of a line.
func (r *Reader) access(a *Access) error {
	f := &r.fields
	if f.count != fieldProcess && f.count != numFields {
		return r.problem("there " + are(f.count, "field") + "; expected relation, block, read|write|extend and perhaps a process")
	}
	block, ok := parseBlock(f.text[fieldBlock])
	if !ok {
		return r.problem("the block is " + quote(f.text[fieldBlock]) + "; expected a number from 0 to " + strconv.Itoa(maxBlock))
	}
	op, ok := parseOp(f.text[fieldOp])
	if !ok {
		return r.problem("the access is " + quote(f.text[fieldOp]) + "; expected read, write or extend")
	}
	relation, ok := r.relations.number(f.text[fieldRelation])
	if !ok {
		return r.problem(tooManyNames("relations"))
	}
	process := int32(-1)
	if f.count == numFields && len(f.text[fieldProcess]) > 0 {
		if process, ok = r.processes.number(f.text[fieldProcess]); !ok {
			return r.problem(tooManyNames("processes"))
		}
	}
	pg, err := r.page(uint64(relation)<<32 | uint64(block))
	if err != nil {
		return err
	}
	*a = Access{Page: pg, Process: process + 1, Op: op}
	return nil
}

func are(n int, what string) string {
	if n == 1 {
		return "is 1 " + what
	}
	return "are " + strconv.Itoa(n) + " " + what + "s"
}

func tooManyNames(of string) string {
	return "the names of the " + of + " take more than " + strconv.Itoa(mostNames>>20) +
		" MB; expected fewer or shorter ones"
}

func parseBlock(text []byte) (block uint32, ok bool) {
	n := uint64(0)
	for _, c := range text {
		if c < '0' || c > '9' {
			return 0, false
		}
		if n = 10*n + uint64(c-'0'); n > maxBlock {
			return 0, false
		}
	}
	return uint32(n), len(text) > 0
}

func parseOp(text []byte) (Op, bool) {
	for op, name := range ops {
		if len(text) == len(name) && lower(text, name) {
			return Op(op), true
		}
	}
	return 0, false
}

// lower reports whether text is name but for the case of its letters, of which
// name has small ones only.
func lower(text []byte, name string) bool {
	for i, c := range text {
		if c|0x20 != name[i] {
			return false
		}
	}
	return true
}
