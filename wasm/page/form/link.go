package form

import (
	"slices"
	"strings"

	"clocksweep/core/link"
	"clocksweep/core/scenario"
)

// Claim is what the sender of a link says of its settings.
type Claim struct {
	Engine  string            // version of the sender's engine; empty if the link doesn't say
	Figures []scenario.Figure // headline numbers of the sender's result
}

// claim is a Claim and the changes it is about.
type claim struct {
	Claim
	of []scenario.Change
}

// Claim returns what the link that was opened last says of the settings in force.
// It is empty as soon as they are others, and there again when they are back.
func (s *State) Claim() Claim {
	if s.claim.Engine == "" && s.claim.Figures == nil || !slices.Equal(s.Changes(), s.claim.of) {
		return Claim{}
	}
	return s.claim.Claim
}

// Link returns all that this state's link carries, without an engine or figures
// other than those of a link that was opened.
func (s *State) Link() scenario.Link {
	claim := s.Claim()
	return scenario.Link{
		Experiment: s.slug, Changes: s.Changes(), Engine: claim.Engine, Figures: claim.Figures,
		Extras: slices.Clone(s.extras), Unknown: slices.Clone(s.unknown),
	}
}

// Fragment returns what stands behind the # of this state's link; empty if there
// is nothing to say.
func (s *State) Fragment() string { return fragment(s.Link()) }

// Shared is Fragment for a link that is sent to others: it tells the engine and,
// if there are any, figures of the result.
func (s *State) Shared(engine string, figures []scenario.Figure) string {
	l := s.Link()
	l.Engine, l.Figures = engine, figures
	if len(l.Changes) == 0 && len(figures) == 0 && len(l.Extras) == 0 {
		l.Engine = "" // the page as it is
	}
	return fragment(l)
}

func fragment(l scenario.Link) string {
	_, fragment, _ := strings.Cut(link.Encode(l), "#")
	return fragment
}

// Extra returns what the link has under a key that is no setting, see
// [scenario.Link.Extra].
func (s *State) Extra(key string) string {
	l := scenario.Link{Extras: s.extras}
	return l.Extra(key)
}

// SetExtra puts a value under such a key; an empty one takes the key out.
func (s *State) SetExtra(key, value string) {
	l := scenario.Link{Extras: s.extras}
	l.SetExtra(key, value)
	s.extras = l.Extras
}

// Open takes the settings from a link in the place of all changes made before.
// The errors say what in it could not be used; the rest is in force.
func (s *State) Open(text string) []error {
	decoded, errs := link.Decode(text)
	s.Reset()
	s.extras, s.unknown = decoded.Extras, decoded.Unknown
	errs = append(errs, s.Apply(decoded.Changes)...)
	s.claim = claim{Claim{decoded.Engine, decoded.Figures}, s.Changes()}
	return errs
}

// HasSettings tells whether the fragment or query of an address carries
// settings. Any other fragment is a place within the page.
func HasSettings(part string) bool {
	part = strings.TrimLeft(part, "#?")
	return strings.HasPrefix(part, "v=") || strings.Contains(part, "&v=")
}
