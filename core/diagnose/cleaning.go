package diagnose

import (
	"strconv"

	"clocksweep/core/scenario"
	"clocksweep/core/sim"
)

// most is the threshold of a rule without a reason for another.
const most = .5

// whereBackends names the place where the release shows what backends wrote
// (pg_stat_bgwriter lost it with 17).
func (f *facts) whereBackends() string {
	switch {
	case f.sc.Since("17"):
		return " (pg_stat_io: writes and extends of client backends)"
	case f.sc.Since("8.3"):
		return " (pg_stat_bgwriter: buffers_backend)"
	}
	return ""
}

// bgwriterCeiling finds a background writer whose rounds stop at
// bgwriter_lru_maxpages while backends write what it leaves.
func bgwriterCeiling(f *facts) *Finding {
	n := f.n
	if f.sc.Enum(scenario.Cleaning) != "just-in-time" || !f.sc.Has(scenario.BgwriterLRUMaxpages) ||
		share(n.MaxwrittenClean, n.BgwriterRound) < most || f.victims < n.BuffersClean {
		return nil
	}
	delay, limit := f.sc.Int(scenario.BgwriterDelay), f.sc.Int(scenario.BgwriterLRUMaxpages)
	ceiling := float64(limit*1000) / float64(delay)
	needed := f.rate(n.BuffersClean + f.victims)
	if needed <= ceiling { // it was kept from its rounds
		return nil
	}
	return &Finding{
		ID:    "bgwriter-ceiling",
		Title: percent(share(n.BuffersBackend, f.written)) + " of the pages are written by backends" + f.whereBackends(),
		Because: "The background writer stopped at its limit in " + percent(share(n.MaxwrittenClean, n.BgwriterRound)) +
			" of its rounds (maxwritten_clean). With " + f.set(scenario.BgwriterLRUMaxpages) + " and " + f.set(scenario.BgwriterDelay) +
			" it can write " + whole(ceiling) + " pages a second; " + whole(needed) +
			" dirty pages a second were in the way of those who needed their buffers.",
		Try: moreCleaning(needed, delay),
		Evidence: []Number{
			{"share_backend", 100 * share(n.BuffersBackend, f.written), "%"}, {"buffers_clean", f.rate(n.BuffersClean), "1/s"},
			{"maxwritten_clean", float64(n.MaxwrittenClean), ""}, {"bgwriter_rounds", float64(n.BgwriterRound), ""},
		},
	}
}

// moreCleaning proposes a limit by which the background writer can write so many
// pages a second, and shorter sleeps if the limit alone is not enough: 1,000 pages
// are the most before 10. It proposes twice as much, for its writes take time beside
// the sleeps.
func moreCleaning(needed float64, delayMs int64) []scenario.Change {
	const most, least = 1000, 10 // pages a round, ms
	needed *= 2
	pages := int64(needed*float64(delayMs)/1000) + 1
	if pages <= most {
		return []scenario.Change{try(scenario.BgwriterLRUMaxpages, strconv.FormatInt((pages+99)/100*100, 10))}
	}
	delay := max(least, int64(most*1000/needed)/least*least)
	return []scenario.Change{
		try(scenario.BgwriterLRUMaxpages, strconv.FormatInt(most, 10)),
		try(scenario.BgwriterDelay, strconv.FormatInt(min(delay, delayMs), 10)+"ms"),
	}
}

// allScan finds the background writer of 8.1 and 8.2 at writing pages that are
// changed again before anybody needs their buffers: it writes more than all that
// backends and checkpoints do.
func allScan(f *facts) *Finding {
	n := f.n
	if f.sc.Enum(scenario.Cleaning) != "scans" || !f.sc.Has(scenario.BgwriterAllMaxpages) ||
		f.sc.Int(scenario.BgwriterAllMaxpages) == 0 || share(n.BuffersClean, f.written) < most {
		return nil
	}
	return &Finding{
		ID:    "all-scan",
		Title: percent(share(n.BuffersClean, f.written)) + " of the pages are written by the background writer",
		Because: "With " + f.set(scenario.BgwriterAllPercent) + " and " + f.set(scenario.BgwriterAllMaxpages) + " it goes on around the whole pool each " +
			f.set(scenario.BgwriterDelay) + ", and writes dirty pages whether anybody needs their buffers or not. " +
			"Those in constant use are dirty again before the next time around.",
		Try: []scenario.Change{try(scenario.BgwriterAllMaxpages, "0"), try(scenario.BgwriterDelay, "4s")},
		Evidence: []Number{
			{"buffers_clean", f.rate(n.BuffersClean), "1/s"}, {"written_per_transaction", share(f.written, f.r.Transactions), ""},
		},
	}
}

// poolTooSmall finds a pool through which more pages pass than it holds, at one page
// or more for every other transaction, though the data are larger.
func poolTooSmall(f *facts) *Finding {
	n := f.n
	came := n.BuffersAlloc - n.BuffersExtend
	if came <= f.r.Buffers || f.pages() <= f.r.Buffers || float64(came) < most*float64(f.r.Transactions) {
		return nil
	}
	return &Finding{
		ID:    "pool-too-small",
		Title: "The pages in use do not fit into " + f.set(scenario.SharedBuffers),
		Because: digits(share(came, f.r.Transactions)) + " pages a transaction had to be brought in, and as many had to leave; " +
			percent(share(n.BlksHit, n.BlksHit+n.BlksRead)) + " of the accesses found their page in the pool. Tables and indexes have " +
			megabytes(8192*float64(f.pages())) + ".",
		Try: []scenario.Change{try(scenario.SharedBuffers, f.poolFor(f.pages()))},
		Evidence: []Number{
			{"alloc_per_transaction", share(came, f.r.Transactions), ""}, {"hit_ratio", 100 * share(n.BlksHit, n.BlksHit+n.BlksRead), "%"},
			{"database", float64(f.pages()) / 128, "MB"},
		},
	}
}

