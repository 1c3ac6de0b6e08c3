package server

// System catalogs in the pool, up to the tree of June 2007. Recorded on 8.0.0, in
// pages and accesses: pgbench's first connection, which looks for the scale,
// touches 67 pages in 118 accesses, each client's 96 pages in 357, of which the
// first one's finds 44 new. 7.4 and 8.2 differ by 12 pages at most.
const (
	catalogPages74  = 67 + 44
	scalePages74    = 67
	scaleAccesses74 = 118
	clientPages     = 96
	clientAccesses  = 357
)

// connect82 is connect up to the tree of June 2007.
func (b *backend) connect82() {
	s := b.s
	b.begin82()
	if b.id == 0 && s.db != nil {
		b.readCatalogs(0, scalePages74, scaleAccesses74)
		for page := range s.branches.heap.Pages() { // select count(*) from branches
			b.release(b.read(s.branches.rel, page))
		}
		b.end()
		if s.before83.vacuums {
			b.vacuumFirst()
		}
		b.startTransaction()
		b.begin82()
	}
	b.readCatalogs(catalogPages74-clientPages, clientPages, clientAccesses)
	b.end()
}

func (b *backend) readCatalogs(from, pages, accesses int64) {
	for i := range accesses {
		b.release(b.read(b.s.catalog, from+i%pages))
	}
}
