package observed

import (
	"slices"
	"strconv"
	"strings"
)

const pageBytes = 8192

// Snapshot is what the statistics of a server said at one moment.
type Snapshot struct {
	At      Moment // of a column now; 0 if there was none
	Reset   Moment // since when pg_stat_bgwriter counts
	Version string // as of version(), "" if not told
	Counters

	Backends      int64 // sessions, 0 if not told
	DatabaseBytes int64 // 0 if not told
	Relations     []Relation

	// What the columns tell of the release: the oldest and the youngest that has
	// them, "" if nothing.
	Oldest, Youngest, Because string

	io  Counters // what pg_stat_io makes of them
	wal int64    // position in WAL, 0 if not told
}

// Relation is a table or an index.
type Relation struct {
	Name  string
	Bytes int64
}

// view is one of the views that are read.
type view uint8

const (
	viewNone view = iota
	viewBgwriter
	viewCheckpointer
	viewIO
	viewDatabase
	viewWAL
	viewRelation
	viewServer
)

// viewOf recognizes a view by its columns.
func viewOf(r *Row) view {
	switch {
	case slices.ContainsFunc(r.Cells, func(c Cell) bool { return bgwriterFigure(c.Name) }):
		return viewBgwriter
	case r.has("num_timed", "buffers_written"):
		return viewCheckpointer
	case r.has("backend_type", "object", "context"):
		return viewIO
	case r.has("xact_commit", "blks_read"):
		return viewDatabase
	case r.has("wal_records", "wal_bytes"):
		return viewWAL
	case r.has("relname", "pg_relation_size"):
		return viewRelation
	case r.has("now"), r.has("version"), r.has("pg_database_size"), r.has("pg_current_wal_lsn"), r.has("pg_current_xlog_location"):
		return viewServer
	}
	return viewNone
}

// Statistics reads snapshots of the statistics views. One ends where a view is there
// again that it has already.
func Statistics(text string) ([]Snapshot, []Unread) {
	rows, bad := Rows(text)
	snapshots, more := Snapshots(rows)
	return snapshots, append(bad, more...)
}

// Snapshots makes snapshots of rows in their order.
func Snapshots(rows []Row) ([]Snapshot, []Unread) {
	v := &views{}
	for i := range rows {
		v.row(&rows[i])
	}
	v.end()
	return v.done, v.unread
}

// views is the state of [Snapshots].
type views struct {
	done   []Snapshot
	unread unreadList
	now    Snapshot
	seen   map[string]bool // views, and rows of those that have several
	any    bool
}

// end completes a snapshot. Up to 16 pg_stat_bgwriter itself knows what backends
// wrote; later it is what pg_stat_io adds up to.
func (v *views) end() {
	if v.any {
		for _, f := range []Figure{BuffersBackend, BuffersExtend, BackendFsync} {
			if v.now.io.Has(f) && !v.now.Has(f) {
				v.now.Put(f, v.now.io.Get(f))
			}
		}
		if v.now.wal > 0 && !v.now.Has(WALBytes) { // before 14 nothing else tells
			v.now.Put(WALBytes, v.now.wal)
		}
		v.done = append(v.done, v.now)
	}
	v.now, v.seen, v.any = Snapshot{}, nil, false
}

// begin makes room for a row: in the present snapshot, or in a new one if that has
// such a row.
func (v *views) begin(key string) {
	if v.seen[key] {
		v.end()
	}
	if v.seen == nil {
		v.seen = map[string]bool{}
	}
	v.seen[key], v.any = true, true
}

