package charts

import (
	"math"
	"strconv"
	"strings"
)

// grouped writes a whole number with commas: 21,857.
func grouped(n int64) string { return withCommas(strconv.FormatInt(n, 10)) }

// withCommas groups the digits before the point.
func withCommas(s string) string {
	point := strings.IndexByte(s, '.')
	if point < 0 {
		point = len(s)
	}
	for i := point - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// figure writes v with that many significant digits, never fewer than those
// before the point and never more than four after it: 861.8, 0.011, 12,345. A
// whole number stays one.
func figure(v float64, digits int) string {
	if math.IsNaN(v) {
		return "–"
	}
	if v == math.Trunc(v) {
		return grouped(int64(v))
	}
	decimals := digits - 1
	for x := math.Abs(v); x >= 10; x /= 10 {
		decimals--
	}
	for x := math.Abs(v); x < 1 && decimals < 4; x *= 10 {
		decimals++
	}
	return withCommas(strconv.FormatFloat(v, 'f', max(decimals, 0), 64))
}

// percent writes part of whole as a percentage: 74 %.
func percent(part, whole float64) string {
	if whole == 0 {
		return "0 %"
	}
	p := 100 * part / whole
	if p > 0 && p < 1 {
		return "less than 1 %"
	}
	return strconv.FormatFloat(p, 'f', 0, 64) + " %"
}

// seconds writes a length of time in seconds: 4.2 s.
func seconds(ns int64) string { return figure(float64(ns)/1e9, 2) + " s" }

// millis writes a length of time in milliseconds, from a second up in seconds:
// 36.5 ms, 1.83 s.
func millis(ns int64) string {
	if ns >= 1e9 {
		return figure(float64(ns)/1e9, 3) + " s"
	}
	return figure(float64(ns)/1e6, 3) + " ms"
}

// plural writes a count and its noun: 1 stall, 3 stalls.
func plural(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return grouped(int64(n)) + " " + noun
}

// appendNumber appends v to JSON with at most three significant digits, more
// only before the point, which is finer than a pixel; what is not a number
// becomes null.
func appendNumber(b []byte, v float64) []byte {
	switch {
	case math.IsNaN(v) || math.IsInf(v, 0):
		return append(b, "null"...)
	case math.Abs(v) >= 100:
		return strconv.AppendFloat(b, v, 'f', 0, 64)
	}
	return strconv.AppendFloat(b, v, 'g', 3, 64)
}
