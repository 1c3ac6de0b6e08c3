package diagnose

import (
	"strconv"

	"clocksweep/core/result"
	"clocksweep/core/scenario"
)

// walFlush finds commits that wait for the disk.
func walFlush(f *facts) *Finding {
	waits := f.wait[result.WaitWALFlush] + f.wait[result.WaitWALLock] + f.wait[result.WaitWALWrite] + f.wait[result.WaitWALInit]
	if waits < most || f.n.WALFlushes == 0 {
		return nil
	}
	commits := share(f.r.Transactions, f.n.WALFlushes)
	because := percent(waits) + " of a transaction’s time it waits until its WAL is on disk. It was flushed " + often(f.n.WALFlushes) + " for " +
		Plural(f.r.Transactions, "transaction", "transactions")
	switch {
	case f.r.Clients == 1:
		because += "; a single client cannot share them."
	case !f.sc.Bool(scenario.GroupCommit):
		because += ", for group_commit = off."
	default:
		because += ", so that " + digits(commits) + " shared a flush: more clients at a time share more."
	}
	return &Finding{
		ID: "wal-flush", Title: "Commits wait for the disk", Because: because,
		Try: []scenario.Change{
			try(scenario.GroupCommit, "on"), try(scenario.SynchronousCommit, "off"), try(scenario.ControllerCache, "256MB"),
			try(scenario.WALDevice, "own"),
		},
		Evidence: []Number{
			{"wal_waits", 100 * waits, "%"}, {"flushes", f.rate(f.n.WALFlushes), "1/s"}, {"transactions_per_flush", commits, ""},
		},
	}
}

// orderedJournal finds WAL flushes that make ext3 write data: its journal commits
// wrote a page or more for each.
func orderedJournal(f *facts) *Finding {
	fs := f.sc.Enum(scenario.FileSystem)
	if fs != "ext3-ordered" && fs != "ext3-journal" || f.n.WALFlushes == 0 ||
		f.wait[result.WaitWALFlush]+f.wait[result.WaitWALLock] < most || f.n.JournalData < f.n.JournalCommit {
		return nil
	}
	return &Finding{
		ID:    "ordered-journal",
		Title: "The file system writes data when WAL is flushed",
		Because: "With " + fs + " a commit of the journal first writes what was written to any file since the last one. " + Plural(f.n.JournalCommit, "commit", "commits") +
			" of the journal wrote " + Plural(f.n.JournalData, "page", "pages") + ", and transactions waited for it.",
		Try: []scenario.Change{try(scenario.FileSystem, "ext3-writeback"), try(scenario.WALDevice, "own")},
		Evidence: []Number{
			{"journal_commits", float64(f.n.JournalCommit), ""}, {"journal_data", float64(f.n.JournalData) / 128, "MB"},
		},
	}
}

// rowLock finds transactions that wait for each other's rows.
func rowLock(f *facts) *Finding {
	if f.wait[result.WaitRowLock] < most {
		return nil
	}
	return &Finding{
		ID:    "row-lock",
		Title: "Transactions wait for each other’s row locks",
		Because: percent(f.wait[result.WaitRowLock]) + " of a transaction’s time it waits for a row. Each one updates a branch, and " +
			Plural(f.r.Clients, "client shares", "clients share") + " " + Count(f.r.Scale) + ". pgbench wants a scale of the number of clients at least.",
		Try:      []scenario.Change{try(scenario.Scale, strconv.FormatInt(max(f.r.Clients, f.r.Scale), 10))},
		Evidence: []Number{{"row_lock", 100 * f.wait[result.WaitRowLock], "%"}, {"clients", float64(f.r.Clients), ""}, {"scale", float64(f.r.Scale), ""}},
	}
}

// insertLock finds transactions that wait until they can insert WAL.
func insertLock(f *facts) *Finding {
	if f.wait[result.WaitLWLock] < most || f.r.BusiestLock() != result.WALInsertLock {
		return nil
	}
	because := percent(f.wait[result.WaitLWLock]) + " of a transaction’s time it waits to put a record into the WAL buffers, " +
		f.sc.Show(scenario.WALBuffers) + " of them. Who finds them full holds "
	if f.sc.Since("9.4") {
		because += "one of eight locks"
	} else {
		because += "WALInsertLock, which everybody needs,"
	}
	return &Finding{
		ID: "insert-lock", Title: "Transactions wait to insert WAL", Because: because + " until the pages there are written.",
		Try:      []scenario.Change{try(scenario.WALBuffers, "16MB")},
		Evidence: []Number{{"lw_lock", 100 * f.wait[result.WaitLWLock], "%"}, {"wal_buffers", float64(f.sc.EffectiveWALBuffers()) / 128, "MB"}},
	}
}

