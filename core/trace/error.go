package trace

import (
	"strconv"
	"strings"
)

// Error says what is wrong at one place of a trace. Its text is one sentence.
type Error struct {
	Unit    string // "line" or "record"
	Number  int64  // of the line or record, from 1
	Problem string // what is there and what was expected
}

// Error returns for instance
//
//	line 17: the block is "12x"; expected a number from 0 to 4294967294
func (e *Error) Error() string {
	return e.Unit + " " + strconv.FormatInt(e.Number, 10) + ": " + e.Problem
}

// quote repeats a text of a file in a sentence: cut if it is long, without
// control characters.
func quote(text []byte) string {
	const most = 40
	if len(text) <= most {
		return strconv.Quote(string(text))
	}
	return strconv.Quote(strings.ToValidUTF8(string(text[:most]), "") + "...")
}
