package observed

import (
	"strings"
	"time"
)

// Moment is a point in time in nanoseconds since 1970, 0 if it is not known.
type Moment int64

// Known tells whether it is.
func (m Moment) Known() bool { return m != 0 }

// moments are the forms of a time in PostgreSQL's default DateStyle, and of ISO 8601.
var moments = []string{
	"2006-01-02 15:04:05.999999999-07", "2006-01-02 15:04:05.999999999-07:00",
	"2006-01-02T15:04:05.999999999Z07:00", "2006-01-02 15:04:05.999999999 MST", "2006-01-02 15:04:05.999999999",
}

// momentOf reads a time.
func momentOf(text string) (Moment, bool) {
	text = strings.TrimSpace(text)
	for _, form := range moments {
		if at, err := time.Parse(form, text); err == nil && at.Year() > 1970 && at.Year() < 2200 {
			return Moment(at.UnixNano()), true
		}
	}
	return 0, false
}

// momentIn finds the first time in the prefix of a log line: date and time of %t and
// %m, or the seconds since 1970 of %n. zoned is false if the prefix tells no time
// zone of which the offset is certain: then the moment is right but for that.
func momentIn(prefix string) (at Moment, zoned bool) {
	const date = len("2006-01-02 15:04:05")
	for i := 0; i+date <= len(prefix); i++ {
		if prefix[i+4] != '-' || prefix[i+10] != ' ' && prefix[i+10] != 'T' {
			continue
		}
		text, rest := prefix[i:i+date], prefix[i+date:]
		if strings.HasPrefix(rest, ".") {
			n := 1
			for n < len(rest) && '0' <= rest[n] && rest[n] <= '9' {
				n++
			}
			text, rest = text+rest[:n], rest[n:]
		}
		if at, ok := momentOf(strings.Replace(text, "T", " ", 1)); ok {
			offset, zoned := zone(strings.TrimLeft(rest, " "))
			return at - offset, zoned
		}
	}
	for word := range strings.FieldsSeq(prefix) {
		seconds, milli, ok := strings.Cut(strings.Trim(word, "[]<>(),:"), ".")
		if ok && len(seconds) == 10 && len(milli) == 3 && digits(seconds) && digits(milli) {
			n, _ := whole(seconds + milli)
			return Moment(n * int64(time.Millisecond)), true
		}
	}
	return 0, false
}

// zone reads how far a time zone is ahead of UTC. Abbreviations but UTC and GMT mean
// different zones in different places.
func zone(text string) (offset Moment, ok bool) {
	word, _, _ := strings.Cut(text, " ")
	word = strings.TrimRight(word, `,:]>"`)
	switch word {
	case "UTC", "GMT", "Z":
		return 0, true
	}
	at, err := time.Parse("-07", word)
	if err != nil {
		if at, err = time.Parse("-07:00", word); err != nil {
			return 0, false
		}
	}
	_, east := at.Zone()
	return Moment(east) * Moment(time.Second), true
}
