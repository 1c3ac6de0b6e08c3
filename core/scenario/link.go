package scenario

import (
	"strconv"
	"strings"
)

// linkVersion is what v= says in the links of this version.
const linkVersion = 1

// Link is what a link says: an experiment and what differs from it.
type Link struct {
	Version    int    // 1 if the link has no v=
	Experiment string // slug; empty if the link has none
	Changes    []Change
	// Unknown holds, with the whole key as Name, what this version does not
	// understand. Links made from this one should carry it on.
	Unknown []Change
}

// String returns the link in its canonical form, unknown keys included.
func (l Link) String() string {
	return EncodeLink(l.Experiment, append(append([]Change(nil), l.Changes...), l.Unknown...))
}

// EncodeLink returns a link that opens an experiment with changes:
//
//	/x/shared-buffers-challenge/#v=1&shared_buffers=64MB&32MB.bgwriter_delay=20ms
//
// Settings are in the fragment, which browsers don't send to the server.
// Without changes there is no fragment, without an experiment only the
// fragment.
func EncodeLink(experiment string, changes []Change) string {
	var b strings.Builder
	if experiment != "" {
		b.WriteString("/x/")
		escape(&b, experiment)
		b.WriteByte('/')
	}
	if len(changes) > 0 {
		b.WriteString("#v=" + strconv.Itoa(linkVersion))
	}
	for _, c := range changes {
		b.WriteByte('&')
		escape(&b, c.Key())
		b.WriteByte('=')
		escape(&b, c.Value)
	}
	return b.String()
}

// DecodeLink reads a link: a whole address, a path with a fragment, or only a
// fragment or a query, with or without its # or ?. A query is read like a
// fragment; where both have a setting, the fragment wins.
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
	switch run, name, ok := SplitKey(key); {
	case key == "v":
		d.version(value)
	case key == "z":
		d.link.Unknown = append(d.link.Unknown, Change{Name: key, Value: value})
		d.fail(key, "", "this version does not read the compressed form of a link, so the settings in it are left out", "")
	case !ok:
		d.link.Unknown = append(d.link.Unknown, Change{Name: key, Value: value})
		e := unknown(key)
		e.Problem += " (it stays in the link, without effect)"
		d.errs = report(d.errs, e)
	default:
		d.change(Change{Run: run, Name: name, Value: value})
	}
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

// escape writes s percent-encoded but for the unreserved characters of RFC
// 3986.
func escape(b *strings.Builder, s string) {
	const hex = "0123456789ABCDEF"
	for i := range len(s) {
		switch c := s[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', strings.IndexByte("-._~", c) >= 0:
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
