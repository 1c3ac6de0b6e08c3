package checkpointer

// heap is a binary heap of tablespaces, the least advanced on top. Tablespaces
// of equal progress come out in an order that follows from the heap's own moves,
// so these are the moves of PostgreSQL's heap (lib/binaryheap.c): built from the
// bottom, the removed top replaced by the last node, and of two equal children
// the left one is taken.
type heap struct{ nodes []int32 } // places in the slice of tablespaces

func (h *heap) len() int     { return len(h.nodes) }
func (h *heap) first() int32 { return h.nodes[0] }

func (h *heap) build(spaces []space) {
	h.nodes = h.nodes[:0]
	for i := range spaces {
		h.nodes = append(h.nodes, int32(i))
	}
	for at := len(h.nodes)/2 - 1; at >= 0; at-- {
		h.sink(spaces, at)
	}
}

// removeFirst takes the top node away.
func (h *heap) removeFirst(spaces []space) {
	last := len(h.nodes) - 1
	h.nodes[0] = h.nodes[last]
	h.nodes = h.nodes[:last]
	h.sink(spaces, 0)
}

// replacedFirst puts the top node, whose progress has grown, in its place.
func (h *heap) replacedFirst(spaces []space) { h.sink(spaces, 0) }

// sink moves the node at the place at down while a child is less advanced.
func (h *heap) sink(spaces []space, at int) {
	less := func(a, b int) bool { return spaces[h.nodes[a]].progress < spaces[h.nodes[b]].progress }
	for {
		child := 2*at + 1
		if child >= len(h.nodes) {
			return
		}
		if child+1 < len(h.nodes) && less(child+1, child) {
			child++
		}
		if !less(child, at) {
			return
		}
		h.nodes[at], h.nodes[child] = h.nodes[child], h.nodes[at]
		at = child
	}
}
