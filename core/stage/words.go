package stage

import (
	"strconv"

	"clocksweep/core/bufmgr"
)

// happened is what the last access did in a pool, with the cleaning round and the
// checkpoint writes that came with it.
type happened struct {
	page     bufmgr.Page
	old      bufmgr.Page // the victim's, NoPage: it held none
	buf      int32       // -1: every buffer was pinned
	op       Op
	proc     uint8
	purpose  Purpose
	source   bufmgr.Source
	usage    uint8 // before a hit
	hit      bool
	held     bool // a hit under a pin that the process had already
	full     bool
	oldDirty bool
	dirtied  bool
	passed   int64
	taken    int64
	move     bufmgr.Move

	round           bool
	looked, cleaned int64

	begun, ended            bool // a checkpoint
	marked, checkpointWrote int64
}

// appendNumber appends a number with commas between its thousands.
func appendNumber(b []byte, n int64) []byte {
	digits := strconv.AppendInt(nil, n, 10)
	for i, d := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 && digits[i-1] != '-' {
			b = append(b, ',')
		}
		b = append(b, d)
	}
	return b
}

// appendCount appends "1 buffer", "12 buffers".
func appendCount(b []byte, n int64, what string) []byte {
	b = append(append(appendNumber(b, n), ' '), what...)
	if n != 1 {
		b = append(b, 's')
	}
	return b
}

// Words tells in a few sentences what the last access did here.
func (p *Pool) Words() string {
	h := &p.last
	if p.count.Accesses == 0 {
		return "Nothing has happened yet: all buffers are empty."
	}
	var b []byte
	switch {
	case h.full:
		b = append(b, "Miss, and every buffer is pinned: a server would fail with “no unpinned buffers available”."...)
	case h.hit:
		b = p.appendHit(b)
	default:
		b = p.appendMiss(b)
	}
	if h.dirtied {
		b = append(b, " The page is dirty now."...)
	}
	return string(p.appendWriters(b))
}

func (p *Pool) appendHit(b []byte) []byte {
	h := &p.last
	b = appendNumber(append(b, "Hit in buffer "...), int64(h.buf))
	switch {
	case h.held:
		b = append(b, ", which the process has pinned already: no further use."...)
	case p.clock != nil:
		now := p.policy.Usage(h.buf)
		switch {
		case now == h.usage && p.rises(now):
			b = append(strconv.AppendInt(append(b, "; its usage count, "...), int64(now), 10), ", will rise when it is unpinned."...)
		case now == h.usage:
			b = append(strconv.AppendInt(append(b, "; its usage count stays at "...), int64(now), 10), '.')
		default:
			b = strconv.AppendInt(append(b, "; usage count "...), int64(h.usage), 10)
			b = append(strconv.AppendInt(append(b, " to "...), int64(now), 10), '.')
		}
	case p.lists != nil:
		switch {
		case h.move.From != h.move.To:
			b = append(b, "; another transaction than before uses it, so it goes from T1 to T2."...)
		case h.move.To == bufmgr.ListT2:
			b = append(b, "; it goes to the recent end of T2."...)
		default:
			b = append(b, "; the same transaction, so it stays in T1."...)
		}
	default:
		b = append(b, "; it leaves the list until it is unpinned."...)
	}
	return b
}

// rises reports that a usage count will rise at the last unpin: in 8.1 and 8.2,
// unless it is at its limit or VACUUM is running.
func (p *Pool) rises(now uint8) bool {
	most := uint8(bufmgr.MaxUsageCount)
	if p.Name == "bit2005" {
		most = 1
	}
	return p.number < 803 && now < most && p.last.purpose != Clean
}

func (p *Pool) appendMiss(b []byte) []byte {
	h := &p.last
	b = append(b, "Miss. "...)
	switch h.source {
	case bufmgr.FromFreelist:
		b = append(b, "The freelist gives buffer "...)
	case bufmgr.FromRing:
		b = append(b, "The ring gives its own buffer "...)
	case bufmgr.FromSweep:
		b = appendCount(append(b, "The hand goes over "...), h.passed, "buffer")
		if h.taken > 0 {
			b = appendCount(append(b, ", takes "...), h.taken, "usage count")
		}
		b = append(b, ", and takes buffer "...)
	case bufmgr.FromT1:
		b = append(b, "T1 has its share or more and gives up its oldest, buffer "...)
	case bufmgr.FromT2:
		b = append(b, "T1 is short, so T2 gives up its oldest, buffer "...)
	case bufmgr.FromLRU:
		b = append(b, "The head of the list is buffer "...)
	}
	b = appendNumber(b, int64(h.buf))
	switch {
	case h.old == bufmgr.NoPage:
		b = append(b, ", which is empty."...)
	case h.oldDirty:
		b = append(p.pages.appendPage(append(b, "; the backend first has to write "...), h.old), ", which is dirty."...)
	default:
		b = append(p.pages.appendPage(append(b, "; "...), h.old), " is clean and goes."...)
	}
	if p.lists != nil {
		b = p.appendGhost(b)
	}
	return b
}

var listNames = [...]string{bufmgr.ListB1: "B1", bufmgr.ListT1: "T1", bufmgr.ListT2: "T2", bufmgr.ListB2: "B2"}

// appendGhost tells what the directories of 8.0 did.
func (p *Pool) appendGhost(b []byte) []byte {
	m := &p.last.move
	if m.Replaced >= 0 {
		b = append(append(append(b, " Its ghost goes to "...), listNames[m.Replaced]...), '.')
	}
	if m.Ghost >= 0 {
		b = append(append(append(b, " The new page’s own ghost was in "...), listNames[m.Ghost]...), ": it was here not long ago, and goes to T2."...)
	} else if m.To >= 0 {
		b = append(append(append(b, " The new page goes to "...), listNames[m.To]...), '.')
	}
	return b
}

// appendWriters tells what the background writer and the checkpoint did meanwhile.
func (p *Pool) appendWriters(b []byte) []byte {
	h := &p.last
	if h.round {
		b = appendCount(append(b, " The background writer looks at "...), h.looked, "buffer")
		b = append(appendCount(append(b, " and writes "...), h.cleaned, "page"), '.')
	}
	switch {
	case h.begun && h.ended:
		b = append(appendCount(append(b, " A checkpoint writes "...), h.checkpointWrote, "page"), " in one burst."...)
	case h.begun:
		b = append(appendCount(append(b, " A checkpoint begins; it has to write "...), h.marked, "page"), '.')
	case h.ended:
		b = append(b, " The checkpoint is complete."...)
	case h.checkpointWrote > 0:
		b = append(appendCount(append(b, " The checkpoint writes "...), h.checkpointWrote, "page"), '.')
	}
	return b
}