// bufferLock finds transactions that wait for the locks of the buffer manager.
func bufferLock(f *facts) *Finding {
	if f.wait[result.WaitLWLock] < most || f.r.BusiestLock() == result.WALInsertLock {
		return nil
	}
	because := percent(f.wait[result.WaitLWLock]) + " of a transaction’s time it waits for a lightweight lock in shared memory, held by another of " +
		Plural(f.r.Clients, "client", "clients") + "; " + digits(share(f.n.BuffersAlloc, f.r.Transactions)) + " times a transaction it needs a free buffer."
	if !f.sc.Since("9.5") {
		because += " Up to 9.4 whoever looks for one holds BufFreelistLock."
	}
	return &Finding{
		ID: "buffer-lock", Title: "Transactions wait for locks of the buffer manager", Because: because,
		Try:      []scenario.Change{try(scenario.SharedBuffers, f.poolFor(f.pages()))},
		Evidence: []Number{{"lw_lock", 100 * f.wait[result.WaitLWLock], "%"}, {"alloc_per_transaction", share(f.n.BuffersAlloc, f.r.Transactions), ""}},
	}
}

// processors finds transactions that spend their time on a processor or in line
// for one.
func processors(f *facts) *Finding {
	cpu, queue := f.wait[result.WaitCPU], f.wait[result.WaitRunQueue]
	if cpu+queue < most {
		return nil
	}
	cores := f.sc.Int(scenario.Cores)
	if queue < cpu {
		return &Finding{
			ID: "cpu", Harmless: true,
			Title:    "Transactions are bound by the processor, not by the disk",
			Because:  percent(cpu+queue) + " of a transaction’s time it computes. No setting of buffers, WAL or checkpoints changes that.",
			Evidence: []Number{{"cpu", 100 * cpu, "%"}, {"run_queue", 100 * queue, "%"}},
		}
	}
	return &Finding{
		ID:    "run-queue",
		Title: "There are more clients than processors",
		Because: Plural(f.r.Clients, "client shares", "clients share") + " " + f.set(scenario.Cores) + ": " + percent(queue) + " of a transaction’s time it waits for one, " +
			percent(cpu) + " it computes. Fewer clients get as much done, each sooner.",
		Try:      []scenario.Change{try(scenario.Clients, strconv.FormatInt(min(2*cores, f.r.Clients), 10))},
		Evidence: []Number{{"cpu", 100 * cpu, "%"}, {"run_queue", 100 * queue, "%"}, {"clients", float64(f.r.Clients), ""}},
	}
}

// dirtyLimit finds the kernel holding up those who write. A tenth of the time is
// enough: it comes in long pauses, not a little with each transaction.
func dirtyLimit(f *facts) *Finding {
	if f.wait[result.WaitDirtyLimit] < .1 {
		return nil
	}
	limit, lower := scenario.DirtyRatio, try(scenario.DirtyBackgroundRatio, strconv.FormatInt(f.sc.Int(scenario.DirtyBackgroundRatio)/4, 10))
	if f.sc.Int(scenario.DirtyBytes) > 0 {
		limit, lower = scenario.DirtyBytes, try(scenario.DirtyBackgroundBytes, strconv.FormatInt(f.sc.Int(scenario.DirtyBytes)/8, 10))
	}
	return &Finding{
		ID:    "dirty-limit",
		Title: "The kernel holds up those who write",
		Because: percent(f.wait[result.WaitDirtyLimit]) + " of a transaction’s time it is held up because more pages are dirty than " + f.set(limit) +
			" allows. PostgreSQL writes more than the disk takes; the kernel should begin earlier.",
		Try:      []scenario.Change{lower},
		Evidence: []Number{{"dirty_limit", 100 * f.wait[result.WaitDirtyLimit], "%"}, {"os_dirty", float64(f.n.OSDirty) / 128, "MB"}},
	}
}

// diskReads finds transactions that wait for pages from the disk.
func diskReads(f *facts) *Finding {
	waits := f.wait[result.WaitDataRead] + f.wait[result.WaitBufferIO]
	if waits < most {
		return nil
	}
	return &Finding{
		ID:    "disk-reads",
		Title: "Transactions wait for pages from the disk",
		Because: percent(waits) + " of a transaction’s time it waits for a page. " + Plural(f.n.OSReads, "page was", "pages were") + " neither in shared_buffers nor in the kernel’s page cache, " +
			digits(share(f.n.OSReads, f.r.Transactions)) + " a transaction; tables and indexes have " + megabytes(8192*float64(f.pages())) + ".",
		Try: []scenario.Change{f.times(scenario.RAM, 2)},
		Evidence: []Number{
			{"data_read", 100 * waits, "%"}, {"os_reads", f.rate(f.n.OSReads), "1/s"}, {"database", float64(f.pages()) / 128, "MB"},
		},
	}
}
