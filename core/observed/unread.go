package observed

import (
	"strconv"
	"strings"
)

// MaxText is how many bytes a text may have.
const MaxText = 16 << 20

const (
	maxUnread = 200 // lines listed of one text
	maxShown  = 160 // bytes repeated of a line
)

// Unread is a line that could not be read.
type Unread struct {
	Line int    // counted from 1
	Text string // of the line, without control characters and shortened if it is long
	Want string // what was expected there
}

// unreadList collects lines that could not be read, up to a limit.
type unreadList []Unread

func (u *unreadList) add(line int, text, want string) {
	if len(*u) < maxUnread {
		*u = append(*u, Unread{line, Printable(text), want})
	}
}

// Printable returns a text from outside as one short line.
func Printable(text string) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case r == '\t':
			return ' '
		case r < ' ' || r == 0x7f || r == 0x2028 || r == 0x2029 || 0x80 <= r && r < 0xa0:
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, "\ufffd"))
	text = strings.TrimSpace(text)
	if len(text) > maxShown {
		text = strings.ToValidUTF8(text[:maxShown], "") + "..."
	}
	return text
}

// tooLong refuses a text beyond [MaxText].
func tooLong(text string) []Unread {
	if len(text) <= MaxText {
		return nil
	}
	return []Unread{{Line: 1, Text: Printable(text[:maxShown]),
		Want: "at most " + strconv.Itoa(MaxText>>20) + " MB of text, not " + strconv.Itoa(len(text)>>20) + " MB: the part about one interval is enough"}}
}

// number reads a decimal number that is not negative. Some programs write a comma
// for the point.
func number(text string) (float64, bool) {
	text = strings.TrimSpace(text)
	if !strings.Contains(text, ".") && strings.Count(text, ",") == 1 {
		text = strings.Replace(text, ",", ".", 1)
	}
	if text == "" || strings.Trim(text, "0123456789.eE+") != "" {
		return 0, false // strconv would also read hexadecimal, Inf and NaN
	}
	f, err := strconv.ParseFloat(text, 64)
	return f, err == nil && f >= 0 && f < 1<<62
}

// whole reads a counter. Times in views are fractions of milliseconds since 14 and
// are rounded.
func whole(text string) (int64, bool) {
	text = strings.TrimSpace(text)
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return n, n >= 0
	}
	f, ok := number(text)
	return int64(f + .5), ok
}
