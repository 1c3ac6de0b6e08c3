package server

import (
	"clocksweep/core/bufmgr"
	"clocksweep/core/checkpointer"
	"clocksweep/core/linux"
	"clocksweep/core/result"
	"clocksweep/core/sim"
)

// session is what a process needs to work on shared buffers: its private pins
// and the processor time it owes for system calls.
type session struct {
	s    *Server
	p    *sim.Proc
	be   bufmgr.Backend
	pins []pin
	owed int64 // ns
	// cleaner says that this is the background writer of 9.2 and later.
	cleaner bool
	// After flushAfter pages that it has written this process asks the kernel
	// to begin writing them: 9.6 and later, 0 is never.
	flushAfter int
	writeback  checkpointer.Writeback
	// extending is the relation whose extension lock this process holds.
	extending *relation
	locked    []int32 // buffers whose content lock it has for itself

	pieces
}

// noBuffers is what a process panics with when every buffer is pinned: "no
// unpinned buffers available" of storage/buffer/freelist.c, an ERROR that
// leaves the transaction at once wherever it stands.
type noBuffers struct{}

// try does f and reports whether it succeeded. If it fails, for lack of buffers or
// because of a deadlock or a script's mistake, what the process holds in shared
// buffers is given back.
func (c *session) try(f func()) (ok bool) {
	defer func() {
		switch r := recover(); r {
		case nil:
		case noBuffers{}:
			c.dropSingle()
			c.letGo()
		case deadlock{}, scriptFailed{}:
			c.letGo()
		default:
			panic(r)
		}
	}()
	f()
	return true
}

// letGo gives back every content lock, every pin and the extension lock.
func (c *session) letGo() {
	for len(c.locked) > 0 {
		c.unlockContent(c.locked[0])
	}
	for _, held := range c.pins {
		c.s.policy.Release(&c.be, held.buf)
	}
	c.pins = c.pins[:0]
	if c.extending != nil {
		c.extending.extending.Release()
		c.extending = nil
	}
}

// pin is a buffer this process holds, with its private reference count.
type pin struct {
	buf   int32
	count int32
}

// The kinds of I/O that can be in progress on a buffer.
const (
	noIO uint8 = iota
	readIO
	writeIO
)

// bufferIO is a buffer with I/O in progress and those who wait for its end.
type bufferIO struct {
	buf     int32
	waiters sim.List
}

func (s *Server) beginIO(b int32, kind uint8) {
	s.inIO[b] = kind
	for _, io := range s.ios {
		if io.buf < 0 {
			io.buf = b
			return
		}
	}
	s.ios = append(s.ios, &bufferIO{buf: b})
}

func (s *Server) endIO(b int32) {
	s.inIO[b] = noIO
	for _, io := range s.ios {
		if io.buf == b {
			io.buf = -1
			io.waiters.WakeAll(s.sim)
			return
		}
	}
}

// waitIO parks p until no I/O is in progress on buffer b: a reader waits so for a
// page that is still being read, and who wants to write a page for another write.
func (s *Server) waitIO(p *sim.Proc, b int32) {
	outer := p.Enter(result.WaitBufferIO)
	for s.inIO[b] != noIO {
		for _, io := range s.ios {
			if io.buf == b {
				io.waiters.Wait(p)
				break
			}
		}
	}
	p.Enter(outer)
}

// pinAgain takes a further pin on b if this process has one already. The pool
// sees only the first one.
func (c *session) pinAgain(b int32) (held bool) {
	for i := range c.pins {
		if c.pins[i].buf == b {
			c.pins[i].count++
			return true
		}
	}
	return false
}

// hit is an access to page pg, which is in buffer b.
func (c *session) hit(pg linux.Page, b int32) {
	held := c.pinAgain(b)
	c.s.policy.Read(&c.be, pg, held)
	if !held {
		c.pins = append(c.pins, pin{b, 1})
	}
}