// poolFor returns a size of the pool that holds so many pages, twice the present one
// at least; if they are too many, half of the memory.
func (f *facts) poolFor(pages int64) string {
	size := max(2*f.r.Buffers, 16)
	for size < pages {
		size *= 2
	}
	if half := f.sc.Int(scenario.RAM) / 8 / 2; size > half {
		size = max(half, f.r.Buffers)
	}
	return f.show(scenario.SharedBuffers, size)
}

// allPinned finds transactions that failed because every buffer was pinned.
func allPinned(f *facts) *Finding {
	if f.n.BuffersRefused == 0 {
		return nil
	}
	return &Finding{
		ID:    "all-pinned",
		Title: Plural(f.n.BuffersRefused, "transaction", "transactions") + " found no unpinned buffer",
		Because: "All " + Count(f.r.Buffers) + " buffers were in use at the same moment by " + Plural(f.r.Clients, "client", "clients") +
			". PostgreSQL then ends the transaction with an error.",
		Try:      []scenario.Change{try(scenario.SharedBuffers, f.show(scenario.SharedBuffers, max(2*f.r.Buffers, 16*f.r.Clients)))},
		Evidence: []Number{{"buffers_refused", float64(f.n.BuffersRefused), ""}},
	}
}

// backendFsync finds backends that had to fsync files themselves.
func backendFsync(f *facts) *Finding {
	if f.n.BuffersBackendFsync == 0 {
		return nil
	}
	return &Finding{
		ID:    "backend-fsync",
		Title: "Backends carried out " + Plural(f.n.BuffersBackendFsync, "fsync", "fsyncs") + " themselves",
		Because: "The queue by which they leave fsyncs to the checkpoint was full. It has as many entries as the pool has buffers (" +
			Count(f.r.Buffers) + "), and is emptied by a process that was busy.",
		Try:      []scenario.Change{f.times(scenario.SharedBuffers, 4)},
		Evidence: []Number{{"buffers_backend_fsync", float64(f.n.BuffersBackendFsync), ""}},
	}
}

// hibernating finds a background writer that has nothing to do and sleeps longer for
// it (9.2 and later): it ran less than half of the rounds that bgwriter_delay allows.
func hibernating(f *facts) *Finding {
	n := f.n
	possible := int64(f.seconds) * int64(sim.Second/sim.Millisecond) / max(1, f.sc.Int(scenario.BgwriterDelay))
	if !f.sc.Since("9.2") || possible == 0 || n.BuffersClean > 0 || share(n.BgwriterRound, possible) >= most {
		return nil
	}
	return &Finding{
		ID: "hibernating", Harmless: true,
		Title: "The background writer sleeps most of the time, and may",
		Because: "It ran " + Plural(n.BgwriterRound, "round", "rounds") + " where " + f.set(scenario.BgwriterDelay) + " allows " + Count(possible) +
			". When nobody takes buffers it sleeps fifty times as long, until somebody does; buffers_clean = 0 is right.",
		Evidence: []Number{{"bgwriter_rounds", float64(n.BgwriterRound), ""}, {"buffers_clean", 0, ""}},
	}
}

// wereRead writes "3 pages were read".
func wereRead(pages int64) string { return Plural(pages, "page was", "pages were") + " read" }

// fits finds a pool that holds what is in use: it was empty and fewer pages came in,
// new ones aside, than it has buffers, or so few came that one transaction in a
// hundred waits for one.
func fits(f *facts) *Finding {
	n := f.n
	came := n.BuffersAlloc - n.BuffersExtend
	start := f.sc.Enum(scenario.AfterInit)
	room := start == "restart" || start == "reboot" || f.pages() <= f.r.Buffers
	if f.r.Transactions == 0 || (came > f.r.Buffers || !room) && came > f.r.Transactions/100 {
		return nil
	}
	fit, because := "fit", "Only "+wereRead(came)+" into "+Count(f.r.Buffers)+" buffers, each about once."
	if came > f.r.Buffers {
		fit, because = "mostly fit", "Only "+wereRead(came)+" for "+Plural(f.r.Transactions, "transaction", "transactions")+"."
	}
	if n.BuffersBackend > 0 {
		because += " Of " + Plural(n.BuffersBackend, "page", "pages") + " that backends wrote, " + Count(n.BuffersExtend) + " made a table longer, which only they can do."
	}
	return &Finding{
		ID: "fits", Harmless: true,
		Title:   "The pages in use " + fit + " into " + f.set(scenario.SharedBuffers),
		Because: because,
		Evidence: []Number{
			{"blks_read", float64(came), ""}, {"buffers", float64(f.r.Buffers), ""}, {"share_checkpoint", 100 * share(n.BuffersCheckpoint, f.written), "%"},
		},
	}
}
