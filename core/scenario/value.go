package scenario

import (
	"strconv"
	"strings"
)

// multiple is a unit as a multiple of the smallest of its family.
type multiple struct {
	name string
	of   int64
}

// The units of guc.c, the largest first. TB is read though releases before
// 9.4 did not know it, and never printed; us belongs to the lab's own
// settings.
var (
	sizes = []multiple{{"TB", 1 << 30}, {"GB", 1 << 20}, {"MB", 1 << 10}, {"kB", 1}}
	times = []multiple{
		{"d", 86_400_000_000}, {"h", 3_600_000_000}, {"min", 60_000_000},
		{"s", 1_000_000}, {"ms", 1000}, {"us", 1},
	}
)

// family returns the units a number may carry and the base unit as a multiple
// of the smallest. Without units it returns nil.
func (u Unit) family() (units []multiple, base int64) {
	switch u {
	case UnitPages:
		return sizes, 8
	case UnitKB:
		return sizes, 1
	case UnitMB:
		return sizes, 1 << 10
	case UnitUs:
		return times, 1
	case UnitMs:
		return times[:5], 1000
	case UnitS:
		return times[:5], 1_000_000
	}
	return nil, 1
}

// parse reads a value. If it is not legal, problem completes the sentence
// that begins with it.
func (d *Setting) parse(text string) (v value, problem string) {
	text = strings.Trim(text, " \t")
	if text == "" {
		return v, "there is no value"
	}
	switch d.Kind {
	case KindBool:
		on, ok := parseBool(text)
		if !ok {
			return v, "is neither on nor off"
		}
		return onOff(on), ""
	case KindEnum:
		return d.parseEnum(text)
	case KindReal:
		f, ok := parseReal(text)
		if !ok {
			return v, "is not a number"
		}
		v.real = f
	default:
		v.int, problem = d.parseInt(text)
	}
	if problem == "" && !d.inRange(v) {
		problem = "is out of range"
	}
	return v, problem
}

// parseBool reads what parse_bool of src/backend/utils/adt/bool.c reads.
func parseBool(text string) (on, ok bool) {
	text = strings.ToLower(text)
	begins := func(word string, least int) bool {
		return len(text) >= least && strings.HasPrefix(word, text)
	}
	switch {
	case text == "1", begins("on", 2), begins("true", 1), begins("yes", 1):
		return true, true
	case text == "0", begins("off", 2), begins("false", 1), begins("no", 1):
		return false, true
	}
	return false, false
}

func (d *Setting) parseEnum(text string) (v value, problem string) {
	if d.ID == Autovacuum {
		if on, ok := parseBool(text); ok && !on {
			return v, ""
		}
		return v, "is not possible, because the workload of the lab runs without autovacuum"
	}
	for i, name := range d.Enum {
		if strings.EqualFold(name, text) {
			return whole(int64(i)), ""
		}
	}
	return v, "is not one of its values"
}

func parseReal(text string) (float64, bool) {
	for _, c := range []byte(text) {
		if !strings.ContainsRune("0123456789.+-eE", rune(c)) {
			return 0, false // strconv would also read hexadecimal, Inf and NaN
		}
	}
	f, err := strconv.ParseFloat(text, 64)
	return f, err == nil
}

// parseInt reads a whole number with or without a unit, as parse_int of
// src/backend/utils/misc/guc.c does. What the base unit can't express is cut
// off: 100kB are 12 pages. Other than PostgreSQL it refuses hexadecimal and
// octal numbers, so that 010 surprises nobody.
func (d *Setting) parseInt(text string) (n int64, problem string) {
	digits, unit := splitNumber(text)
	what := d.noun()
	n, err := strconv.ParseInt(digits, 10, 64)
	switch {
	case err == nil && leadingZero(digits):
		return 0, "is not " + what + " (leave out leading zeros)"
	case errorIsRange(err):
		return 0, "is out of range"
	case err != nil:
		return 0, "is not " + what
	case strings.HasPrefix(unit, "."):
		return 0, "is not " + what + " (write a whole number)"
	case unit == "":
		return n, ""
	}
	units, base := d.Unit.family()
	for _, u := range units {
		if u.name != unit {
			continue
		}
		const most = 1 << 62
		if n > most/u.of || n < -most/u.of {
			return 0, "is out of range"
		}
		return n * u.of / base, ""
	}
	for _, u := range units {
		if strings.EqualFold(u.name, unit) {
			return 0, "is not " + what + " (units are written exactly: " + u.name + ")"
		}
	}
	return 0, "is not " + what
}

