package server

import (
	"math"
	"strconv"
	"strings"
	"testing"
)

// noCheckpoint are settings under which a release makes no checkpoint.
func noCheckpoint(release string) string {
	if number, _ := strconv.ParseFloat(release, 64); number < 9.5 {
		return " checkpoint_segments=1000 checkpoint_timeout=1h"
	}
	return " max_wal_size=16GB checkpoint_timeout=1h"
}

// TestMeasuredMisses compares, for ten clients at scale 10, the pages that a
// transaction reads with what real servers counted (64-bit, fsync off, no
// checkpoint) in a second run of 1000 transactions a client. Repeated, the real
// figures differ by 0.02.
func TestMeasuredMisses(t *testing.T) {
	for _, m := range []struct {
		release, buffers string
		heap, index      float64
	}{
		{"9.4", "1000", 0.996, 0.840}, {"9.4", "10000", 0.605, 0.021},
		{"9.6", "1000", 0.999, 0.827}, {"9.6", "10000", 0.601, 0.010},
		{"15", "1000", 1.002, 0.824}, {"15", "10000", 0.606, 0.011},
	} {
		misses := func(transactions int) (heap, index float64) {
			r := run(t, of(t, "release="+m.release+noCheckpoint(m.release)+" build=64-bit scale=10 clients=10 fsync=off shared_buffers="+m.buffers+
				" filesystem=ext4 kernel=3.2 ram=16GB cpu_per_transaction=300us transactions="+strconv.Itoa(transactions))).Result()
			for _, rel := range r.Relations {
				switch {
				case strings.HasSuffix(rel.Name, "_pkey"):
					index += float64(rel.BlksRead)
				case rel.Name != "pg_catalog":
					heap += float64(rel.BlksRead)
				}
			}
			return heap, index
		}
		h1, i1 := misses(1000)
		h2, i2 := misses(2000)
		heap, index := (h2-h1)/10000, (i2-i1)/10000
		t.Logf("%s, %s buffers: %.3f heap and %.3f index pages read, measured %.3f and %.3f", m.release, m.buffers, heap, index, m.heap, m.index)
		if math.Abs(heap-m.heap) > 0.02 || math.Abs(index-m.index) > 0.02 {
			t.Errorf("%s, %s buffers: %.3f heap and %.3f index pages read, measured %.3f and %.3f", m.release, m.buffers, heap, index, m.heap, m.index)
		}
	}
}

// TestMeasuredWAL compares the bytes of WAL of a transaction with what real
// servers wrote (64-bit, one client, fsync off).
func TestMeasuredWAL(t *testing.T) {
	for _, m := range []struct {
		release string
		bytes   [4]float64
	}{
		{"9.4", [4]float64{472, 593, 14699, 8652}},
		{"9.6", [4]float64{413, 530, 14816, 8525}},
		{"15", [4]float64{411, 531, 14836, 8531}},
	} {
		written := func(settings string, transactions int) float64 {
			r := run(t, of(t, "release="+m.release+noCheckpoint(m.release)+" build=64-bit clients=1 fsync=off shared_buffers=256MB "+
				"filesystem=ext4 kernel=3.2 ram=16GB cpu_per_transaction=100us transactions="+strconv.Itoa(transactions)+settings))
			return float64(r.s.wal.Insert - r.s.walStart)
		}
		for i, got := range []float64{
			(written(" scale=1 full_page_writes=off", 30000) - written(" scale=1 full_page_writes=off", 20000)) / 10000,
			written(" scale=10 full_page_writes=off", 10000) / 10000,
			written(" scale=10", 1000) / 1000,
			written(" scale=10", 10000) / 10000,
		} {
			what := [4]string{"scale 1, steady, no full-page images", "scale 10, first 10,000, no full-page images",
				"scale 10, first 1,000 after a checkpoint", "scale 10, first 10,000 after a checkpoint"}[i]
			d := got/m.bytes[i] - 1
			t.Logf("%s, %s: %.0f bytes a transaction, measured %.0f (%+.1f %%)", m.release, what, got, m.bytes[i], 100*d)
			if math.Abs(d) > 0.03 {
				t.Errorf("%s, %s: %.0f bytes a transaction, measured %.0f", m.release, what, got, m.bytes[i])
			}
		}
	}
}
