package observed

import (
	"strings"
	"unicode/utf8"
)

// Row is one row of a table that psql or another program has printed.
type Row struct {
	Line  int // where it begins
	Cells []Cell
}

// Cell is one column of a row. NULL is the empty text.
type Cell struct {
	Name, Value string
	Line        int
}

// Get returns the value of a column. ok is false if there is no such column.
func (r *Row) Get(name string) (value string, ok bool) {
	for i := range r.Cells {
		if r.Cells[i].Name == name {
			return r.Cells[i].Value, true
		}
	}
	return "", false
}

func (r *Row) has(names ...string) bool {
	for _, name := range names {
		if _, ok := r.Get(name); !ok {
			return false
		}
	}
	return true
}

const (
	maxCells = 200
	wantRow  = `a table as psql prints it: with \x, aligned, or CSV with a line of column names`
)

// Rows reads tables in the forms of psql: expanded (\x) and aligned with every
// border and line style, unaligned, CSV and tabs with a line of column names. A text
// may hold several, with prompts, statements and numbers of rows between them.
func Rows(text string) ([]Row, []Unread) {
	if long := tooLong(text); long != nil {
		return nil, long
	}
	t := &tables{lines: strings.Split(text, "\n")}
	for i, line := range t.lines {
		t.lines[i] = plain(line)
	}
	for t.at = range t.lines {
		t.read(t.lines[t.at])
	}
	t.flush()
	return t.rows, t.unread
}

// plain replaces the line styles of psql by the ASCII one.
func plain(line string) string {
	line = strings.TrimRight(line, " \t\r")
	for i := range len(line) {
		if line[i] >= utf8.RuneSelf {
			return strings.TrimPrefix(boxes.Replace(line), "\ufeff")
		}
	}
	return line
}

var boxes = strings.NewReplacer(
	"│", "|", "║", "|", "─", "-", "═", "-",
	"┼", "+", "├", "+", "┤", "+", "┬", "+", "┴", "+", "┌", "+", "┐", "+", "└", "+", "┘", "+",
	"╪", "+", "╫", "+", "╬", "+", "╞", "+", "╡", "+", "╟", "+", "╢", "+", "╠", "+", "╣", "+",
	"╤", "+", "╥", "+", "╦", "+", "╧", "+", "╨", "+", "╩", "+", "╔", "+", "╗", "+", "╚", "+", "╝", "+")

// tables is the state of [Rows].
type tables struct {
	lines  []string
	at     int // line that is being read
	rows   []Row
	unread unreadList

	record  *Row     // expanded, being filled
	spaced  bool     // its names and values have no line between them (border 0)
	columns []string // of a table with one row a line; nil outside of one
	comma   byte     // what separates its values
	framed  bool     // it has lines all around (border 2)
	rules   int      // lines across it so far, below its head
}

// flush ends a record.
func (t *tables) flush() {
	if t.record != nil && len(t.record.Cells) > 0 {
		t.rows = append(t.rows, *t.record)
	}
	t.record, t.spaced = nil, false
}

func (t *tables) read(line string) {
	switch {
	case line == "" || foot(line):
		t.flush()
		t.columns = nil
	case recordHead(line):
		t.flush()
		t.columns = nil
		t.record = &Row{Line: t.at + 1}
		t.spaced = strings.HasPrefix(line, "* ")
	case ruled(line):
		t.rule()
	case t.record != nil && t.pair(line):
	case t.columns != nil && !t.newHead(line):
		t.row(line)
	case t.head(line):
	case t.pair(line):
	case chatter(line):
		t.flush()
	default:
		t.unread.add(t.at+1, line, wantRow)
	}
}

// rule notes a line across: in a frame the second one below the head ends the table.
func (t *tables) rule() {
	if t.rules++; t.framed && t.rules == 2 {
		t.columns = nil
	}
}

// recordHead recognizes "-[ RECORD 1 ]-----", in any language.
func recordHead(line string) bool {
	line = strings.TrimLeft(line, "-+ ")
	if rest, ok := strings.CutPrefix(line, "* "); ok { // border 0
		words := strings.Fields(rest)
		return len(words) == 2 && digits(words[1])
	}
	inside, _, ok := strings.Cut(line, "]")
	if !ok || !strings.HasPrefix(inside, "[ ") {
		return false
	}
	words := strings.Fields(inside[1:])
	return len(words) >= 1 && digits(words[len(words)-1])
}

func digits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// ruled recognizes the line between head and rows, and that around a table.
func ruled(line string) bool {
	return strings.Contains(line, "--") && strings.Trim(line, "-+|: ") == "" || line == "-"
}

// foot recognizes the number of rows.
func foot(line string) bool {
	inside := strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(line), "("), ")")
	words := strings.Fields(inside)
	return len(inside)+2 == len(strings.TrimSpace(line)) && len(words) == 2 && digits(words[0])
}