// release gives one pin on b back.
func (c *session) release(b int32) {
	for i := range c.pins {
		if c.pins[i].buf != b {
			continue
		}
		c.pins[i].count--
		if c.pins[i].count == 0 {
			c.pins[i] = c.pins[len(c.pins)-1]
			c.pins = c.pins[:len(c.pins)-1]
			c.s.policy.Release(&c.be, b)
		}
		return
	}
}

// read returns the buffer that holds a block of r, pinned (ReadBuffer).
func (c *session) read(r *relation, block int64) int32 {
	s := c.s
	pg := r.page(block)
	if c.locks != nil {
		c.beforeLookup(pg)
	}
	b := s.pool.Lookup(pg)
	if b >= 0 {
		c.hit(pg, b)
		if c.locks != nil {
			c.afterHit(pg, b)
		}
	} else {
		var found bool
		if b, found = c.allocate(pg); !found {
			r.blocks.read++
			if ring := c.ringIO(); ring != nil {
				ring.reads++
			}
			s.beginIO(b, readIO)
			outer := c.p.Enter(result.WaitDataRead)
			s.os.Read(c.p, pg)
			c.p.Enter(outer)
			c.owed += s.readNs
			if c.locks != nil {
				c.catchUp()
			}
			s.endIO(b)
			return b
		}
	}
	r.blocks.hit++
	if ring := c.ringIO(); ring != nil {
		ring.hits++
	}
	if s.inIO[b] == readIO {
		s.waitIO(c.p, b)
	}
	if s.content.on() {
		c.look(b)
	}
	return b
}

// allocate finds a buffer for a page that is not in the pool and pins it
// (BufferAlloc). found is true if another process brought the page in while
// this one was writing a victim.
func (c *session) allocate(pg linux.Page) (b int32, found bool) {
	s := c.s
	if s.detaches {
		return c.allocateDetached(pg)
	}
	s.policy.Read(&c.be, pg, false)
	c.afterMiss(pg)
	for {
		v := c.victim()
		waited := c.locks != nil
		if s.pool.IsDirty(v) {
			if c.be.Ring != nil && c.unflushed(v) && s.policy.Reject(&c.be, v) {
				c.giveUp(v)
				continue
			}
			if !c.writeVictim(v) {
				continue
			}
			waited = true
		}
		c.lockChange(pg, v)
		if waited { // others had time to bring the page in, or to use the victim
			if have, hit := s.policy.Recheck(&c.be, pg); hit {
				c.pins = append(c.pins, pin{have, 1})
				c.giveUp(v)
				c.endChange(true)
				return have, true
			}
			if c.taken(v) {
				c.giveUp(v)
				c.endChange(false)
				continue
			}
		}
		c.assign(v, pg)
		c.endChange(true)
		return v, false
	}
}

// allocateDetached is allocate in 16 and later: the victim has lost its page before
// the table is searched again, so that it goes to the freelist, if there is one,
// when the page has come in meanwhile.
func (c *session) allocateDetached(pg linux.Page) (b int32, found bool) {
	s := c.s
	c.afterMiss(pg)
	v := c.detached()
	c.lockEntry(pg, linesEnter)
	defer c.endChange(true)
	have, hit := s.policy.Recheck(&c.be, pg)
	if !hit {
		c.assign(v, pg)
		return v, false
	}
	c.pins = append(c.pins, pin{have, 1})
	c.giveUp(v)
	if s.hasFreelist {
		s.pool.Free(v)
	}
	return have, true
}

// taken reports whether somebody has pinned or changed the page in the victim v
// while it was being written.
func (c *session) taken(v int32) bool { return c.s.pool.Refs(v) != 1 || c.s.pool.IsDirty(v) }

