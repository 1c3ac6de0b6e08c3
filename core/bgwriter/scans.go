package bgwriter

// ScanSettings are the settings of the two scans of 8.1 and 8.2.
type ScanSettings struct {
	LRUPercent  float64 // bgwriter_lru_percent, percent of all buffers, 0 to 100
	LRUMaxPages int     // bgwriter_lru_maxpages, pages a round, 0 to 1000
	AllPercent  float64 // bgwriter_all_percent, percent of all buffers, 0 to 100
	AllMaxPages int     // bgwriter_all_maxpages, pages a round, 0 to 1000
}

// Scans81 are the defaults of 8.1 and 8.2 (utils/misc/guc.c).
var Scans81 = ScanSettings{LRUPercent: 1, LRUMaxPages: 5, AllPercent: 0.333, AllMaxPages: 5}

// Scans2007 are the defaults of the development tree between 2007-06-28, when
// load-distributed checkpoints took the place of the scan over all buffers, and
// 2007-09-25, when the just-in-time round came: the LRU scan alone.
var Scans2007 = ScanSettings{LRUPercent: 1, LRUMaxPages: 5}

// Off reports whether neither scan does anything: the process naps longer then
// ([Nap81]).
func (s ScanSettings) Off() bool { return !s.all() && !s.lru() }

func (s ScanSettings) all() bool { return s.AllPercent > 0 && s.AllMaxPages > 0 }
func (s ScanSettings) lru() bool { return s.LRUPercent > 0 && s.LRUMaxPages > 0 }

// share returns how many of n buffers percent is, rounded up: the sum is a
// 64-bit float and the cast truncates, as in C.
func share(n int, percent float64) int { return int((float64(float64(n)*percent) + 99) / 100) }

// Scans is the round of 8.1 and 8.2 (BgBufferSync of storage/buffer/bufmgr.c).
// It has two parts. The scan over all buffers goes around the pool at its own
// pace and writes what is dirty, used or not, so that the next checkpoint finds
// less. The LRU scan looks at the buffers just ahead of the clock hand and writes
// those that the hand would take. Neither changes a usage count or moves the
// hand.
//
//	if s.BeginAll(n, settings) {
//		for b, ok := s.Next(); ok; b, ok = s.Next() {
//			s.Note(...) // b was dirty and has been written
//		}
//	}
//	if s.BeginLRU(n, hand, settings) {
//		... // the same, but b is written only if it has no pin and usage 0
//	}
//
// The hand is read when the LRU scan begins. The zero value is ready.
type Scans struct {
	all int32 // buffer that the scan over all buffers saw last

	next     int32
	n        int
	left     int // buffers the scan may still look at
	scanned  int
	written  int
	maxPages int
	isAll    bool
}

// BeginAll starts the scan over all n buffers where the one before stopped. It
// returns false if the settings turn it off.
func (s *Scans) BeginAll(n int, set ScanSettings) bool {
	if !set.all() {
		return false
	}
	*s = Scans{all: s.all, next: s.all + 1, n: n, left: share(n, set.AllPercent), maxPages: set.AllMaxPages, isAll: true}
	return true
}

// BeginLRU starts the scan ahead of the clock hand. It returns false if the
// settings turn it off.
func (s *Scans) BeginLRU(n int, hand int32, set ScanSettings) bool {
	if !set.lru() {
		return false
	}
	*s = Scans{all: s.all, next: hand, n: n, left: share(n, set.LRUPercent), maxPages: set.LRUMaxPages}
	return true
}

// Next returns the buffer to look at, or false when the scan is over.
func (s *Scans) Next() (b int32, ok bool) {
	if s.left <= 0 || s.written >= s.maxPages {
		return -1, false
	}
	s.left--
	s.scanned++
	b = s.next
	if int(b) >= s.n {
		b = 0
	}
	s.next = b + 1
	if s.isAll {
		s.all = b
	}
	return b, true
}

// Note says whether the buffer that Next returned was written.
func (s *Scans) Note(written bool) {
	if written {
		s.written++
	}
}

// Scanned returns how many buffers the scan has looked at.
func (s *Scans) Scanned() int { return s.scanned }

// Written returns how many pages the scan wrote.
func (s *Scans) Written() int { return s.written }

// MaxWritten reports whether the scan was stopped by its limit of pages.
func (s *Scans) MaxWritten() bool { return s.written >= s.maxPages }

// Position returns the buffer that the scan over all buffers looked at last; 0
// before the first scan.
func (s *Scans) Position() int32 { return s.all }
