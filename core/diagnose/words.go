package diagnose

import "strconv"

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

// of writes "3 of 4 checkpoints".
func of(a, b int64, what string) string { return Count(a) + " of " + Count(b) + " " + what }
