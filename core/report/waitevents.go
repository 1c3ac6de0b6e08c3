package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"clocksweep/core/result"
	"clocksweep/core/sim"
)

// waitEventSince is the release in which pg_stat_activity got wait_event_type and
// wait_event in the place of waiting, and waitingSince the one that brought that.
const (
	waitEventSince = "9.6"
	waitingSince   = "8.2"
)

// WaitEventsQuery is the query behind [WaitEvents].
func WaitEventsQuery(release string) string {
	switch {
	case atLeast(release, "10"):
		return "SELECT wait_event_type, wait_event, count(*) FROM pg_stat_activity" +
			" WHERE backend_type = 'client backend' GROUP BY 1, 2 ORDER BY 3 DESC"
	case atLeast(release, waitEventSince):
		return "SELECT wait_event_type, wait_event, count(*) FROM pg_stat_activity GROUP BY 1, 2 ORDER BY 3 DESC"
	}
	return "SELECT waiting, count(*) FROM pg_stat_activity GROUP BY 1 ORDER BY 2 DESC"
}

// WaitEvents returns what pg_stat_activity told of the clients' sessions: how often
// one was found waiting for what, in samples of once a second, added up over the
// run. From 9.6 on it has the names of the release, from 8.2 to 9.5 only whether a
// session waited for a lock; earlier releases have neither. A session that
// computes, waits for a processor or does what the release has no event for has
// none.
func WaitEvents(r *result.Result) string {
	if !atLeast(r.Release, waitingSince) {
		return fmt.Sprintf("PostgreSQL %s does not tell who waits: pg_stat_activity got its column waiting in %s.\n", r.Release, waitingSince)
	}
	type row struct {
		cells []string
		n     int64
	}
	var rows []row
	for w := range r.Backends {
		n := int64(0)
		for _, x := range r.Backends[w] {
			n += int64(x)
		}
		if n == 0 {
			continue
		}
		cells := waitCells(r, sim.Wait(w))
		i := slices.IndexFunc(rows, func(v row) bool { return slices.Equal(v.cells, cells) })
		if i < 0 {
			i, rows = len(rows), append(rows, row{cells: cells})
		}
		rows[i].n += n
	}
	slices.SortStableFunc(rows, func(a, b row) int { return cmp.Compare(b.n, a.n) })
	head := []string{"waiting", "count"}
	if atLeast(r.Release, waitEventSince) {
		head = []string{"wait_event_type", "wait_event", "count"}
	}
	var cells [][]string
	for _, v := range rows {
		cells = append(cells, append(v.cells, fmt.Sprint(v.n)))
	}
	return fmt.Sprintf("-- one sample a second, %d of them\n", len(r.Series.TPS)) + aligned(head, cells)
}

// waitCells are the columns of a session in state w before its count.
func waitCells(r *result.Result, w sim.Wait) []string {
	if atLeast(r.Release, waitEventSince) {
		class, event := WaitEvent(r, w)
		return []string{class, event}
	}
	if w == result.WaitRowLock {
		return []string{"t"}
	}
	return []string{"f"}
}