// extend adds a page at the end of r and returns its block and its buffer,
// pinned (ReadBuffer with P_NEW, smgrextend).
func (c *session) extend(r *relation) (block int64, b int32) {
	s := c.s
	v := int32(-1)
	if s.detaches {
		c.takeSingle()
		v = c.detached()
		c.dropSingle()
	}
	r.extending.Acquire(c.p, result.WaitExtend)
	c.extending = r
	f, i := s.last(r)
	pg := f.Next()
	s.growPages()
	c.takeSingle()
	if v < 0 {
		s.policy.Read(&c.be, pg, false)
		v = c.cleanVictim(pg)
	} else {
		c.lockEntry(pg, linesEnter)
	}
	r.blocks.read++
	c.assign(v, pg) // before the write, during which others could use what v held
	c.endChange(true)
	outer := c.p.Enter(result.WaitExtend)
	s.os.Write(c.p, f, i)
	c.p.Enter(outer)
	c.owed += s.writeNs
	s.n.BuffersBackend++
	s.n.BuffersExtend++
	if ring := c.ringIO(); ring != nil {
		ring.extends++
	}
	s.forwardFsync(c, f)
	block = r.pages() - 1
	r.extending.Release()
	c.extending = nil
	return block, v
}

// victim returns a pinned victim.
func (c *session) victim() int32 {
	c.s.wakeCleaner()
	var v int32
	var from bufmgr.Source
	var ok bool
	if c.locks != nil {
		v, from, ok = c.choose()
	} else {
		v, from, ok = c.s.policy.Choose(&c.be)
	}
	switch {
	case from == bufmgr.FromRing && ok:
		c.s.books.fromRing++
	case c.s.clock == nil:
		c.s.allocated++ // a clock counts for itself
	}
	c.s.wakeReclaimer()
	if !ok {
		c.s.books.refused++
		panic(noBuffers{})
	}
	if c.s.pool.PageOf(v) != bufmgr.NoPage {
		c.noteEviction(from)
	}
	return v
}

// writeVictim writes the dirty page in buffer v, a victim. It gives it up and
// returns false if somebody is changing the page, and so needs it.
func (c *session) writeVictim(v int32) bool {
	s := c.s
	if s.content.changing(v) {
		c.giveUp(v)
		return false
	}
	c.dropSingle()
	outer := c.p.Enter(result.WaitVictimWrite)
	s.writeBuffer(c, v)
	c.p.Enter(outer)
	s.n.BuffersBackend++
	if ring := c.ringIO(); ring != nil {
		ring.writes++
	}
	s.forwardFsync(c, s.fileOf(v))
	outer = c.p.Enter(result.WaitVictimWrite)
	c.written(v)
	c.p.Enter(outer)
	c.takeSingle()
	return true
}

// cleanVictim returns a clean, pinned victim for page pg, which nobody else can
// bring in meanwhile. The locks for the change are taken.
func (c *session) cleanVictim(pg linux.Page) int32 {
	s := c.s
	for {
		v := c.victim()
		if s.pool.IsDirty(v) {
			if !c.writeVictim(v) {
				continue
			}
			s.policy.Recheck(&c.be, pg)
		}
		c.lockChange(pg, v)
		if !c.taken(v) {
			return v
		}
		c.giveUp(v)
		c.endChange(false)
	}
}

// detached returns a clean, pinned victim that has lost its page, so that nobody
// finds it while this process waits, for instance for the extension lock.
func (c *session) detached() int32 {
	for {
		v := c.victim()
		if c.s.pool.IsDirty(v) {
			if c.be.Ring != nil && c.unflushed(v) && c.s.policy.Reject(&c.be, v) {
				c.giveUp(v)
				continue
			}
			if !c.writeVictim(v) {
				continue
			}
		}
		old := c.s.pool.PageOf(v)
		if old == bufmgr.NoPage {
			return v
		}
		c.lockEntry(old, linesRemove)
		taken := c.taken(v)
		if !taken {
			c.s.pool.Detach(v)
		}
		c.unlockEntry()
		if !taken {
			return v
		}
		c.giveUp(v)
	}
}

