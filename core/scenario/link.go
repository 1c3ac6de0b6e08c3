package scenario

import (
	"slices"
	"strconv"
	"strings"
)

// linkVersion is what v= says in the links of this version.
const linkVersion = 1

// Link is what a link says: an experiment, what differs from it, and what its
// sender saw.
type Link struct {
	Version    int    // 1 if the link has no v=
	Experiment string // slug; empty if the link has none
	Changes    []Change
	// Engine is the version of the engine that the sender had; empty if the link
	// does not say.
	Engine string
	// Figures are headline numbers of the sender's result.
	Figures []Figure
	// Extras is what a page keeps in its links beside settings, each of a key
	// of [extraKeys].
	Extras []Change
	// Unknown holds, with the whole key as Name, what this version does not
	// understand. Links made from this one should carry it on.
	Unknown []Change
}

// Figure is one number of a result as a link carries it: RUN.result.tps=112.3.
type Figure struct {
	Run   string // name of the run; empty if the scenario has only one
	Name  string // of the measure: small letters, digits and underscores
	Value string // as its sender read it
}

// extraKeys are what the pages keep in links beside settings:
//
//	sweep   the sweep of the lab's page, in its own writing
var extraKeys = []string{"sweep"}

// Extra returns what the link has under a key of [extraKeys]; empty if nothing.
func (l *Link) Extra(key string) string {
	for _, e := range l.Extras {
		if e.Name == key {
			return e.Value
		}
	}
	return ""
}

// SetExtra puts a value under a key of [extraKeys]; an empty one takes the key
// out of the link.
func (l *Link) SetExtra(key, value string) {
	var rest []Change
	for _, e := range l.Extras {
		if e.Name != key {
			rest = append(rest, e)
		}
	}
	if value != "" {
		rest = append(rest, Change{Name: key, Value: value})
	}
	l.Extras = rest
}

// String returns the link in its canonical readable form:
//
//	/x/shared-buffers-challenge/#v=1&shared_buffers=64MB&32MB.bgwriter_delay=20ms&engine=0.1.0
//
// Settings are in the fragment, which browsers don't send to the server.
// Without anything to say there is no fragment, without an experiment only the
// fragment.
func (l Link) String() string {
	var b strings.Builder
	if l.Experiment != "" {
		b.WriteString("/x/")
		escape(&b, l.Experiment)
		b.WriteByte('/')
	}
	if pairs := l.Pairs(); pairs != "" {
		b.WriteString("#v=" + strconv.Itoa(linkVersion) + "&" + pairs)
	}
	return b.String()
}

// Pairs returns what stands in the fragment behind v=: key=value&key=value.
func (l Link) Pairs() string {
	var b strings.Builder
	pair := func(key, value string) {
		if b.Len() > 0 {
			b.WriteByte('&')
		}
		escape(&b, key)
		b.WriteByte('=')
		escape(&b, value)
	}
	for _, c := range l.Changes {
		pair(c.Key(), c.Value)
	}
	if l.Engine != "" {
		pair(engineKey, l.Engine)
	}
	for _, f := range l.Figures {
		pair(f.Key(), f.Value)
	}
	for _, list := range [][]Change{l.Extras, l.Unknown} {
		for _, c := range list {
			pair(c.Name, c.Value)
		}
	}
	return b.String()
}

// EncodeLink returns a readable link that opens an experiment with changes.
// Links for readers, with all that they may carry, are made by package link.
func EncodeLink(experiment string, changes []Change) string {
	return Link{Experiment: experiment, Changes: changes}.String()
}

// The keys of a link that are no settings, beside v and z.
const (
	engineKey = "engine"
	resultKey = "result" // a figure's is result.NAME or RUN.result.NAME
)

// Key returns how a figure is addressed in a link: "result.tps" or
// "32MB.result.tps".
func (f Figure) Key() string {
	key := resultKey + "." + f.Name
	if f.Run != "" {
		key = f.Run + "." + key
	}
	return key
}

