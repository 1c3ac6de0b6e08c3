package observed

import (
	"cmp"
	"slices"
)

// Texts are what a reader has of a server. All may be empty.
type Texts struct {
	Settings string // postgresql.conf, SHOW ALL or pg_settings
	Before   string // statistics at the beginning of an interval
	After    string // and at its end
	Log      string
	System   string // vmstat and iostat
}

// Facts are what texts tell.
type Facts struct {
	Settings  []Setting // in their order; see [Last]
	Snapshots []Snapshot
	Log       Log
	System    System

	// What could not be read, by text.
	Unread struct{ Settings, Before, After, Log, System []Unread }
}

// Read reads all texts. A snapshot before and one after may as well stand in one
// text.
func Read(t Texts) *Facts {
	f := &Facts{}
	f.Settings, f.Unread.Settings = Settings(t.Settings)
	var after []Snapshot
	f.Snapshots, f.Unread.Before = Statistics(t.Before)
	after, f.Unread.After = Statistics(t.After)
	f.Snapshots = inOrder(append(f.Snapshots, after...))
	f.Log, f.Unread.Log = ReadLog(t.Log)
	f.System, f.Unread.System = ReadSystem(t.System)
	return f
}

// inOrder puts snapshots into the order of their times, if all of them tell it:
// somebody may have pasted the last one first.
func inOrder(list []Snapshot) []Snapshot {
	for i := range list {
		if !list[i].At.Known() {
			return list
		}
	}
	slices.SortStableFunc(list, func(a, b Snapshot) int { return cmp.Compare(a.At, b.At) })
	return list
}

// Empty tells whether nothing was read.
func (f *Facts) Empty() bool {
	return len(f.Settings) == 0 && len(f.Snapshots) == 0 && len(f.Log.Checkpoints)+len(f.Log.Starts)+len(f.Log.TooOften) == 0 &&
		len(f.System.Vmstat) == 0 && len(f.System.Iostat) == 0
}
