package result

import "clocksweep/core/sim"

// The reasons for which a process lets virtual time pass. Every nanosecond of
// a transaction is booked under exactly one of them.
const (
	WaitIdle        sim.Wait = iota // no transaction in progress
	WaitCPU                         // executing, in PostgreSQL, pgbench or the kernel
	WaitRunQueue                    // runnable, no processor free
	WaitRowLock                     // another transaction holds the row
	WaitBufferIO                    // another process reads the page, or writes it too
	WaitDataRead                    // read of a relation page from the file system
	WaitVictimWrite                 // write of a dirty victim to the file system
	WaitExtend                      // write of a new page at a relation's end
	WaitWALLock                     // WALWriteLock is held by another process
	WaitWALWrite                    // write of WAL pages to the file system
	WaitWALFlush                    // fdatasync or fsync of a WAL segment
	WaitWALInit                     // creation of a WAL segment: zero-fill and fsync
	WaitDataFsync                   // fsync of a relation segment by this process
	WaitDirtyLimit                  // throttled by the kernel's limit on dirty pages
	WaitDelay                       // a sleep that a setting asks for (commit_delay)
	WaitSchedule                    // it was to begin, but no client or connection was free
	WaitLWLock                      // a lock of the buffer manager or of WAL insertion is held by another process
	WaitContent                     // another process changes the page, or writes the page that is to be changed
	NumWaits
)

// WaitName is the stable machine name of a reason.
var WaitName = [NumWaits]string{
	"idle", "cpu", "run_queue", "row_lock", "buffer_io", "data_read", "victim_write", "extend",
	"wal_lock", "wal_write", "wal_flush", "wal_init", "data_fsync", "dirty_limit", "delay",
	"schedule",
	"lwlock", "buffer_content",
}

// WaitLabel says in words where the time went.
var WaitLabel = [NumWaits]string{
	"idle", "CPU", "waiting for a CPU", "waiting for a row lock", "waiting for another's buffer I/O",
	"reading a page", "writing a dirty victim", "extending a relation",
	"waiting for WALWriteLock", "writing WAL", "flushing WAL (fdatasync)", "creating a WAL segment",
	"fsync of a relation file", "throttled by the kernel (dirty limit)", "configured delay",
	"waiting for a free client",
	"waiting for a lightweight lock", "waiting for a page's content lock",
}
