package server

// vacuumFirst is what pgbench does before a run, unless it is told -n: VACUUM of
// branches and tellers. (It also empties history, which is empty here.)
func (b *backend) vacuumFirst() {
	s := b.s
	for i := range s.before83.small {
		b.startTransaction()
		b.begin82()
		b.be.SetVacuum(true)
		b.vacuum82(&s.before83.small[len(s.before83.small)-1-i])
		b.be.SetVacuum(false)
		b.end()
	}
}

// vacuum82 reads the table, all of its key and, if there was something to remove,
// the table once more (commands/vacuumlazy.c). Up to 8.1 the exclusive lock that
// each page of the key is given marks it dirty.
func (b *backend) vacuum82(t *smallTable82) {
	s := b.s
	for page := range t.heap.Pages() {
		buf := b.read(t.rel, page)
		b.note82(t, page, buf)
		b.release(buf)
	}
	removed := t.rows.Vacuum(s.oldestXmin())
	for page := range t.key.pages() {
		buf := b.read(t.key, page)
		b.lockPage(buf)
		if removed > 0 {
			b.dirty(buf, s.wal.Record(b.p, s.wal.DeleteEntries(removed/t.key.pages()), b.change(buf, s.db.LeafUsed)))
		}
		b.release(buf)
	}
	if removed == 0 {
		return
	}
	for page := range t.heap.Pages() {
		buf := b.read(t.rel, page)
		b.lockPage(buf)
		b.dirty(buf, s.wal.Record(b.p, s.wal.DeleteEntries(removed/t.heap.Pages()), b.change(buf, t.used(page))))
		b.release(buf)
	}
}
