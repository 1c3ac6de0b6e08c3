package scenario

import (
	"strconv"
	"strings"
)

// era says in which releases a setting exists, both included. Empty is no
// limit.
type era struct{ first, last, instead string }

// eras lists the settings that not every release has
// (src/backend/utils/misc/guc.c).
var eras = map[ID]era{
	BgwriterFlushAfter:   {first: "9.6"},
	BackendFlushAfter:    {first: "9.6"},
	CheckpointFlushAfter: {first: "9.6"},
	CheckpointSegments:   {last: "9.4", instead: "max_wal_size"},
	MaxWALSize:           {first: "9.5", instead: "checkpoint_segments"},
	MinWALSize:           {first: "9.5", instead: "checkpoint_segments"},
}

// releaseNumber makes a number of a release that grows with it: 901 of 9.1,
// 1500 of 15.
func releaseNumber(release string) int {
	major, minor, _ := strings.Cut(release, ".")
	a, _ := strconv.Atoi(major)
	b, _ := strconv.Atoi(minor)
	return 100*a + b
}

// Since reports whether the scenario's release is the given one or a later one.
func (s *Scenario) Since(release string) bool {
	return releaseNumber(s.Enum(Release)) >= releaseNumber(release)
}

// Has reports whether the setting exists in the scenario's release.
func (s *Scenario) Has(id ID) bool {
	e := eras[id]
	return (e.first == "" || s.Since(e.first)) &&
		(e.last == "" || releaseNumber(s.Enum(Release)) <= releaseNumber(e.last))
}

// InForce reports whether the setting has a say in the run: the release has it,
// the storage has such a part, and of duration and transactions it is the one
// that bounds the run.
func (s *Scenario) InForce(id ID) bool {
	if id == Transactions {
		return s.Int(Transactions) > 0
	}
	return s.Has(id) && s.storageInForce(id)
}

// foreignHere returns the error of giving a setting a value in a release that
// lacks it.
func (s *Scenario) foreignHere(id ID, text string) *Error {
	e := eras[id]
	which := "up to " + e.last
	if e.first != "" {
		which = e.first + " and later"
	}
	problem := "is not possible in release " + s.Enum(Release) + ", because the setting exists in PostgreSQL " + which
	if e.instead != "" {
		problem += ", and " + e.instead + " does its work"
	}
	return &Error{Setting: settings[id].Name, Value: text, Problem: problem}
}