// chatter is what stands between tables: prompts, statements and remarks of psql.
func chatter(line string) bool {
	trimmed := strings.TrimLeft(line, " ")
	for _, prompt := range []string{"=# ", "=> ", "-# ", "-> ", "=*# ", "=*> "} {
		if i := strings.Index(trimmed, prompt); i > 0 && !strings.ContainsAny(trimmed[:i], " |,") {
			return true
		}
	}
	lower := strings.ToLower(trimmed)
	for _, begin := range []string{
		`\`, "--", "select ", "show ", "from ", "where ", "order by ", "expanded display", "timing ", "time: ", "null display",
		"pager ", "output format", "you are now connected", "type \"help\"", "psql (", "ssl connection", "$ ", "# ",
	} {
		if strings.HasPrefix(lower, begin) {
			return true
		}
	}
	return false
}

// pair reads "name | value", or without a line between them if the record says so.
func (t *tables) pair(line string) bool {
	name, value, ok := strings.Cut(line, "|")
	if rest, framed := strings.CutPrefix(strings.TrimLeft(line, " "), "|"); framed { // border 2
		name, value, ok = strings.Cut(rest, "|")
		value = strings.TrimSuffix(strings.TrimRight(value, " "), "|")
	}
	if t.spaced {
		name, value, _ = strings.Cut(strings.TrimSpace(line), " ")
		ok = true
	}
	name, value = strings.TrimSpace(name), strings.TrimSpace(value)
	if !ok || !identifier(name) || t.record == nil && strings.Contains(value, "|") {
		return false
	}
	if t.record != nil && t.record.has(name) { // unaligned records have no heads
		t.flush()
	}
	if t.record == nil {
		t.record = &Row{Line: t.at + 1}
	}
	if len(t.record.Cells) < maxCells {
		t.record.Cells = append(t.record.Cells, Cell{name, value, t.at + 1})
	}
	return true
}

// identifier tells whether a text can be the name of a column.
func identifier(s string) bool {
	for i, c := range []byte(s) {
		if !('a' <= c && c <= 'z' || c == '_' || i > 0 && '0' <= c && c <= '9' || c == '?') {
			return false
		}
	}
	return s != "" && len(s) <= 64
}

// next returns the next line that is not empty.
func (t *tables) next() string {
	for _, line := range t.lines[t.at+1:] {
		if line != "" {
			return line
		}
	}
	return ""
}

// newHead tells whether a line within a table begins another one.
func (t *tables) newHead(line string) bool {
	if ruled(t.next()) {
		return !t.framed
	}
	cells := split(line, t.comma)
	if len(cells) < 2 {
		return chatter(line)
	}
	return allIdentifiers(cells) && len(cells) != len(t.columns) || chatter(line) && len(cells) != len(t.columns)
}

func allIdentifiers(cells []string) bool {
	for _, c := range cells {
		if !identifier(strings.TrimSpace(c)) {
			return false
		}
	}
	return true
}

// head reads a line of column names: over a rule, or of identifiers only.
func (t *tables) head(line string) bool {
	if ruled(t.next()) {
		t.flush()
		t.columns, t.comma, t.framed, t.rules = nil, '|', strings.HasPrefix(strings.TrimSpace(line), "|"), 0
		for _, c := range t.cells(line) {
			t.columns = append(t.columns, strings.ToLower(c))
		}
		return true
	}
	for _, comma := range []byte(",\t|;") {
		cells := split(line, comma)
		if len(cells) < 2 || len(cells) > maxCells || !allIdentifiers(cells) {
			continue
		}
		if comma == '|' && len(cells) == 2 && strings.TrimSpace(cells[0]) != "name" {
			continue // a record without its head
		}
		t.flush()
		t.columns, t.comma, t.framed = nil, comma, false
		for _, c := range cells {
			t.columns = append(t.columns, strings.TrimSpace(c))
		}
		return true
	}
	return false
}

// cells takes a line of a table apart.
func (t *tables) cells(line string) []string {
	if t.framed {
		line = strings.TrimSpace(line)
		line = strings.TrimSuffix(strings.TrimPrefix(line, "|"), "|")
	}
	cells := split(line, t.comma)
	for i := range cells {
		cells[i] = strings.TrimSpace(cells[i])
	}
	return cells
}

// row reads a line of a table.
func (t *tables) row(line string) {
	cells := t.cells(line)
	n := len(t.columns)
	if len(cells) > n && n > 1 { // the last column is text that has such a character in it
		cells = append(cells[:n-1:n-1], strings.Join(cells[n-1:], string(t.comma)))
	}
	if len(cells) != n {
		t.unread.add(t.at+1, line, "a row of the table above, with as many values as it has columns")
		return
	}
	r := Row{Line: t.at + 1}
	for i, c := range cells {
		r.Cells = append(r.Cells, Cell{t.columns[i], c, t.at + 1})
	}
	t.rows = append(t.rows, r)
}

// split parts a line at a separator. With commas, tabs and semicolons a value may
// stand in double quotes, in which two of them are one.
func split(line string, comma byte) []string {
	if comma == '|' || !strings.Contains(line, `"`) {
		return strings.Split(line, string(comma))
	}
	var cells []string
	var b []byte
	quoted := false
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == '"' && quoted && i+1 < len(line) && line[i+1] == '"':
			b = append(b, c)
			i++
		case c == '"':
			quoted = !quoted
		case c == comma && !quoted:
			cells = append(cells, string(b))
			b = b[:0]
		default:
			b = append(b, c)
		}
	}
	return append(cells, string(b))
}
