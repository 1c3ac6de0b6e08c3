package storage

// bucketUnit is the unit of a [bucket]'s time, in nanoseconds: fine enough for
// a byte at 1000 MiB/s, coarse enough for days of credits in 63 bits.
const bucketUnit = 1.0 / 1024

// bucket is a token bucket. Tokens flow in at a rate; an I/O takes as many as
// it costs out, and passes when they are there. It is kept as the time at which
// the bucket would be full again (the generic cell rate algorithm of ATM
// Forum's traffic management), so an I/O costs one addition.
type bucket struct {
	rate  int64 // tokens a second
	depth int64 // tokens that a full bucket holds, in bucketUnit at the rate
	full  int64 // time at which it is full, in bucketUnit
}

const bucketSecond = 1e9 / bucketUnit

func newBucket(rate, depth int64) bucket {
	return bucket{rate: rate, depth: timeOf(depth, rate)}
}

// timeOf returns how long so many tokens take to flow in, rounded up.
func timeOf(tokens, rate int64) int64 {
	exact := float64(tokens) * bucketSecond / float64(rate)
	t := int64(exact)
	if float64(t) < exact {
		t++
	}
	return t
}

// ready returns the earliest time, not before now, at which the bucket holds
// the tokens. More than it can hold are there when it is full.
func (b *bucket) ready(now, tokens int64) int64 {
	need := min(timeOf(tokens, b.rate), b.depth)
	at := b.full + need - b.depth // in bucketUnit
	const unitsPerNs = 1 / bucketUnit
	return max(now, (at+unitsPerNs-1)/unitsPerNs)
}

// take takes the tokens out at a time not before [bucket.ready].
func (b *bucket) take(at, tokens int64) {
	b.full = max(b.full, at*(1/bucketUnit)) + timeOf(tokens, b.rate)
}

// level returns the tokens in the bucket at a time not before the last take;
// it is below 0 after one of more than the bucket can hold.
func (b *bucket) level(now int64) float64 {
	missing := max(0, b.full-now*(1/bucketUnit))
	return float64(b.depth-missing) * float64(b.rate) / bucketSecond
}
