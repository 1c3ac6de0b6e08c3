package bgwriter

// Naps between two rounds, in milliseconds. Up to 9.1 the process slept in steps
// of at most a second and ended the nap early for a checkpoint request.
const (
	// IdleNapMs is the nap of a background writer that has nothing to do, 8.0
	// to 9.1.
	IdleNapMs = 10_000
	// ArchiveNapMs is the same if archive_timeout is set, 8.2 to 9.1: the
	// process watches over it.
	ArchiveNapMs = 1_000
)

// Nap80 returns the nap of 8.0 after a round that examined so many buffers, ms:
// a round that finds nothing dirty is followed by ten seconds without cleaning,
// even under load. After a checkpoint examined is 1. (BackgroundWriterMain of
// postmaster/bgwriter.c, 8.0.)
func Nap80(examined, delayMs int) int {
	if examined > 0 {
		return delayMs
	}
	return IdleNapMs
}

// Nap81 returns the nap of 8.1 to 9.1, ms. off says that the settings turn
// cleaning off and no paced checkpoint is under way, archive that archive_timeout
// is set (8.2 and later).
func Nap81(off, archive bool, delayMs int) int {
	switch {
	case !off:
		return delayMs
	case archive:
		return ArchiveNapMs
	}
	return IdleNapMs
}
