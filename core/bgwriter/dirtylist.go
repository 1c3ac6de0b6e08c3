package bgwriter

// Alternate appends to dst the dirty buffers of two lists, taking one step on
// each in turn: the first of t1, the first of t2, the second of t1 and so on,
// each list from its least recently used end. A step on a clean buffer adds
// nothing. That is the order in which 8.0's pool hands out its dirty buffers,
// to the background writer and to the checkpoint alike; t1 and t2 are the lists
// T1 and T2 of ARC or 2Q with their pinned buffers. (StrategyDirtyBufferList of
// storage/buffer/freelist.c, 8.0.)
func Alternate(dst, t1, t2 []int32, dirty func(b int32) bool) []int32 {
	for i := range max(len(t1), len(t2)) {
		if i < len(t1) && dirty(t1[i]) {
			dst = append(dst, t1[i])
		}
		if i < len(t2) && dirty(t2[i]) {
			dst = append(dst, t2[i])
		}
	}
	return dst
}

// PercentSettings are the settings of 8.0's cleaning round.
type PercentSettings struct {
	Percent  int // bgwriter_percent, 0 to 100: percent of the dirty buffers, not of all
	MaxPages int // bgwriter_maxpages, pages a round, 0 to 1000
}

// Percent80 are 8.0's defaults (utils/misc/guc.c).
var Percent80 = PercentSettings{Percent: 1, MaxPages: 100}

// Percent is the round of 8.0: the first few buffers of the dirty list, as many
// as a percentage of its length says. (BufferSync of storage/buffer/bufmgr.c,
// 8.0.)
//
//	if p.Begin(list, s) {
//		for b, ok := p.Next(); ok; b, ok = p.Next() {
//			// write b if it still holds the listed page and is dirty
//		}
//	}
//	nap(p.Examined())
//
// The server holds BufMgrLock while it lists, and lets it go for each write: a
// listed buffer may have been written or given another page before its turn
// comes. It is skipped then, and no other takes its place.
type Percent struct {
	list []int32
	next int
}

// Begin starts a round over the dirty buffers in list, which the caller must
// leave alone until the round is over. It returns false if a setting turns
// cleaning off.
func (p *Percent) Begin(list []int32, s PercentSettings) bool {
	*p = Percent{}
	if s.Percent <= 0 || s.MaxPages <= 0 {
		return false
	}
	n := (len(list)*s.Percent + 99) / 100
	p.list = list[:min(n, s.MaxPages)]
	return true
}

// Next returns the buffer to write, or false when the round is over.
func (p *Percent) Next() (b int32, ok bool) {
	if p.next >= len(p.list) {
		return -1, false
	}
	b = p.list[p.next]
	p.next++
	return b, true
}

// Examined returns how many buffers the round names, written or not: the result
// that decides about the nap after it ([Nap80]).
func (p *Percent) Examined() int { return len(p.list) }
