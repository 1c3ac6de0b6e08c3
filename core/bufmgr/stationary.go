package bufmgr

// A pool in which a workload has run for a long time, without the workload: pages
// that are used at random, each at its own rate, under a clock sweep that counts
// pins (8.3 and later).
//
// Between two visits of the hand a page of rate r is pinned as often as a Poisson
// number of mean r*turn says; the hand takes one from its usage count or, at 0,
// evicts it; and a page that is not in the pool comes in at rate r with a count
// of 1, at the hand. These rules settle, for each kind of page, the share that is
// in the pool and the counts they have; that all of them fill the pool settles
// how long the hand takes for a turn.

// Uses describes pages that are used equally often.
type Uses struct {
	Pages int64
	Rate  float64 // pins of each of these pages, per transaction
}

// Stationary is what the uses of [NewStationary] leave in a pool.
type Stationary struct {
	// Turn is how many transactions the hand takes for one turn; 0 if every page
	// has a buffer.
	Turn float64
	uses []Uses
	kind []kindOfPage
}

// kindOfPage is the state of one entry of Uses.
type kindOfPage struct {
	present float64                    // share of its pages in the pool
	count   [MaxUsageCount + 1]float64 // share of those with a count after a visit of the hand
	mean    float64                    // pins a turn
}

// NewStationary returns the state of a pool of that many buffers.
func NewStationary(buffers int64, uses []Uses) *Stationary {
	st := &Stationary{uses: uses, kind: make([]kindOfPage, len(uses))}
	var all int64
	for _, u := range uses {
		all += u.Pages
	}
	if all <= buffers {
		for i := range st.kind {
			st.kind[i] = always
		}
		return st
	}
	// The longer a turn, the more of the pages are in the pool.
	low, high := 0.0, 1.0
	for st.fill(high) < float64(buffers) && high < 1e18 {
		low, high = high, 2*high
	}
	for range 60 {
		if mid := (low + high) / 2; st.fill(mid) < float64(buffers) {
			low = mid
		} else {
			high = mid
		}
	}
	st.Turn = low
	return st
}

// Present returns the number of pages of kind i that are in the pool.
func (st *Stationary) Present(i int) int64 {
	return min(st.uses[i].Pages, int64(float64(st.kind[i].present*float64(st.uses[i].Pages))+0.5))
}

// Usage draws the usage count of a page of kind i that the hand passed a given
// share of a turn ago. uniform and exponential are random numbers: from 0 to 1, and
// with mean 1.
func (st *Stationary) Usage(i int, ago float64, uniform func() float64, exponential func() float64) uint8 {
	k := &st.kind[i]
	count, u := uint8(0), uniform()
	for count < MaxUsageCount && u >= k.count[count] {
		u -= k.count[count]
		count++
	}
	left := float64(k.mean * ago)
	for count < MaxUsageCount {
		if left -= exponential(); left < 0 {
			break
		}
		count++
	}
	return count
}

// fill works out the state for a turn of so many transactions and returns how many
// pages there are in the pool then.
func (st *Stationary) fill(turn float64) float64 {
	sum := 0.0
	for i := range st.uses {
		st.kind[i] = stationaryKind(float64(st.uses[i].Rate * turn))
		sum += float64(st.kind[i].present * float64(st.uses[i].Pages))
	}
	return sum
}

// mostPins is the mean number of pins a turn from which on a page never leaves.
const mostPins = 20

// always is a page that never leaves.
var always = kindOfPage{present: 1, count: [MaxUsageCount + 1]float64{MaxUsageCount - 1: 1}, mean: mostPins}

// stationaryKind solves the balance of a page with a mean number of pins a turn: q,
// the counts after a visit of the hand, for one entry a turn, obeys q = entry + A q.
func stationaryKind(mean float64) kindOfPage {
	if mean >= mostPins {
		k := always
		k.mean = mean
		return k
	}
	const n = MaxUsageCount // counts after a visit: 0 to n-1
	var pins [n + 1]float64 // pins[k]: probability of k pins, the last of k or more
	pins[0], pins[n] = expNegative(mean), 1
	for k := 1; k < n; k++ {
		pins[k] = float64(pins[k-1]*mean) / float64(k)
	}
	for k := range n {
		pins[n] -= pins[k]
	}
	var m [n][n + 1]float64 // I - A, and the entry: a count of 1
	for from := range n {
		m[from][from]++
		for k, p := range pins {
			if to := min(from+k, n) - 1; to >= 0 {
				m[to][from] -= p
			}
		}
	}
	m[1][n] = 1
	for col := range n {
		pivot := col
		for row := col + 1; row < n; row++ {
			if max(m[row][col], -m[row][col]) > max(m[pivot][col], -m[pivot][col]) {
				pivot = row
			}
		}
		m[col], m[pivot] = m[pivot], m[col]
		for row := range n {
			if row == col {
				continue
			}
			f := m[row][col] / m[col][col]
			for j := col; j <= n; j++ {
				m[row][j] -= float64(f * m[col][j])
			}
		}
	}
	k := kindOfPage{mean: mean}
	turns := 0.0 // that a page stays after it came in
	for i := range n {
		k.count[i] = m[i][n] / m[i][i]
		turns += k.count[i]
	}
	for i := range n {
		k.count[i] /= turns
	}
	k.present = float64(mean*turns) / (1 + float64(mean*turns))
	return k
}

// expNegative returns e^-x for x from 0 to mostPins. The library's function
// differs between platforms in the last bit.
func expNegative(x float64) float64 {
	const halvings = 8
	y := x / (1 << halvings)
	sum, term := 1.0, 1.0
	for i := 1; i <= 12; i++ {
		term = float64(term*y) / float64(i)
		sum += term
	}
	for range halvings {
		sum = float64(sum * sum)
	}
	return 1 / sum
}
