package observed

import "strings"

// Setting is a line of a configuration.
type Setting struct {
	Line  int
	Name  string // in small letters
	Value string
	Unit  string // what a number counts, as pg_settings says: "8kB", "ms"; "" if not told
}

// Settings reads postgresql.conf, or what SHOW ALL or pg_settings have printed, in
// their order. A setting may be there several times: the last counts, see [Last].
func Settings(text string) ([]Setting, []Unread) {
	if long := tooLong(text); long != nil {
		return nil, long
	}
	if tabular(text) {
		return shown(text)
	}
	c := &conf{}
	for line := range strings.SplitSeq(text, "\n") {
		c.line++
		c.read(strings.Trim(line, " \t\r\ufeff"))
	}
	return c.settings, c.unread
}

// Last returns the settings that count: of each name the last one, in the order of
// the first.
func Last(all []Setting) []Setting {
	at := map[string]int{}
	var list []Setting
	for _, s := range all {
		if i, ok := at[s.Name]; ok {
			list[i] = s
			continue
		}
		at[s.Name] = len(list)
		list = append(list, s)
	}
	return list
}

// tabular recognizes what psql has printed by the names of its columns.
func tabular(text string) bool {
	for line := range strings.SplitSeq(text, "\n") {
		line = plain(line)
		if recordHead(line) {
			return true
		}
		for _, comma := range []byte("|,\t;") {
			has := map[string]bool{}
			for _, c := range split(line, comma) {
				has[strings.ToLower(strings.TrimSpace(c))] = true
			}
			if has["name"] && has["setting"] {
				return true
			}
		}
	}
	return false
}

// shown reads rows of SHOW ALL and pg_settings.
func shown(text string) ([]Setting, []Unread) {
	rows, bad := Rows(text)
	unread := unreadList(bad)
	var list []Setting
	for i := range rows {
		r := &rows[i]
		name, ok := r.Get("name")
		value, hasValue := r.Get("setting")
		if !ok || !hasValue || !settingName(name) {
			unread.add(r.Line, rowText(r), "a row of SHOW ALL or pg_settings, with the columns name and setting")
			continue
		}
		unit, _ := r.Get("unit")
		list = append(list, Setting{r.Line, strings.ToLower(name), value, unit})
	}
	return list, unread
}

// conf is the state of reading postgresql.conf.
type conf struct {
	settings []Setting
	unread   unreadList
	line     int
}

const wantSetting = "name = value, with the value in single quotes if it has spaces"

// read reads a line in the syntax of src/backend/utils/misc/guc-file.l: the equals
// sign may be missing, and # begins a comment.
func (c *conf) read(line string) {
	if line == "" || line[0] == '#' {
		return
	}
	end := strings.IndexAny(line, " \t=#'")
	if end < 0 {
		end = len(line)
	}
	name, rest := strings.ToLower(line[:end]), strings.TrimLeft(line[end:], " \t")
	rest = strings.TrimLeft(strings.TrimPrefix(rest, "="), " \t")
	switch name {
	case "include", "include_if_exists", "include_dir":
		c.unread.add(c.line, line, "the text of that file in the place of this line")
		return
	}
	value, want := confValue(rest)
	if !settingName(name) {
		want = wantSetting
	}
	if want != "" {
		c.unread.add(c.line, line, want)
		return
	}
	c.settings = append(c.settings, Setting{Line: c.line, Name: name, Value: value})
}

// settingName tells whether a text can be the name of a setting: letters, digits and
// underscores, with a dot in those of extensions.
func settingName(s string) bool {
	for i, c := range []byte(s) {
		letter := 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_'
		if !letter && (i == 0 || !('0' <= c && c <= '9' || c == '.' || c == '$' || c == '-')) {
			return false
		}
	}
	return s != "" && len(s) <= 127
}

// confValue takes the value from the rest of a line. want is what was expected if
// there is none.
func confValue(rest string) (value, want string) {
	if !strings.HasPrefix(rest, "'") {
		value, _, _ = strings.Cut(rest, "#")
		value = strings.TrimRight(value, " \t")
		if value == "" || strings.ContainsAny(value, " \t'") {
			return "", wantSetting
		}
		return value, ""
	}
	var b []byte
	for i := 1; i < len(rest); i++ {
		switch c := rest[i]; {
		case c == '\\' && i+1 < len(rest):
			i++
			b = append(b, unescaped(rest[i]))
		case c != '\'':
			b = append(b, c)
		case i+1 < len(rest) && rest[i+1] == '\'':
			i++
			b = append(b, c)
		default:
			after := strings.TrimLeft(rest[i+1:], " \t")
			if after != "" && after[0] != '#' {
				return "", "nothing but a comment behind the closing quote"
			}
			return string(b), ""
		}
	}
	return "", "a closing quote"
}

// unescaped is what a backslash makes of a letter.
func unescaped(c byte) byte {
	switch c {
	case 'b', 'f', 'n', 'r', 't':
		return ' '
	}
	return c
}