// figureOf takes the key of a figure apart.
func figureOf(key string) (f Figure, ok bool) {
	dot := strings.LastIndexByte(key, '.')
	if dot < 0 {
		return f, false
	}
	f.Name = key[dot+1:]
	if rest := key[:dot]; rest != resultKey {
		run, ok := strings.CutSuffix(rest, "."+resultKey)
		if !ok || run == "" {
			return f, false
		}
		f.Run = run
	}
	return f, validFigure(f.Name)
}

func validFigure(name string) bool {
	for _, c := range []byte(name) {
		if !('a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '_') {
			return false
		}
	}
	return 0 < len(name) && len(name) <= maxName
}

// ValidEngine reports whether s can be the version of an engine, and part of an
// address: letters, digits, dots, hyphens and plus signs, at most 32, the first a
// letter or a digit.
func ValidEngine(s string) bool {
	for i, c := range []byte(s) {
		if !('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || i > 0 && strings.IndexByte(".-+", c) >= 0) {
			return false
		}
	}
	return 0 < len(s) && len(s) <= 32
}

// DecodeLink reads a link: a whole address, a path with a fragment, or only a
// fragment or a query, with or without its # or ?. A query is read like a
// fragment; where both have a setting, the fragment wins.
//
// The compressed form z= is not read here: package link unpacks it first.
//
// Nothing in a link is fatal. The errors, each an [*Error], say what could not
// be used; values are judged later, when the changes meet the experiment
// ([File.With]). A link of more than 64 kB is refused as a whole.
func DecodeLink(link string) (Link, []error) {
	d := decoder{link: Link{Version: linkVersion}}
	if len(link) > maxInput {
		d.fail("", "", "a link of "+strconv.Itoa(len(link))+" bytes is too long", "at most "+strconv.Itoa(maxInput)+" bytes")
		return d.link, d.errs
	}
	rest, fragment, hasFragment := strings.Cut(strings.TrimSpace(link), "#")
	path, query, hasQuery := strings.Cut(rest, "?")
	if equals := strings.IndexByte(path, '='); !hasFragment && !hasQuery &&
		equals > 0 && strings.IndexByte(path[:equals], '/') < 0 {
		path, fragment = "", path
	}
	d.path(path)
	d.pairs(query)
	d.pairs(fragment)
	return d.link, d.errs
}

// decoder is the state of [DecodeLink].
type decoder struct {
	link  Link
	errs  []error
	count int // pairs so far
}

func (d *decoder) fail(setting, value, problem, legal string) {
	d.errs = report(d.errs, &Error{Setting: setting, Value: value, Problem: problem, Legal: legal})
}

// path takes the experiment from .../x/SLUG/...
func (d *decoder) path(path string) {
	if i := strings.Index("/"+path, "/x/"); i >= 0 {
		slug, _, _ := strings.Cut(path[i+len("x/"):], "/")
		if ValidSlug(slug) {
			d.link.Experiment = slug
		} else {
			d.fail("", slug, "is not the name of an experiment", "small letters, digits and hyphens")
		}
	}
}

// ValidSlug reports whether s can be the name of an experiment in an address:
// small letters, digits and hyphens, at most 64.
func ValidSlug(s string) bool {
	for _, c := range []byte(s) {
		if !('a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '-') {
			return false
		}
	}
	return 0 < len(s) && len(s) <= maxName
}

// pairs reads key=value&key=value.
func (d *decoder) pairs(text string) {
	for pair := range strings.SplitSeq(text, "&") {
		if pair == "" {
			continue
		}
		if d.count++; d.count > maxPairs {
			d.fail("", "", "the link has too many settings", "at most "+strconv.Itoa(maxPairs))
			return
		}
		rawKey, rawValue, _ := strings.Cut(pair, "=")
		key, okKey := unescape(rawKey)
		value, okValue := unescape(rawValue)
		if !okKey || !okValue || key == "" || !validText(key) || !validText(printed(key, value)) {
			d.fail("", pair, "is not part of a link and was left out", "key=value, with special characters as %XX of UTF-8")
			continue
		}
		d.pair(key, value)
	}
}

