package server

import "clocksweep/core/result"

// rowLocks are the row locks of the transactions under way, by row: an
// open-addressing table. pgbench's few rows do without (lockRow).
type rowLocks struct {
	key    []int64 // row+1, 0 is empty
	holder []*backend
	n      int
}

func (l *rowLocks) slot(key int64) int {
	mask := len(l.key) - 1
	i := int(uint64(key)*0x9e3779b97f4a7c15>>32) & mask
	for l.key[i] != 0 && l.key[i] != key {
		i = (i + 1) & mask
	}
	return i
}

// get returns who holds the row, or nil.
func (l *rowLocks) get(row int64) *backend {
	if l.n == 0 {
		return nil
	}
	return l.holder[l.slot(row+1)]
}

// put gives the row to b.
func (l *rowLocks) put(row int64, b *backend) {
	if 2*l.n >= len(l.key) {
		old := *l
		size := max(256, 2*len(old.key))
		l.key, l.holder = make([]int64, size), make([]*backend, size)
		for i, key := range old.key {
			if key != 0 {
				j := l.slot(key)
				l.key[j], l.holder[j] = key, old.holder[i]
			}
		}
	}
	i := l.slot(row + 1)
	if l.key[i] == 0 {
		l.n++
	}
	l.key[i], l.holder[i] = row+1, b
}

// drop frees the row. Those behind it in the table move up, so that none is
// found beyond an empty place.
func (l *rowLocks) drop(row int64) {
	mask := len(l.key) - 1
	i := l.slot(row + 1)
	l.n--
	for {
		l.key[i], l.holder[i] = 0, nil
		for j := (i + 1) & mask; ; j = (j + 1) & mask {
			key := l.key[j]
			if key == 0 {
				return
			}
			holder := l.holder[j]
			l.key[j] = 0
			to := l.slot(key)
			l.key[j] = key
			if to != j {
				l.key[to], l.holder[to] = key, holder
				i = j
				break
			}
		}
	}
}

// lock waits until no other transaction holds the row and takes it, to the end
// of the transaction. It reports whether it had to wait.
func (b *backend) lock(t *table, row int64) (waited bool) {
	s := b.s
	if !s.rowLocks {
		return false
	}
	key := int64(t.number)<<40 | row
	outer := b.p.Enter(result.WaitRowLock)
	for {
		other := s.locks.get(key)
		if other == b {
			b.p.Enter(outer)
			return waited
		}
		if other == nil {
			break
		}
		other.waiters.Wait(b.p)
		waited = true
	}
	b.p.Enter(outer)
	s.locks.put(key, b)
	b.locked = append(b.locked, key)
	return waited
}

// unlock frees the rows that b has locked.
func (b *backend) unlock() {
	for _, key := range b.locked {
		b.s.locks.drop(key)
	}
	b.locked = b.locked[:0]
}