// WaitEvent returns wait_event_type and wait_event of a client's session in state w
// in the run's release, 9.6 or later, or two empty texts, which stand for NULL
// (postmaster/pgstat.c and storage/lmgr/lwlock.c up to 13,
// utils/activity/wait_event.c in 14 to 16, wait_event_names.txt since):
//
//   - 9.6 knows locks only, and tells locks that have a name from those that belong
//     to a group (a tranche).
//   - 10 adds reads, writes and the waiting for the client.
//   - 12 adds the flushing of WAL.
//   - 13 gives lightweight locks other names.
//   - 14 waits for another's I/O with a condition variable, no more with a lock.
//   - 17 makes the names from those in the source: WALSync becomes WalSync.
//   - 19 has content locks of its own in the header of a buffer, with an event for
//     each mode.
//
// The model has one state where the server has several events: a session that waits
// for a row is shown waiting for the transaction that holds it; one that the kernel
// throttles, in the write of a page of a relation, as most are; the creation of a
// WAL segment as its sync, which takes nearly all of the time; a lightweight lock is
// the kind that made most acquisitions of the run sleep; and who waits for a content
// lock of 19 is shown as one that wants to change the page, as most do.
func WaitEvent(r *result.Result, w sim.Wait) (class, event string) {
	since := func(release string) bool { return atLeast(r.Release, release) }
	switch w {
	case result.WaitRowLock:
		return "Lock", "transactionid"
	case result.WaitWALLock:
		return lockEvent(r.Release, "LWLockNamed", "WALWriteLock", "WALWrite")
	case result.WaitLWLock:
		if r.BusiestLock() == result.WALInsertLock {
			return lockEvent(r.Release, "LWLockTranche", "wal_insert", "WALInsert")
		}
		return lockEvent(r.Release, "LWLockTranche", "buffer_mapping", "BufferMapping")
	case result.WaitBufferIO:
		switch {
		case since("17"):
			return "IPC", "BufferIo"
		case since("14"):
			return "IPC", "BufferIO"
		}
		return lockEvent(r.Release, "LWLockTranche", "buffer_io", "BufferIO")
	case result.WaitContent:
		if since("19") {
			return "Buffer", "BufferExclusive"
		}
		return lockEvent(r.Release, "LWLockTranche", "buffer_content", "BufferContent")
	}
	if !since("10") {
		return "", ""
	}
	wal := "WAL"
	if since("17") {
		wal = "Wal"
	}
	switch w {
	case result.WaitIdle:
		return "Client", "ClientRead"
	case result.WaitDelay:
		if setting(r, "workload") == "custom" { // \sleep of the client
			return "Client", "ClientRead"
		}
	case result.WaitDataRead:
		return "IO", "DataFileRead"
	case result.WaitVictimWrite, result.WaitDirtyLimit:
		return "IO", "DataFileWrite"
	case result.WaitExtend:
		return "IO", "DataFileExtend"
	case result.WaitDataFsync:
		return "IO", "DataFileSync"
	case result.WaitWALWrite:
		return "IO", wal + "Write"
	case result.WaitWALInit:
		return "IO", wal + "InitSync"
	case result.WaitWALFlush:
		if since("12") {
			return "IO", wal + "Sync"
		}
	}
	return "", ""
}

// lockEvent names a lightweight lock: its class in 9.6, its name up to 12 and its
// name since.
func lockEvent(release, class, before13, since13 string) (string, string) {
	switch {
	case atLeast(release, "13"):
		return "LWLock", since13
	case atLeast(release, "10"):
		return "LWLock", before13
	}
	return class, before13
}

// Activity returns how many of the clients' sessions were in each state over time,
// a line every so many seconds: at their end, or, if they are several, on average
// of the samples in them. The states are the model's own, as -json names them.
func Activity(r *result.Result, every int) string {
	var b strings.Builder
	var shown []int
	b.WriteString("second")
	for w := range r.Backends {
		if len(r.Backends[w]) > 0 {
			shown = append(shown, w)
			fmt.Fprintf(&b, "%*s", activityWidth(w), result.WaitName[w])
		}
	}
	b.WriteString("\n")
	digits := 0
	if every > 1 {
		digits = 1
	}
	for hi := every; hi <= len(r.Series.TPS); hi += every {
		fmt.Fprintf(&b, "%6d", hi)
		for _, w := range shown {
			fmt.Fprintf(&b, "%*.*f", activityWidth(w), digits, mean(r.Backends[w][hi-every:hi]))
		}
		b.WriteString("\n")
	}
	return b.String()
}

// activityWidth is the width of a state's column: that of its name, or of a
// thousand sessions and a tenth.
func activityWidth(w int) int { return 2 + max(6, len(result.WaitName[w])) }
