package experiment

import (
	"slices"
	"strconv"
	"strings"
)

// eachRow reads comma-separated values whose first line must be head, and
// calls row with the fields of every other line. A row returns what is wrong
// with it, or nothing.
//
// The format is that of RFC 4180 without line breaks inside fields. The
// standard library's reader would bring fmt and reflection into programs that
// are downloaded.
func eachRow(file, text string, head []string, row func(fields []string) string) error {
	number := 0
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		number++
		fields, problem := splitRow(line)
		switch {
		case problem != "":
		case number == 1 && !slices.Equal(fields, head):
			problem = "the first line must be " + strings.Join(head, ",")
		case len(fields) != len(head):
			problem = strconv.Itoa(len(fields)) + " fields instead of " + strconv.Itoa(len(head))
		case number > 1:
			problem = row(fields)
		}
		if problem != "" {
			return &dataError{file, number, problem}
		}
	}
	return nil
}

// splitRow takes a line apart. A field in double quotes may contain commas,
// and quotes if they are doubled.
func splitRow(line string) (fields []string, problem string) {
	for {
		if !strings.HasPrefix(line, `"`) {
			field, rest, more := strings.Cut(line, ",")
			if strings.Contains(field, `"`) {
				return nil, "a quote inside a field that does not begin with one"
			}
			fields = append(fields, field)
			if !more {
				return fields, ""
			}
			line = rest
			continue
		}
		field, rest, closed := quoted(line[1:])
		if !closed {
			return nil, "a quoted field does not end"
		}
		fields = append(fields, field)
		if rest == "" {
			return fields, ""
		}
		if rest[0] != ',' {
			return nil, "a quoted field must be followed by a comma"
		}
		line = rest[1:]
	}
}

// quoted returns the field up to its closing quote, and what follows it.
func quoted(s string) (field, rest string, closed bool) {
	for {
		part, after, found := strings.Cut(s, `"`)
		field += part
		if !found {
			return "", "", false
		}
		if !strings.HasPrefix(after, `"`) {
			return field, after, true
		}
		field += `"`
		s = after[1:]
	}
}
