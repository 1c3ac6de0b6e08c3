package replay

import (
	"strconv"

	"clocksweep/core/bufmgr"
)

// None is the value of a column that a line leaves empty.
const None = -1 << 31

// Kind is the kind of an event: column ev of a trace.
type Kind uint8

// The kinds that decide something or can be predicted. The marks of the recorder
// are read over.
const (
	Access        Kind = iota // R
	Victim                    // V
	Unpin                     // U
	Dirty                     // D, H
	Pin                       // N
	Write                     // W
	Drop                      // F
	ToFreelist                // FT
	VacuumHint                // Y
	NewRing                   // G
	Reject                    // J
	Snap                      // S
	RoundBegin                // BS
	RoundEstimate             // BE
	RoundLook                 // BQ
	RoundEnd                  // BX
	CheckStart                // KS
	CheckMark                 // KB
	CheckHand                 // KH
	CheckEnd                  // KE
	Commit                    // C
	CheckDone                 // KD
	kinds
)

var kindNames = [kinds]string{"R", "V", "U", "D", "N", "W", "F", "FT", "Y", "G", "J", "S", "BS", "BE", "BQ", "BX", "KS", "KB", "KH", "KE", "C", "KD"}

// Event is a line of a trace. Numbers are None where the line has nothing.
type Event struct {
	Line   int32 // in the trace, from 1
	Dt     int32 // µs since the line before, lines that are read over included
	Buf    int32
	Page   int32 // in Set.Pages
	X      int32 // where its extras begin in Set.Extras, None: it has none
	Refs   int32
	Ring   int32
	Proc   int16
	Kind   Kind
	Out    byte // 0: empty
	Usage  int16
	Dirty  int8 // -1: empty
	NewPin int8 // -1: empty
}

// The extras of each kind of event, in the order in which Set.Extras has them.
const (
	xFrom, xTo               = 0, 1 // Access: list before and after
	xGhost, xInto            = 2, 3
	xReplaced, xTarget       = 4, 5
	xT1, xT2, xB1, xB2       = 6, 7, 8, 9
	xXid, xVacuum            = 10, 11
	xHand                    = 0 // Victim
	xSlot, xSize, xValid     = 1, 2, 3
	xInternal, xToFree       = 0, 1 // Unpin
	xInList                  = 0    // Drop, ToFreelist
	xHintXid                 = 0    // VacuumHint
	xType, xRingSize         = 0, 1 // NewRing
	xLabel                   = 0    // Snap: index in Set.Snaps
	xAlloc, xPasses, xScan   = 0, 1, 2
	xN, xT1Head, xT2Head     = 3, 4, 5
	xUpcoming, xReusable     = 0, 1 // RoundEstimate
	xLap, xSmoothed          = 2, 3
	xDensity                 = 4
	xEndN, xEndScan, xEndDen = 0, 1, 2 // RoundEnd
	xHibernate               = 3
	xFlags, xShutdown        = 0, 1 // CheckStart
	xForce                   = 2
	xCount, xKT1, xKT2       = 0, 1, 2
)

// extrasOf names the extras of each kind as the last column does. A key of
// "=name" stands for a bare word; one beginning with "*" is a float, kept as the
// bits of a 32-bit one.
var extrasOf = [kinds][]string{
	Access:        {"l<", "l>", "g", "in", "ro", "tgt", "t1", "t2", "b1", "b2", "xid", "vac"},
	Victim:        {"nv", "ring<", "ring>", "valid"},
	Unpin:         {"=internal", "=tofree"},
	Drop:          {"=in_list"},
	ToFreelist:    {"=in_list"},
	VacuumHint:    {"xid"},
	NewRing:       {"type", "size"},
	Snap:          {"label"},
	RoundBegin:    {"alloc", "passes", "scan", "n", "t1h", "t2h"},
	RoundEstimate: {"upcoming", "reusable", "lap", "*smoothed", "*density"},
	RoundEnd:      {"n", "scan", "*density", "hib"},
	CheckStart:    {"flags", "shutdown", "force"},
	CheckMark:     {"n", "t1h", "t2h"},
	CheckHand:     {"hand"},
}

// PageName is a page as the trace names it.
type PageName struct {
	Rel   int32 // id in rels.csv
	Fork  int32
	Block int32
}

// Relation is a line of rels.csv.
type Relation struct{ Rel, Space, Database, File int32 }

// Settings are those of the recorded server that decide something, at their
// defaults unless its settings file says otherwise.
type Settings struct {
	DelayMs          int     // bgwriter_delay
	LRUMaxPages      int     // bgwriter_lru_maxpages
	Multiplier       float64 // bgwriter_lru_multiplier
	LRUPercent       float64 // bgwriter_lru_percent (8.1, 8.2)
	AllPercent       float64 // bgwriter_all_percent (8.1, 8.2)
	AllMaxPages      int     // bgwriter_all_maxpages (8.1, 8.2)
	Percent          int     // bgwriter_percent (8.0)
	MaxPages         int     // bgwriter_maxpages (8.0)
	TimeoutS         int     // checkpoint_timeout, s
	CompletionTarget float64 // checkpoint_completion_target
}

// Set is a recording in memory.
type Set struct {
	Release  Release
	Buffers  int
	Settings Settings

	Procs     []string
	Relations []Relation
	Pages     []PageName
	Events    []Event
	Extras    []int32
	Snaps     []*Snapshot
	EndLine   int32 // the last line of the trace
}

// extra returns the k-th extra of event e, or None.
func (s *Set) extra(e *Event, k int) int {
	if e.X == None {
		return None
	}
	return int(s.Extras[int(e.X)+k])
}

// Release is the release of the recorded server, as its rules differ.
type Release int

// Releases, the major release times 100 plus, for 8.0, the minor one where the
// rules changed with it.
const (
	Release74  Release = 704
	Release80  Release = 800 // ARC
	Release802 Release = 802 // 2Q
	Release81  Release = 810
	Release82  Release = 820
	Release83  Release = 830
	Release84  Release = 840
	Release92  Release = 920
	Release95  Release = 950
	Release96  Release = 960
	Release14  Release = 1400
	Release19  Release = 1900
)

// releases are the versions that counts.json may name.
var releases = []struct {
	version string
	release Release
}{
	{"7.4", Release74}, {"8.02", Release802}, {"8.0", Release80}, {"8.1", Release81}, {"8.2", Release82}, {"8.3", Release83},
	{"9.6", Release96},
}

// Policy returns the name of the policy of a release.
func (r Release) Policy() string {
	switch {
	case r < Release80:
		return "lru"
	case r == Release80:
		return "arc"
	case r < Release81:
		return "2q"
	case r < Release83:
		return "clock81"
	case r < Release95:
		return "clock83"
	case r < Release19:
		return "clock95"
	}
	return "clock19"
}

// rings returns the rules of the release's rings.
func (r Release) rings() bufmgr.RingRules {
	if r < 1000 {
		return bufmgr.RulesOf(int(r)/100*100 + int(r)%100/10)
	}
	return bufmgr.RulesOf(int(r))
}

// String returns the release as PostgreSQL names it.
func (r Release) String() string {
	if r >= 1000 {
		return strconv.Itoa(int(r) / 100)
	}
	if r == Release80 || r == Release802 {
		return "8.0." + strconv.Itoa(int(r)%100)
	}
	major, minor := int(r)/100, int(r)%100
	if minor >= 10 {
		minor /= 10
	}
	return strconv.Itoa(major) + "." + strconv.Itoa(minor)
}
