package bufmgr

// links are the two ends of each of a number of nodes that are strung into chains,
// a node into one at most.
type links struct{ prev, next []int32 }

func newLinks(nodes int) links { return links{make([]int32, nodes), make([]int32, nodes)} }

// chain is a list of nodes, from the least to the most recently used.
type chain struct {
	head, tail int32 // -1: empty
	length     int
}

func newChain() chain { return chain{head: -1, tail: -1} }

// pushTail and pushHead add node n, which is in no chain.
func (k *links) pushTail(c *chain, n int32) {
	k.prev[n], k.next[n] = c.tail, -1
	if c.tail < 0 {
		c.head = n
	} else {
		k.next[c.tail] = n
	}
	c.tail = n
	c.length++
}

func (k *links) pushHead(c *chain, n int32) {
	k.prev[n], k.next[n] = -1, c.head
	if c.head < 0 {
		c.tail = n
	} else {
		k.prev[c.head] = n
	}
	c.head = n
	c.length++
}

// remove takes node n out of chain c.
func (k *links) remove(c *chain, n int32) {
	before, after := k.prev[n], k.next[n]
	if before < 0 {
		c.head = after
	} else {
		k.next[before] = after
	}
	if after < 0 {
		c.tail = before
	} else {
		k.prev[after] = before
	}
	c.length--
}

// toTail makes node n of chain c its most recently used one.
func (k *links) toTail(c *chain, n int32) {
	if c.tail != n {
		k.remove(c, n)
		k.pushTail(c, n)
	}
}

// holds reports whether the chain is sound: length nodes from end to end, linked
// both ways.
func (k *links) holds(c *chain) bool {
	n, last := 0, int32(-1)
	for at := c.head; at >= 0 && n <= c.length; at = k.next[at] {
		if k.prev[at] != last {
			return false
		}
		n++
		last = at
	}
	return n == c.length && c.tail == last
}
