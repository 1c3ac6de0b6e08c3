package observed

// Kind is what a text of unknown origin seems to be.
type Kind uint8

// The kinds.
const (
	KindSettings Kind = iota
	KindStatistics
	KindLog
	KindSystem
)

// KindOf finds out what a text is by reading it: it is what most of it can be read as.
// One that nothing can be read of counts as settings.
func KindOf(text string) Kind {
	best, kind := 0, KindSettings
	try := func(k Kind, understood int) {
		if understood > best {
			best, kind = understood, k
		}
	}
	log, _ := ReadLog(text)
	try(KindLog, len(log.Checkpoints)+len(log.Starts)+len(log.TooOften))
	system, _ := ReadSystem(text)
	try(KindSystem, len(system.Vmstat)+len(system.Iostat))
	snapshots, _ := Statistics(text)
	for i := range snapshots {
		for f := range NumFigures {
			if snapshots[i].Has(f) {
				try(KindStatistics, best+1)
			}
		}
	}
	settings, _ := Settings(text)
	try(KindSettings, len(settings))
	return kind
}