func (d *decoder) pair(key, value string) {
	figure, isFigure := figureOf(key)
	run, name, isSetting := SplitKey(key)
	switch {
	case key == "v":
		d.version(value)
	case key == "z":
		// Kept, it would be unpacked by the next reader.
		d.fail(key, "", "this is not the compressed form of a link, or it stands inside of another, so it is left out", "")
	case key == engineKey:
		d.engine(value)
	case isFigure:
		d.figure(figure, value)
	case slices.Contains(extraKeys, key):
		d.link.SetExtra(key, value)
	case isSetting:
		d.change(Change{Run: run, Name: name, Value: value})
	default:
		d.link.Unknown = append(d.link.Unknown, Change{Name: key, Value: value})
		e := unknown(key)
		e.Problem += " (it stays in the link, without effect)"
		d.errs = report(d.errs, e)
	}
}

func (d *decoder) engine(version string) {
	if !ValidEngine(version) {
		d.fail(engineKey, version, "is not the version of an engine", "letters, digits, dots, hyphens and plus signs, at most 32, as in 0.1.0")
		return
	}
	d.link.Engine = version
}

// figure adds a figure, in the place of an earlier one of the same key.
func (d *decoder) figure(f Figure, value string) {
	f.Value = value
	for i := range d.link.Figures {
		if old := &d.link.Figures[i]; old.Run == f.Run && old.Name == f.Name {
			old.Value = value
			return
		}
	}
	d.link.Figures = append(d.link.Figures, f)
}

func (d *decoder) version(value string) {
	n, err := strconv.ParseUint(value, 10, 16)
	if err == nil {
		d.link.Version = int(n)
	}
	if err != nil || n != linkVersion {
		d.fail("v", value, "is a version of links unknown here, so only what is understood of the link is used", strconv.Itoa(linkVersion))
	}
}

// change adds a change, in the place of an earlier one of the same key.
func (d *decoder) change(c Change) {
	for i := range d.link.Changes {
		if old := &d.link.Changes[i]; old.Run == c.Run && old.Name == c.Name {
			old.Value = c.Value
			return
		}
	}
	d.link.Changes = append(d.link.Changes, c)
}

// escape writes s percent-encoded but for the unreserved characters of RFC 3986,
// and for those of the others that lists, ranges and times have: they need no
// encoding in a fragment or a query.
func escape(b *strings.Builder, s string) {
	const hex = "0123456789ABCDEF"
	for i := range len(s) {
		switch c := s[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', strings.IndexByte("-._~:,", c) >= 0:
			b.WriteByte(c)
		default:
			b.WriteByte('%')
			b.WriteByte(hex[c>>4])
			b.WriteByte(hex[c&15])
		}
	}
}

// unescape decodes percent-encoding. It refuses a % without two hexadecimal
// digits.
func unescape(s string) (string, bool) {
	if strings.IndexByte(s, '%') < 0 {
		return s, true
	}
	var b []byte
	for i := 0; i < len(s); i++ {
		if s[i] != '%' {
			b = append(b, s[i])
			continue
		}
		if i+2 >= len(s) {
			return "", false
		}
		n, err := strconv.ParseUint(s[i+1:i+3], 16, 8)
		if err != nil {
			return "", false
		}
		b = append(b, byte(n))
		i += 2
	}
	return string(b), true
}

// printed returns the value of a setting without the ends of lines and tabs that a
// script may have.
func printed(key, value string) string {
	if _, name, _ := SplitKey(key); name != settings[Script].Name {
		return value
	}
	return strings.NewReplacer("\n", "", "\r", "", "\t", "").Replace(value)
}
