package observed

// Figure is one thing that a server counts. The names are those of the views up to
// 16, where they had one.
type Figure uint8

// The figures.
const (
	BuffersAlloc Figure = iota
	BuffersCheckpoint
	BuffersClean
	MaxwrittenClean
	BuffersBackend // writes and extensions by all others than checkpointer and background writer
	BuffersExtend  // of these, extensions; 16 and later
	BackendFsync
	CheckpointsTimed
	CheckpointsReq
	CheckpointsDone // 18 and later
	WriteMs         // milliseconds in the write phases of complete checkpoints
	SyncMs
	SLRUWritten // 18 and later
	Transactions
	BlksRead
	BlksHit
	RowsInserted
	RowsUpdated
	RowsDeleted
	WALRecords // 14 and later, as the next two
	WALFPI
	WALBytes
	NumFigures
)

// FigureName are the stable names of the figures.
var FigureName = [NumFigures]string{
	"buffers_alloc", "buffers_checkpoint", "buffers_clean", "maxwritten_clean", "buffers_backend", "buffers_extend",
	"buffers_backend_fsync", "checkpoints_timed", "checkpoints_req", "checkpoints_done", "checkpoint_write_time",
	"checkpoint_sync_time", "slru_written", "transactions", "blks_read", "blks_hit", "rows_inserted", "rows_updated",
	"rows_deleted", "wal_records", "wal_fpi", "wal_bytes",
}

// String returns the figure's name.
func (f Figure) String() string { return FigureName[f] }

// Counters are figures, each of them known or not.
type Counters struct {
	n     [NumFigures]int64
	known [NumFigures]bool
}

// Get returns a figure, 0 if it is not known.
func (c *Counters) Get(f Figure) int64 { return c.n[f] }

// Has tells whether a figure is known.
func (c *Counters) Has(f Figure) bool { return c.known[f] }

// HasAll tells whether all these figures are known.
func (c *Counters) HasAll(list ...Figure) bool {
	for _, f := range list {
		if !c.known[f] {
			return false
		}
	}
	return true
}

// Any tells whether any figure is known.
func (c *Counters) Any() bool { return c.known != [NumFigures]bool{} }

// Put makes a figure known.
func (c *Counters) Put(f Figure, n int64) { c.n[f], c.known[f] = n, true }

// Add adds to a figure and makes it known.
func (c *Counters) Add(f Figure, n int64) { c.Put(f, c.n[f]+n) }

// Since returns what was counted after before was: of each figure that both know
// the difference. Those that have become smaller are unknown and listed: somebody
// reset them, or the server lost them in a crash.
func (c *Counters) Since(before *Counters) (difference Counters, reset []Figure) {
	for f := range NumFigures {
		switch {
		case !c.known[f] || !before.known[f]:
		case c.n[f] < before.n[f]:
			reset = append(reset, f)
		default:
			difference.Put(f, c.n[f]-before.n[f])
		}
	}
	return difference, reset
}