// giveUp gives a victim back: its page was pinned or changed while it was being
// written, or the page that needs a buffer has come in by another process.
func (c *session) giveUp(v int32) {
	c.s.books.givenUp++
	c.s.policy.Unpin(v)
}

// assign puts a page into a victim, which this process goes on to hold pinned.
func (c *session) assign(v int32, pg linux.Page) {
	c.s.books.assigned++
	c.s.policy.Install(&c.be, v, pg)
	c.pins = append(c.pins, pin{v, 1})
}

// unflushed reports whether the WAL of the page in buffer b is not on disk yet.
func (c *session) unflushed(b int32) bool {
	return c.s.pageLSN[c.s.pool.PageOf(b)] > c.s.wal.Flushed
}

// writeBuffer writes the page in buffer b, which the caller has pinned, to the
// file system (FlushBuffer): first the WAL that describes its newest change. It
// holds the content lock in shared mode meanwhile.
func (s *Server) writeBuffer(c *session, b int32) {
	s.content.share(c.p, b)
	defer s.content.unshare(b)
	if s.inIO[b] != noIO { // another process is writing it
		s.waitIO(c.p, b)
	}
	if !s.pool.IsDirty(b) { // another process was faster
		s.books.inVain++
		return
	}
	s.beginIO(b, writeIO)
	pg := s.pool.PageOf(b)
	if lsn := s.pageLSN[pg]; lsn > s.wal.Flushed {
		s.wal.Flush(c.p, lsn)
	}
	s.pool.BeginWrite(b)
	s.os.WritePage(c.p, pg)
	c.owed += s.writeNs
	if s.pool.EndWrite(b) {
		s.books.cleaned++
	} else {
		s.books.inVain++
	}
	s.endIO(b)
}

func (s *Server) fileOf(b int32) *linux.File { return s.os.FileOf(s.pool.PageOf(b)) }

// change is what a WAL-logged change of a page needs: the exclusive content
// lock, until the page is marked dirty, and a full-page image if it is the page's
// first change since the last checkpoint began. used is how many bytes of the page
// are outside its hole.
func (c *session) change(b int32, used int64) (image int64) {
	s := c.s
	c.lockContent(b)
	if s.fullPageWrites && s.pageLSN[s.pool.PageOf(b)] <= s.wal.Redo {
		image = s.wal.Image(used)
		s.wal.NoteImage(image)
	}
	return image
}

// image is [session.change] for the records of 9.5 and later: the length of the
// page's image, 0 if it needs none.
func (c *session) image(b int32, used int64) (image int64) {
	s := c.s
	c.lockContent(b)
	if !s.fullPageWrites || s.pageLSN[s.pool.PageOf(b)] > s.wal.Redo {
		return 0
	}
	image = used * s.imagePercent / 100
	s.wal.NoteImage(image)
	return image
}

// dirty marks the page in buffer b as changed by the WAL record that ends at
// lsn (MarkBufferDirty) and gives its content lock back.
func (c *session) dirty(b int32, lsn int64) {
	s := c.s
	s.pageLSN[s.pool.PageOf(b)] = lsn
	c.hint(b)
	c.unlockContent(b)
}

// dirtyUnlogged changes the page in buffer b without WAL.
func (c *session) dirtyUnlogged(b int32) {
	c.lockContent(b)
	c.hint(b)
	c.unlockContent(b)
}

// hint marks the page in buffer b as changed by what may be lost: hint bits and
// marks on dead entries, for which a shared content lock is enough
// (SetBufferCommitInfoNeedsSave, MarkBufferDirtyHint).
func (c *session) hint(b int32) {
	if !c.s.pool.MarkDirty(b) {
		c.s.n.PagesDirtied++
	}
}

// use lets the process compute for ns nanoseconds and for what it owes.
func (c *session) use(ns int64) {
	ns += c.owed
	c.owed = 0
	if c.locks != nil {
		c.owed = ns
		c.endPieces()
		return
	}
	c.s.cpu.Use(c.p, ns)
}
