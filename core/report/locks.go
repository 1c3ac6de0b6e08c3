package report

import (
	"fmt"
	"strings"

	"clocksweep/core/result"
)

// Locks returns the acquisitions of the buffer manager's locks, as LWLOCK_STATS
// counts them (src/backend/storage/lmgr/lwlock.c), over all processes: in shared and
// exclusive mode, those that had to sleep and their share, and the sleeps for a
// spinlock. It is empty if the run has no such counts.
func Locks(r *result.Result) string {
	if len(r.Locks) == 0 {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%-24s%6s%12s%12s%12s%10s%12s\n", "lock", "count", "shacq", "exacq", "blk", "blocked", "spindelay")
	for _, l := range r.Locks {
		share := 0.0
		if n := l.Shared + l.Exclusive; n > 0 {
			share = float64(l.Blocked) / float64(n) * 100
		}
		fmt.Fprintf(&b, "%-24s%6d%12d%12d%12d%8.1f %%%12d\n",
			l.Name, l.Locks, l.Shared, l.Exclusive, l.Blocked, share, l.Delays)
	}
	return b.String()
}