func (v *views) row(r *Row) {
	switch viewOf(r) {
	case viewBgwriter:
		v.begin("bgwriter")
		v.bgwriter(r)
	case viewCheckpointer:
		v.begin("checkpointer")
		v.checkpointer(r)
	case viewIO:
		backend, _ := r.Get("backend_type")
		object, _ := r.Get("object")
		context, _ := r.Get("context")
		v.begin("io/" + backend + "/" + object + "/" + context)
		v.io(r, backend, object)
	case viewDatabase:
		name, _ := r.Get("datname")
		v.begin("database/" + name)
		v.database(r)
	case viewWAL:
		v.begin("wal")
		v.put(r, "wal_records", WALRecords)
		v.put(r, "wal_fpi", WALFPI)
		v.put(r, "wal_bytes", WALBytes)
		v.release("14", "", "there is pg_stat_wal")
	case viewRelation:
		name, _ := r.Get("relname")
		v.begin("relation/" + name)
		if n, ok := v.count(r, "pg_relation_size"); ok {
			v.now.Relations = append(v.now.Relations, Relation{name, n})
		}
	case viewServer:
		v.begin("server " + r.Cells[len(r.Cells)-1].Name) // those queries may be several
	default:
		v.unread.add(r.Line, rowText(r), "a row of pg_stat_bgwriter, pg_stat_checkpointer, pg_stat_io, pg_stat_database or pg_stat_wal")
		return
	}
	v.about(r)
}

// rowText repeats a row for a reader.
func rowText(r *Row) string {
	var parts []string
	for _, c := range r.Cells[:min(len(r.Cells), 6)] {
		parts = append(parts, c.Name+" "+c.Value)
	}
	return strings.Join(parts, ", ")
}

// about reads what a query may have put beside any view.
func (v *views) about(r *Row) {
	s := &v.now
	for i := range r.Cells {
		c := &r.Cells[i]
		switch c.Name {
		case "now":
			if at, ok := momentOf(c.Value); ok {
				s.At = max(s.At, at)
			} else {
				v.unread.add(c.Line, c.Name+" "+c.Value, "a time as 2026-11-30 17:05:09.25+00")
			}
		case "version":
			s.Version = c.Value
		case "pg_current_wal_lsn", "pg_current_xlog_location":
			if bytes, ok := position(c.Value); ok {
				s.wal = bytes
			} else {
				v.unread.add(c.Line, c.Name+" "+c.Value, "a position in WAL as 0/1A2B3C")
			}
		case "pg_database_size":
			if n, ok := v.count(r, c.Name); ok {
				s.DatabaseBytes = n
			}
		}
	}
}

// release narrows down which releases have such columns.
func (v *views) release(oldest, youngest, because string) {
	s := &v.now
	if s.Oldest == "" || Order(oldest) > Order(s.Oldest) {
		s.Oldest, s.Because = oldest, because
	}
	if youngest != "" && (s.Youngest == "" || Order(youngest) < Order(s.Youngest)) {
		s.Youngest, s.Because = youngest, because
	}
}

// position reads a position in WAL as a number of bytes.
func position(text string) (int64, bool) {
	high, low, ok := strings.Cut(text, "/")
	h, err := strconv.ParseUint(high, 16, 31)
	l, err2 := strconv.ParseUint(low, 16, 32)
	return int64(h<<32 | l), ok && err == nil && err2 == nil
}

// count reads a column. ok is false if it is NULL, missing or no number; the last is
// told.
func (v *views) count(r *Row, name string) (int64, bool) {
	for i := range r.Cells {
		c := &r.Cells[i]
		if c.Name != name || c.Value == "" {
			continue
		}
		n, ok := whole(c.Value)
		if !ok {
			v.unread.add(c.Line, c.Name+" "+c.Value, "a number that is not negative")
		}
		return n, ok
	}
	return 0, false
}

func (v *views) put(r *Row, name string, f Figure) {
	if n, ok := v.count(r, name); ok {
		v.now.Put(f, n)
	}
}

// columnFigure is a column and what it counts.
type columnFigure struct {
	name string
	f    Figure
}

// bgwriterFigures are the columns of pg_stat_bgwriter of all releases, those of 8.3
// first. No other view has one of these names, so that a row with one of them is of
// pg_stat_bgwriter, whichever columns its author has chosen.
var bgwriterFigures = []columnFigure{
	{"checkpoints_timed", CheckpointsTimed}, {"checkpoints_req", CheckpointsReq}, {"buffers_checkpoint", BuffersCheckpoint},
	{"buffers_clean", BuffersClean}, {"maxwritten_clean", MaxwrittenClean}, {"buffers_backend", BuffersBackend}, {"buffers_alloc", BuffersAlloc},
	{"buffers_backend_fsync", BackendFsync}, {"checkpoint_write_time", WriteMs}, {"checkpoint_sync_time", SyncMs},
}

