package counterpart

import (
	"strings"

	"clocksweep/core/observed"
)

// span is which releases the facts allow, and why.
type span struct {
	oldest, youngest string
	because          []string
}

// narrow cuts the span, unless nothing would be left of it: then what was known
// before counts.
func (s *span) narrow(oldest, youngest, because string) {
	if oldest == "" {
		oldest = s.oldest
	}
	if youngest == "" {
		youngest = s.youngest
	}
	if observed.Order(oldest) < observed.Order(s.oldest) {
		oldest = s.oldest
	}
	if observed.Order(youngest) > observed.Order(s.youngest) {
		youngest = s.youngest
	}
	if observed.Order(oldest) > observed.Order(youngest) || oldest == s.oldest && youngest == s.youngest {
		return
	}
	s.oldest, s.youngest = oldest, youngest
	s.because = append(s.because, because)
}

// releaseOf finds the release: told, or the youngest that has all the forms. known is
// false if nothing tells anything of it.
func releaseOf(f *observed.Facts) (release, why string, known bool) {
	if release, text := told(f); release != "" {
		return release, "the server says " + observed.Printable(text), true
	}
	s := &span{oldest: observed.Releases[0], youngest: observed.Releases[len(observed.Releases)-1]}
	for i := range f.Snapshots {
		n := &f.Snapshots[i]
		s.narrow(n.Oldest, n.Youngest, n.Because)
	}
	s.narrow(f.Log.Oldest, f.Log.Youngest, f.Log.Because)
	for _, set := range observed.Last(f.Settings) {
		first, last := observed.Era(set.Name)
		if first+last != "" {
			s.narrow(first, last, "there is a setting "+set.Name)
		}
	}
	if len(s.because) == 0 {
		return "", "", false
	}
	// Of the reasons the last two say most: each is narrower than those before.
	reasons := s.because[max(0, len(s.because)-2):]
	why = strings.Join(reasons, ", and ")
	if s.oldest != s.youngest {
		why += ", which is " + s.oldest + " to " + s.youngest + ", of which the youngest was taken"
	}
	return s.youngest, why, true
}

// told finds the release in words of the server.
func told(f *observed.Facts) (release, text string) {
	for i := len(f.Snapshots) - 1; i >= 0; i-- {
		if r := observed.ReleaseOf(f.Snapshots[i].Version); r != "" {
			return r, f.Snapshots[i].Version
		}
	}
	for _, s := range observed.Last(f.Settings) {
		if s.Name == "server_version" {
			if r := observed.ReleaseOf(s.Value); r != "" {
				return r, "server_version = " + s.Value
			}
		}
	}
	return "", ""
}

// labRelease is the name that the lab has for a release.
func labRelease(release string) string {
	if release == "8.0" {
		return "8.0.2"
	}
	return release
}
