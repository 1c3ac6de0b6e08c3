package diagnose

import (
	"strconv"
	"strings"
)

// percent writes a share as a whole number of per cent.
func percent(share float64) string { return strconv.FormatFloat(100*share, 'f', 0, 64) + " %" }

// Count writes a number with commas between thousands.
func Count(n int64) string {
	if n < 0 {
		return "-" + Count(-n)
	}
	if n < 1000 {
		return strconv.FormatInt(n, 10)
	}
	rest := strconv.FormatInt(n%1000+1000, 10)
	return Count(n/1000) + "," + rest[1:]
}

// whole writes a figure as a whole number.
func whole(f float64) string { return Count(int64(f + .5)) }

// digits writes a figure with two significant digits at least.
func digits(f float64) string {
	if f >= 100 {
		return whole(f)
	}
	return strconv.FormatFloat(f, 'g', 2, 64)
}

// inSeconds writes a span.
func inSeconds(ns int64) string { return digits(float64(ns)/1e9) + " s" }

// megabytes writes a volume.
func megabytes(bytes float64) string { return digits(bytes/(1<<20)) + " MB" }

// Plural writes a number with the word that fits it: "1 page", "3 pages".
func Plural(n int64, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return Count(n) + " " + many
}

// ofCheckpoints writes "3 of 4 checkpoints were begun" as it fits, with the verb for
// one of them and for several.
func ofCheckpoints(a, b int64, one, many string) string {
	switch {
	case b == 1:
		return "the only checkpoint " + one
	case a == 1:
		return "1 of " + Count(b) + " checkpoints " + one
	}
	return Count(a) + " of " + Count(b) + " checkpoints " + many
}

// often writes how many times something happened.
func often(n int64) string {
	if n == 1 {
		return "once"
	}
	return Count(n) + " times"
}

// capital makes a sentence of a part of one.
func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }
