package linux

import "math/bits"

// bitmap is a set of page indices of one file.
type bitmap []uint64

// grow makes room for index i.
func (m *bitmap) grow(i int64) {
	for int64(len(*m)) <= i>>6 {
		*m = append(*m, 0)
	}
}

func (m bitmap) set(i int64)   { m[i>>6] |= 1 << (i & 63) }
func (m bitmap) clear(i int64) { m[i>>6] &^= 1 << (i & 63) }

// next returns the first member at or after i, or -1.
func (m bitmap) next(i int64) int64 {
	w := i >> 6
	if w >= int64(len(m)) {
		return -1
	}
	word := m[w] &^ (1<<(i&63) - 1)
	for word == 0 {
		w++
		if w >= int64(len(m)) {
			return -1
		}
		word = m[w]
	}
	return w<<6 + int64(bits.TrailingZeros64(word))
}

func (m bitmap) has(i int64) bool { return m[i>>6]&(1<<(i&63)) != 0 }
