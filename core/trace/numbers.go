package trace

import "clocksweep/core/bufmgr"

// Both tables of this file are open-addressed and probed linearly: a slot holds
// an entry's number plus one, zero means empty. Go's maps would cost twice the
// memory and time.

// minSlots is a new table's size, a power of two.
const minSlots = 1 << 10

// scatter spreads a key over the high bits, of which a table uses as many as it
// has slots for: the odd multiplier is 2^64 over the golden ratio, and the first
// half of the key is folded into the second lest it be lost.
func scatter(key uint64) uint64 {
	const golden = 0x9e3779b97f4a7c15
	key ^= key >> 32
	key *= golden
	key ^= key >> 29
	return key * golden
}

// pageNumbers numbers keys densely in the order of their first appearance.
type pageNumbers struct {
	key   []uint64 // by number
	slot  []int32
	shift uint // 64 minus the bits of a slot's index
}

// Bytes that a numbered page costs at most: its key with the room append leaves
// (a quarter), two and two thirds slots just after the table has doubled, and
// half as many of the old table while it doubles.
const bytesPerNumber = 10 + 11 + 6

func newPageNumbers() pageNumbers {
	n := pageNumbers{}
	n.resize(minSlots)
	return n
}

// find returns the number of a key, or -1.
func (n *pageNumbers) find(key uint64) bufmgr.Page {
	mask := uint64(len(n.slot) - 1)
	for i := scatter(key) >> n.shift; ; i++ {
		s := n.slot[i&mask]
		if s == 0 || n.key[s-1] == key {
			return s - 1
		}
	}
}

// add gives a key that has none the next number.
func (n *pageNumbers) add(key uint64) bufmgr.Page {
	n.key = append(n.key, key)
	if len(n.key) > len(n.slot)/4*3 {
		n.resize(2 * len(n.slot))
	} else {
		n.enter(key, int32(len(n.key)))
	}
	return bufmgr.Page(len(n.key) - 1)
}

func (n *pageNumbers) enter(key uint64, entry int32) {
	mask := uint64(len(n.slot) - 1)
	i := scatter(key) >> n.shift
	for n.slot[i&mask] != 0 {
		i++
	}
	n.slot[i&mask] = entry
}

func (n *pageNumbers) resize(slots int) {
	n.slot = make([]int32, slots)
	n.shift = 64
	for s := slots; s > 1; s >>= 1 {
		n.shift--
	}
	for i, key := range n.key {
		n.enter(key, int32(i)+1)
	}
}

// names numbers texts in the same way.
type names struct {
	text  []byte // all of them, one after the other
	end   []int32
	slot  []int32
	shift uint
	last  int32 // the number found last: most lines repeat the one before
}

// mostNames bounds the memory of a table of names, in bytes of text and
// nameCost for each.
const (
	mostNames = 32 << 20
	nameCost  = 32
)

func (n *names) len() int { return len(n.end) }

// full reports that the table has no room for one more name.
func (n *names) full(name []byte) bool {
	return len(n.text)+len(name)+nameCost*(len(n.end)+1) > mostNames
}

func (n *names) at(i int32) []byte {
	begin := int32(0)
	if i > 0 {
		begin = n.end[i-1]
	}
	return n.text[begin:n.end[i]]
}

// number returns the number of a name, a new one if it was not met before. ok
// is false if there is no room for it.
func (n *names) number(name []byte) (i int32, ok bool) {
	if len(n.end) > 0 && string(n.at(n.last)) == string(name) {
		return n.last, true
	}
	mask := uint64(len(n.slot) - 1)
	for at := n.home(name); len(n.slot) > 0; at++ {
		s := n.slot[at&mask]
		if s == 0 {
			break
		}
		if string(n.at(s-1)) == string(name) {
			n.last = s - 1
			return n.last, true
		}
	}
	if n.full(name) {
		return -1, false
	}
	n.text = append(n.text, name...)
	n.end = append(n.end, int32(len(n.text)))
	n.last = int32(len(n.end) - 1)
	if len(n.end) > len(n.slot)/4*3 {
		n.grow()
	} else {
		n.enter(n.last)
	}
	return n.last, true
}

// home is where the probing for a name begins.
func (n *names) home(name []byte) uint64 {
	h := uint64(14695981039346656037) // FNV-1a
	for _, c := range name {
		h = (h ^ uint64(c)) * 1099511628211
	}
	return scatter(h) >> n.shift
}

func (n *names) enter(i int32) {
	mask := uint64(len(n.slot) - 1)
	at := n.home(n.at(i))
	for n.slot[at&mask] != 0 {
		at++
	}
	n.slot[at&mask] = i + 1
}

func (n *names) grow() {
	slots := max(minSlots, 2*len(n.slot))
	n.slot = make([]int32, slots)
	n.shift = 64
	for s := slots; s > 1; s >>= 1 {
		n.shift--
	}
	for i := range n.end {
		n.enter(int32(i))
	}
}