const bgwriterColumns83 = 7 // of bgwriterFigures are those of 8.3

func bgwriterFigure(name string) bool {
	return slices.ContainsFunc(bgwriterFigures, func(c columnFigure) bool { return c.name == name })
}

func (v *views) bgwriter(r *Row) {
	missing := 0 // columns of 8.3
	for i, c := range bgwriterFigures {
		v.put(r, c.name, c.f)
		if i < bgwriterColumns83 && !r.has(c.name) {
			missing++
		}
	}
	if text, ok := r.Get("stats_reset"); ok && text != "" {
		if at, ok := momentOf(text); ok {
			v.now.Reset = at
		} else {
			v.unread.add(r.Line, "stats_reset "+text, "a time as 2026-11-30 17:05:09.25+00")
		}
	}
	switch {
	case r.has("checkpoint_write_time"), r.has("checkpoint_sync_time"):
		v.release("9.2", "16", "pg_stat_bgwriter has times of checkpoints")
	case r.has("buffers_backend_fsync") && missing == 0:
		v.release("9.1", "9.1", "pg_stat_bgwriter has buffers_backend_fsync, but no checkpoint_write_time")
	case r.has("buffers_backend_fsync"):
		v.release("9.1", "16", "pg_stat_bgwriter has buffers_backend_fsync")
	case missing == 0:
		v.release("8.3", "9.0", "pg_stat_bgwriter has no buffers_backend_fsync")
	case r.has("buffers_clean", "maxwritten_clean", "buffers_alloc") && missing == bgwriterColumns83-3:
		v.release("17", "", "pg_stat_bgwriter has no columns about checkpoints")
	case r.has("checkpoints_timed"), r.has("checkpoints_req"), r.has("buffers_checkpoint"), r.has("buffers_backend"):
		v.release("8.3", "16", "pg_stat_bgwriter has columns that 17 has moved or dropped")
	}
}

func (v *views) checkpointer(r *Row) {
	for _, c := range []columnFigure{
		{"num_timed", CheckpointsTimed}, {"num_requested", CheckpointsReq}, {"num_done", CheckpointsDone},
		{"write_time", WriteMs}, {"sync_time", SyncMs}, {"buffers_written", BuffersCheckpoint}, {"slru_written", SLRUWritten},
	} {
		v.put(r, c.name, c.f)
	}
	if r.has("num_done") {
		v.release("18", "", "pg_stat_checkpointer has num_done")
	} else {
		v.release("17", "17", "pg_stat_checkpointer has no num_done")
	}
}

// io adds up what others than the checkpointer and the background writer wrote to
// relations, which is what buffers_backend counted up to 16.
func (v *views) io(r *Row, backend, object string) {
	since18 := r.has("write_bytes")
	if since18 {
		v.release("18", "", "pg_stat_io has write_bytes")
	} else {
		v.release("16", "17", "pg_stat_io has op_bytes")
	}
	if object != "relation" || backend == "checkpointer" || backend == "background writer" {
		return
	}
	pages := func(calls, bytes string) int64 {
		if since18 { // which counts calls that may write several pages
			n, _ := v.count(r, bytes)
			return n / pageBytes
		}
		n, _ := v.count(r, calls)
		return n
	}
	writes, extends := pages("writes", "write_bytes"), pages("extends", "extend_bytes")
	fsyncs, _ := v.count(r, "fsyncs")
	v.now.io.Add(BuffersExtend, extends)
	v.now.io.Add(BuffersBackend, writes+extends)
	v.now.io.Add(BackendFsync, fsyncs)
}

func (v *views) database(r *Row) {
	for _, c := range []columnFigure{
		{"blks_read", BlksRead}, {"blks_hit", BlksHit},
		{"tup_inserted", RowsInserted}, {"tup_updated", RowsUpdated}, {"tup_deleted", RowsDeleted},
		{"xact_commit", Transactions}, {"xact_rollback", Transactions},
	} {
		if n, ok := v.count(r, c.name); ok {
			v.now.Add(c.f, n)
		}
	}
	if n, ok := v.count(r, "numbackends"); ok {
		v.now.Backends += n
	}
}
