package workload

// kill is a tuple that died on a page when transaction xid committed, or will.
type kill struct {
	page int32
	xid  uint32
}

// kills are the dead tuples of a table that somebody may still see: how many there are
// on each page, and a heap (smallest xid first) by which those are found that nobody
// sees any more. Transactions kill nearly in the order of their numbers, so an addition
// hardly ever moves another kill.
type kills struct {
	heap   []kill
	onPage []uint8 // as long as the last page that had any needs
}

// add notes a kill.
func (k *kills) add(page int64, xid uint32) {
	if n := int64(len(k.onPage)); page >= n {
		k.onPage = append(k.onPage, make([]uint8, page+1-n)...)
	}
	k.onPage[page]++
	h := append(k.heap, kill{int32(page), xid})
	i := len(h) - 1
	for i > 0 {
		parent := (i - 1) / 2
		if h[parent].xid <= xid {
			break
		}
		h[i], h[parent] = h[parent], h[i]
		i = parent
	}
	k.heap = h
}

// forget drops the kills of transactions before oldest.
func (k *kills) forget(oldest uint32) {
	for len(k.heap) > 0 && k.heap[0].xid < oldest {
		k.onPage[k.heap[0].page]--
		last := len(k.heap) - 1
		k.heap[0] = k.heap[last]
		k.heap = k.heap[:last]
		k.sink()
	}
}

// sink moves the first kill to its place.
func (k *kills) sink() {
	h := k.heap
	for i := 0; ; {
		child := 2*i + 1
		if child >= len(h) {
			return
		}
		if child+1 < len(h) && h[child+1].xid < h[child].xid {
			child++
		}
		if h[i].xid <= h[child].xid {
			return
		}
		h[i], h[child] = h[child], h[i]
		i = child
	}
}

// on returns how many kills of a page there are.
func (k *kills) on(page int64) uint8 {
	if page >= int64(len(k.onPage)) {
		return 0
	}
	return k.onPage[page]
}
