package trace

import "clocksweep/core/bufmgr"

// Place returns where a page lies that was met: its relation, numbered from 0 in
// order of appearance, and its block. An object of oracleGeneral has no relation and
// is its own block, of which the lower 32 bits are returned.
func (r *Reader) Place(pg bufmgr.Page) (relation int, block int64) {
	key := r.pages.key[pg]
	if r.Format == OracleGeneral {
		return 0, int64(uint32(key))
	}
	return int(key >> 32), int64(uint32(key))
}

// Relation returns the name of a relation.
func (r *Reader) Relation(number int) string { return string(r.relations.at(int32(number))) }
