package link

import (
	"bytes"
	"compress/zlib"
	"encoding/base64"
	"errors"
	"io"
	"strconv"
	"strings"

	"clocksweep/core/scenario"
)

const (
	// Long is up to how many bytes a link is readable. Mail programs and chats cut
	// or refuse addresses from about 2,000 on.
	Long = 1500
	// MostUnpacked bounds what z= may hold, bytes: as much as a readable link.
	MostUnpacked = 64 << 10
)

// Encode writes a link: readable, or with z= if that would be too long.
func Encode(l scenario.Link) string {
	readable := l.String()
	if len(readable) <= Long {
		return readable
	}
	path, _, _ := strings.Cut(readable, "#")
	if packed := path + "#v=1&z=" + pack(l.Pairs()); len(packed) < len(readable) {
		return packed
	}
	return readable
}

// Decode reads a link in any of its forms: an address, a path, a fragment or a
// query, readable or compressed. The errors say what could not be used; see
// [scenario.DecodeLink].
func Decode(text string) (scenario.Link, []error) {
	readable, errs := unfold(text)
	l, more := scenario.DecodeLink(readable)
	return l, append(errs, more...)
}

// unfold puts what is in z= in its place.
func unfold(text string) (string, []error) {
	if len(text) > MostUnpacked {
		return text, nil // the reader refuses it as it is
	}
	var b strings.Builder
	var errs []error
	for rest := text; rest != ""; {
		pair := rest
		if end := strings.IndexAny(rest, "#?&"); end >= 0 {
			pair = rest[:end]
		}
		rest = rest[len(pair):]
		if payload, ok := strings.CutPrefix(pair, "z="); ok {
			pairs, err := unpack(payload)
			if err != nil {
				errs = append(errs, err)
			}
			pair = pairs
		}
		b.WriteString(pair)
		if rest != "" {
			b.WriteByte(rest[0])
			rest = rest[1:]
		}
		if b.Len() > MostUnpacked {
			break
		}
	}
	return b.String(), errs
}

// pack deflates a readable text.
func pack(pairs string) string {
	var b bytes.Buffer
	w, err := zlib.NewWriterLevel(&b, zlib.BestCompression)
	if err == nil {
		_, err = io.WriteString(w, pairs)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		panic(err) // a legal level, and a buffer takes everything
	}
	return base64.RawURLEncoding.EncodeToString(b.Bytes())
}

// unpack is the inverse of pack. With an error it returns what is surely right.
func unpack(payload string) (pairs string, err error) {
	// The bytes before a wrong character are right, and are used if the rest of
	// what can be read agrees.
	deflated, wrong := base64.RawURLEncoding.DecodeString(strings.TrimRight(payload, "="))
	r, err := zlib.NewReader(bytes.NewReader(deflated))
	if err != nil {
		return "", broken("this is not the compressed form of a link, so the settings in it are left out")
	}
	text, err := io.ReadAll(io.LimitReader(r, MostUnpacked+1))
	switch {
	case len(text) > MostUnpacked:
		return "", broken("the compressed form unpacks to more than " + strconv.Itoa(MostUnpacked) + " bytes, so the settings in it are left out")
	case errors.Is(err, io.ErrUnexpectedEOF):
		whole := max(0, strings.LastIndexByte(string(text), '&'))
		return string(text[:whole]), broken("the compressed form is cut off, so only its first " + strconv.Itoa(countPairs(string(text[:whole]))) + " settings are used")
	case err != nil || wrong != nil:
		return "", broken("the compressed form is damaged, so the settings in it are left out")
	}
	return string(text), nil
}

func countPairs(pairs string) int {
	if pairs == "" {
		return 0
	}
	return 1 + strings.Count(pairs, "&")
}

func broken(problem string) error {
	return &scenario.Error{Setting: "z", Problem: problem}
}
