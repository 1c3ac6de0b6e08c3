package checkpointer

// comparison is negative, 0 or positive as a comes before, with or after b.
type comparison func(a, b *Item) int

// sortItems sorts the pages of a checkpoint. Pages of different databases can be
// equal in the order used (template databases share the relfilenodes of their
// catalogs), and then the outcome depends on the algorithm. So this is PostgreSQL's: the quicksort of Bentley and McIlroy
// ("Engineering a Sort Function", Software: Practice and Experience 23, 1993)
// with one change, that a stretch already in order is left alone.
// (port/qsort.c up to 13, lib/sort_template.h since, the same steps in 9.6 to 18;
// a later development tree sorts up to nine items by insertion, not six.)
func sortItems(a []Item, compare comparison) {
	for {
		if len(a) < 7 {
			insertionSort(a, compare)
			return
		}
		if inOrder(a, compare) {
			return
		}
		pivot := pickPivot(a, compare)
		a[0], a[pivot] = a[pivot], a[0]
		smaller, larger := partition(a, compare)
		// The shorter side first: the stack stays flat.
		if len(smaller) > len(larger) {
			smaller, larger = larger, smaller
		}
		if len(smaller) > 1 {
			sortItems(smaller, compare)
		}
		if len(larger) <= 1 {
			return
		}
		a = larger
	}
}

func insertionSort(a []Item, compare comparison) {
	for i := 1; i < len(a); i++ {
		for j := i; j > 0 && compare(&a[j-1], &a[j]) > 0; j-- {
			a[j-1], a[j] = a[j], a[j-1]
		}
	}
}

func inOrder(a []Item, compare comparison) bool {
	for i := 1; i < len(a); i++ {
		if compare(&a[i-1], &a[i]) > 0 {
			return false
		}
	}
	return true
}

// pickPivot returns the place of the pivot: the middle one of seven, the median
// of three up to 40, and the median of three such medians beyond.
func pickPivot(a []Item, compare comparison) int {
	n := len(a)
	low, middle, high := 0, n/2, n-1
	if n == 7 {
		return middle
	}
	if n > 40 {
		d := n / 8
		low = median(a, compare, low, low+d, low+2*d)
		middle = median(a, compare, middle-d, middle, middle+d)
		high = median(a, compare, high-2*d, high-d, high)
	}
	return median(a, compare, low, middle, high)
}

func median(a []Item, compare comparison, x, y, z int) int {
	if compare(&a[x], &a[y]) < 0 {
		switch {
		case compare(&a[y], &a[z]) < 0:
			return y
		case compare(&a[x], &a[z]) < 0:
			return z
		}
		return x
	}
	switch {
	case compare(&a[y], &a[z]) > 0:
		return y
	case compare(&a[x], &a[z]) < 0:
		return x
	}
	return z
}

// partition splits a by its first item into the smaller and the larger ones;
// those equal to it end up between them.
func partition(a []Item, compare comparison) (smaller, larger []Item) {
	// Equal items gather at both ends: a[:equalLow] and a[equalHigh+1:].
	equalLow, low := 1, 1
	high, equalHigh := len(a)-1, len(a)-1
	for {
		for ; low <= high; low++ {
			c := compare(&a[low], &a[0])
			if c > 0 {
				break
			}
			if c == 0 {
				a[equalLow], a[low] = a[low], a[equalLow]
				equalLow++
			}
		}
		for ; low <= high; high-- {
			c := compare(&a[high], &a[0])
			if c < 0 {
				break
			}
			if c == 0 {
				a[high], a[equalHigh] = a[equalHigh], a[high]
				equalHigh--
			}
		}
		if low > high {
			break
		}
		a[low], a[high] = a[high], a[low]
		low++
		high--
	}
	n := len(a)
	below, above := low-equalLow, equalHigh-high
	swapBlocks(a, 0, low, min(equalLow, below))
	swapBlocks(a, low, n, min(above, n-1-equalHigh))
	return a[:below], a[n-above:]
}

// swapBlocks swaps the n items from the place from on with the n items before
// the place to.
func swapBlocks(a []Item, from, to, n int) {
	for i := range n {
		a[from+i], a[to-n+i] = a[to-n+i], a[from+i]
	}
}
