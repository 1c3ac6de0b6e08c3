package scenario

import "slices"

// era says in which releases a setting exists, both included. Empty is no
// limit.
type era struct{ first, last, instead string }

// eras lists the settings that not every release has
// (src/backend/utils/misc/guc.c).
var eras = map[ID]era{
	BgwriterDelay:              {first: "8.0.0"},
	BgwriterPercent:            {first: "8.0.0", last: "8.1devel", instead: "bgwriter_lru_multiplier"},
	BgwriterMaxpages:           {first: "8.0.0", last: "8.1devel", instead: "bgwriter_lru_maxpages"},
	BgwriterLRUPercent:         {first: "8.1", last: "8.3devel", instead: "bgwriter_lru_multiplier"},
	BgwriterAllPercent:         {first: "8.1", last: "8.3devel", instead: "checkpoint_completion_target"},
	BgwriterAllMaxpages:        {first: "8.1", last: "8.3devel", instead: "checkpoint_completion_target"},
	BgwriterLRUMaxpages:        {first: "8.1", instead: "bgwriter_maxpages"},
	BgwriterLRUMultiplier:      {first: "8.3"},
	BgwriterFlushAfter:         {first: "9.6"},
	BackendFlushAfter:          {first: "9.6"},
	CheckpointFlushAfter:       {first: "9.6"},
	CheckpointCompletionTarget: {first: "8.3"},
	CheckpointWritePercent:     {first: "8.3devel", last: "8.3devel", instead: "checkpoint_completion_target"},
	CheckpointNapPercent:       {first: "8.3devel", last: "8.3devel"},
	CheckpointSyncPercent:      {first: "8.3devel", last: "8.3devel"},
	CheckpointSegments:         {last: "9.4", instead: "max_wal_size"},
	MaxWALSize:                 {first: "9.5", instead: "checkpoint_segments"},
	MinWALSize:                 {first: "9.5", instead: "checkpoint_segments"},
	LogCheckpoints:             {first: "8.3"},
	FullPageWrites:             {first: "8.1"},
	WALImagePercent:            {first: "9.5"},
	SynchronousCommit:          {first: "8.3"},
	WALWriterDelay:             {first: "8.3"},
	Autovacuum:                 {first: "8.1"},
	HOTUpdates:                 {first: "8.3"},
	RingBuffers:                {first: "8.3devel"},
	SynchronizedScans:          {first: "8.3devel"},
}

// order returns where the release stands among all releases, the oldest at 0.
func order(release string) int {
	return slices.Index(settings[Release].Enum, release)
}

// Since reports whether the scenario's release is the given one or a later one;
// both are values of the setting release. A development tree stands before the
// release it became.
func (s *Scenario) Since(release string) bool {
	return s.get(Release, KindEnum).int >= int64(order(release))
}

// Has reports whether the setting exists in the scenario's release.
func (s *Scenario) Has(id ID) bool {
	e := eras[id]
	return (e.first == "" || s.Since(e.first)) &&
		(e.last == "" || s.get(Release, KindEnum).int <= int64(order(e.last)))
}

// InForce reports whether the setting has a say in the run: the release has it,
// storage and kernel have such a part, of duration and transactions it is the one
// that bounds the run, the rule of cleaning knows it, and the workload has a script.
func (s *Scenario) InForce(id ID) bool {
	switch id {
	case Transactions:
		return s.Int(Transactions) > 0
	case EarlierTransactions:
		return s.Int(EarlierTransactions) > 0
	case BgwriterPercent, BgwriterMaxpages:
		return s.Has(id) && s.Enum(Cleaning) == "percent"
	case BgwriterLRUPercent, BgwriterAllPercent, BgwriterAllMaxpages:
		return s.Has(id) && s.Enum(Cleaning) == "scans"
	case BgwriterLRUMaxpages:
		return s.Has(id) && (s.Enum(Cleaning) == "scans" || s.Enum(Cleaning) == "just-in-time")
	case BgwriterLRUMultiplier:
		return s.Has(id) && s.Enum(Cleaning) == "just-in-time"
	case Script:
		return s.Enum(Workload) == "custom"
	}
	return s.Has(id) && s.storageInForce(id) && s.hasSetting(id) && s.hasWork(id)
}

// foreignHere returns the error of giving a setting a value in a release that
// lacks it.
func (s *Scenario) foreignHere(id ID, text string) *Error {
	e := eras[id]
	which := "up to " + e.last
	switch {
	case e.first == e.last:
		which = e.first
	case e.first != "" && e.last != "":
		which = e.first + " to " + e.last
	case e.first != "":
		which = e.first + " and later"
	}
	problem := "is not possible in release " + s.Enum(Release) + ", because the setting exists in PostgreSQL " + which
	if e.instead != "" {
		problem += ", and " + e.instead + " does its work"
	}
	return &Error{Setting: settings[id].Name, Value: text, Problem: problem}
}