// splitNumber parts an optional sign and digits from the rest.
func splitNumber(text string) (digits, rest string) {
	i := 0
	if i < len(text) && (text[i] == '-' || text[i] == '+') {
		i++
	}
	for i < len(text) && '0' <= text[i] && text[i] <= '9' {
		i++
	}
	return text[:i], strings.TrimLeft(text[i:], " \t")
}

func leadingZero(digits string) bool {
	digits = strings.TrimLeft(digits, "+-")
	return len(digits) > 1 && digits[0] == '0'
}

func errorIsRange(err error) bool {
	n, ok := err.(*strconv.NumError)
	return ok && n.Err == strconv.ErrRange
}

// noun returns what a value of the setting is.
func (d *Setting) noun() string {
	switch units, _ := d.Unit.family(); {
	case units == nil:
		return "a whole number"
	case d.Unit == UnitPages || d.Unit == UnitKB || d.Unit == UnitMB:
		return "a size"
	}
	return "a time"
}

// inRange reports whether a number is between Min and Max. The one gap is
// that of wal_buffers: -1 or at least 4 pages.
func (d *Setting) inRange(v value) bool {
	switch d.Kind {
	case KindInt:
		if d.ID == WALBuffers && -1 < v.int && v.int < 4 {
			return false
		}
		return int64(d.Min) <= v.int && v.int <= int64(d.Max)
	case KindReal:
		return d.Min <= v.real && v.real <= d.Max
	}
	return true
}

// legal says in words which values are legal. The example is a legal value.
func (d *Setting) legal(example string) string {
	switch d.Kind {
	case KindBool:
		return "on or off"
	case KindEnum:
		return oneOf(d.Enum)
	case KindReal:
		return printReal(d.Min) + " to " + printReal(d.Max)
	case KindText:
		return "a script of pgbench, for instance " + exampleScript
	}
	s := d.Show(int64(d.Min)) + " to " + d.Show(int64(d.Max))
	if d.ID == WALBuffers && d.Min < 0 {
		s = "-1 (chosen by PostgreSQL) or " + d.Show(4) + " to " + d.Show(int64(d.Max))
	}
	if units, _ := d.Unit.family(); units != nil {
		s += ", for instance " + example
	}
	return s
}

// print returns a value as SHOW does.
func (d *Setting) print(v value) string {
	switch d.Kind {
	case KindBool:
		if v.int != 0 {
			return "on"
		}
		return "off"
	case KindEnum:
		return d.Enum[v.int]
	case KindReal:
		return printReal(v.real)
	case KindText:
		return v.text
	}
	return d.Show(v.int)
}

func printReal(f float64) string { return strconv.FormatFloat(f, 'g', -1, 64) }

// Show returns a whole number of the setting's base unit as PostgreSQL's SHOW
// prints it: with the largest unit that leaves no fraction, and without a unit
// if it isn't positive (_ShowOption in src/backend/utils/misc/guc.c).
func (d *Setting) Show(n int64) string {
	units, base := d.Unit.family()
	if n > 0 {
		for _, u := range units {
			if u.name != "TB" && n*base%u.of == 0 {
				return strconv.FormatInt(n*base/u.of, 10) + u.name
			}
		}
	}
	return strconv.FormatInt(n, 10)
}
