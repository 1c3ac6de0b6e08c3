package server

import (
	"clocksweep/core/bgwriter"
	"clocksweep/core/checkpointer"
	"clocksweep/core/scenario"
)

// Who writes dirty pages besides the backends, and how, by release:
//
//	          process               cleaning round    checkpoint
//	7.4       postmaster.go         none              burst.go from buffer 0, sync()
//	8.0       bgwriter.go           dirtylist.go      dirtylist.go
//	8.1, 8.2  bgwriter.go           scans.go          burst.go from the clock hand
//	2007      bgwriter.go           scans.go          burst.go or checkpoint.go, paced (drafts.go)
//	8.3       bgwriter.go           bgwriter.go       checkpoint.go, paced
//	9.2       bgwriter.go, two      bgwriter.go       checkpoint.go, paced
//	9.6       bgwriter.go, two      bgwriter.go       sorted.go, paced
//
// The settings checkpoint_needed_flag and checkpoint_sorted give a release the
// write pass of another, and cleaning its rounds; the processes remain those of the
// release, with one more for the rounds if 7.4 is to have some.

// cleaning is a generation of the cleaning round, a value of the setting.
type cleaning string

const (
	cleansNothing    cleaning = "none"         // 7.4
	cleansPercent    cleaning = "percent"      // 8.0
	cleansScans      cleaning = "scans"        // 8.1 and 8.2
	cleansJustInTime cleaning = "just-in-time" // 8.3 and later
	cleansReusable   cleaning = "all-reusable" // a proposal of 2007
	cleansUsed       cleaning = "as-used"      // another one
)

// pacing says what a checkpoint does after each write if it is early.
type pacing uint8

const (
	pacesNothing pacing = iota // goes on at full speed: up to 8.2
	pacesDraft                 // the drafts of 2007
	pacesTarget                // checkpoint_completion_target: 8.3 and later
)

// writers is what the processes that write dirty pages go by, and their memory
// up to 8.2.
type writers struct {
	cleaning    cleaning
	pacing      pacing
	older       bool // than 8.3: clients give up
	syncsSystem bool // 7.4: sync() instead of fsync requests
	listsDirty  bool // 8.0: a checkpoint works from a list made at its start
	marks       bool // checkpoint_needed_flag
	sorts       bool // checkpoint_sorted
	forces      bool // 8.0 to 8.2: a request is served even if there is no new WAL
	absorbs     bool // 8.2 and later: a checkpoint empties the queue of fsync requests now and then

	percentSettings bgwriter.PercentSettings
	scanSettings    bgwriter.ScanSettings
	draftSettings   checkpointer.DraftSettings

	warner       checkpointer.Warner
	tooOften     int64 // what the server has logged about the request that is pending, s, or -1
	percent      bgwriter.Percent
	scans        bgwriter.Scans
	cleanAhead   bgwriter.Ahead
	roundList    dirtyList // of the cleaning round
	writeList    dirtyList // of the checkpoint
	list         checkpointer.List
	burst        checkpointer.Burst
	draft        checkpointer.Draft
	sinceAbsorb  int   // writes of the checkpoint
	lastEnd      int64 // when the last checkpoint ended: 7.4 counts checkpoint_timeout from there
	cleanedPages int64 // by the scans and percentages of one round
}

// readWriters sets the generation of everything that writes.
func (s *Server) readWriters(sc *scenario.Scenario) {
	w := &s.writers
	w.tooOften = -1
	w.cleaning = cleaning(sc.Enum(scenario.Cleaning))
	w.older = !sc.Since("8.3")
	switch {
	case sc.Since("8.3"):
		w.pacing = pacesTarget
	case sc.Since("8.3devel"):
		w.pacing = pacesDraft
	}
	w.syncsSystem = !sc.Since("8.0.0")
	w.listsDirty = sc.Since("8.0.0") && !sc.Since("8.1")
	w.marks = sc.Bool(scenario.CheckpointNeededFlag)
	w.sorts = sc.Bool(scenario.CheckpointSorted)
	w.forces = sc.Since("8.0.0") && !sc.Since("8.3devel")
	w.absorbs = sc.Since("8.2")
	w.percentSettings = bgwriter.PercentSettings{
		Percent:  int(sc.Int(scenario.BgwriterPercent)),
		MaxPages: int(sc.Int(scenario.BgwriterMaxpages)),
	}
	w.scanSettings = bgwriter.ScanSettings{
		LRUPercent:  sc.Float(scenario.BgwriterLRUPercent),
		LRUMaxPages: int(sc.Int(scenario.BgwriterLRUMaxpages)),
		AllPercent:  sc.Float(scenario.BgwriterAllPercent),
		AllMaxPages: int(sc.Int(scenario.BgwriterAllMaxpages)),
	}
	w.draftSettings = checkpointer.DraftSettings{
		WritePercent: sc.Float(scenario.CheckpointWritePercent),
		NapPercent:   sc.Float(scenario.CheckpointNapPercent),
		SyncPercent:  sc.Float(scenario.CheckpointSyncPercent),
		Segments:     s.checkpointSettings.Segments,
		TimeoutS:     s.checkpointSettings.TimeoutS,
	}
	w.warner = checkpointer.Warner{Rule: checkpointer.WarnByWAL, WarningS: int(sc.Int(scenario.CheckpointWarning))}
	switch {
	case w.syncsSystem:
		w.warner.Rule = checkpointer.WarnSignals
	case w.listsDirty:
		w.warner.Rule = checkpointer.WarnAny
	}
	w.warner.Started(0)
}

// cleaningOff reports whether there are no rounds, by the settings of 8.1 and later.
func (s *Server) cleaningOff() bool {
	switch s.cleaning {
	case cleansNothing:
		return true
	case cleansReusable, cleansUsed:
		return false
	case cleansScans:
		return s.scanSettings.Off()
	}
	return s.bgwriterSettings.MaxPages == 0
}
