package form

import (
	"strings"

	"clocksweep/core/scenario"
)

// Fragment returns what stands behind the # of this state's link; empty if
// nothing was changed.
func (s *State) Fragment() string {
	link := scenario.EncodeLink(s.slug, append(s.Changes(), s.unknown...))
	_, fragment, _ := strings.Cut(link, "#")
	return fragment
}

// Open takes the settings from a link in the place of all changes made before.
// The errors say what in it could not be used; the rest is in force.
func (s *State) Open(link string) []error {
	decoded, errs := scenario.DecodeLink(link)
	s.Reset()
	s.unknown = decoded.Unknown
	return append(errs, s.Apply(decoded.Changes)...)
}

// HasSettings tells whether the fragment or query of an address carries
// settings. Any other fragment is a place within the page.
func HasSettings(part string) bool {
	part = strings.TrimLeft(part, "#?")
	return strings.HasPrefix(part, "v=") || strings.Contains(part, "&v=")
}
