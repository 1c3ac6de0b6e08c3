package trace

import (
	"bytes"
	"encoding/binary"
	"math"
	"strings"
	"testing"
)

// record makes a record of oracleGeneral.
func record(time uint32, object uint64, size uint32, next int64) []byte {
	b := binary.LittleEndian.AppendUint32(nil, time)
	b = binary.LittleEndian.AppendUint64(b, object)
	b = binary.LittleEndian.AppendUint32(b, size)
	return binary.LittleEndian.AppendUint64(b, uint64(next))
}

func TestOracleGeneral(t *testing.T) {
	data := bytes.Join([][]byte{
		record(5, math.MaxUint64, 512, 3), record(5, 0, math.MaxUint32, math.MaxInt64), record(6, 77, 0, 2),
		record(4, math.MaxUint64, 4096, -1), record(9, 1<<32, 1, 0),
	}, nil)
	r, err := NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	got, err := readAll(t, r)
	if err != nil {
		t.Fatal(err)
	}
	want := []Access{{0, 0, Read}, {1, 0, Read}, {0, 0, Read}, {2, 0, Read}} // the object of size 0 is none
	if len(got) != len(want) {
		t.Fatalf("got %v, want %v", got, want)
	}
	for i, a := range got {
		if a != want[i] {
			t.Errorf("access %d is %v, want %v", i, a, want[i])
		}
	}
	if r.Format != OracleGeneral || r.Pages() != 3 || r.Relations() != 0 {
		t.Errorf("got %v, %d pages, %d relations", r.Format, r.Pages(), r.Relations())
	}
}

func TestBrokenRecords(t *testing.T) {
	good := record(1, 2, 3, -1)
	tests := []struct {
		name string
		data []byte
		want string
	}{
		{"cut off", append(bytes.Repeat(good, 300), good[:9]...), "record 301: the file ends after 9 of its 24 bytes; expected whole records"},
		{"only a beginning", good[:7], "record 1: the file ends after 7 of its 24 bytes; expected whole records"},
		{"time", append(bytes.Repeat(good, 200), record(1, 2, 3, -2)...), "record 201: the time of the next access is -2; expected -1 (never) or more"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r, err := NewReader(bytes.NewReader(test.data))
			if err != nil {
				t.Fatal(err)
			}
			if _, err = readAll(t, r); err == nil || err.Error() != test.want {
				t.Errorf("got  %v\nwant %s", err, test.want)
			}
		})
	}
}

func TestDetect(t *testing.T) {
	tests := []struct {
		name, head string
		want       Format
		problem    string
	}{
		{"text", "a,1,read\n", CSV, ""},
		{"other text", "\xe9t\xe9,1,read\n", CSV, ""},
		{"empty", "", CSV, ""},
		{"records", string(record(1, 2, 3, 4)), OracleGeneral, ""},
		{"gzip", "\x1f\x8b\x08\x00", Gzip, "packed with gzip"},
		{"zstd", "\x28\xb5\x2f\xfd\x00", Zstd, "packed with zstd"},
		{"UTF-16", "\xff\xfea\x00,\x00", Unknown, "neither text nor"},
		{"picture", "\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR\x00\x00\x07\x80\x00\x00\x04\xb0", Unknown, "neither text nor"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := Detect([]byte(test.head)); got != test.want {
				t.Errorf("got %v, want %v", got, test.want)
			}
			_, err := NewReader(strings.NewReader(test.head))
			if (err == nil) != (test.problem == "") || err != nil && !strings.Contains(err.Error(), test.problem) {
				t.Errorf("NewReader: %v", err)
			}
		})
	}
	if Detect(append(bytes.Repeat([]byte("x"), HeadSize), 0)) != CSV {
		t.Error("a byte behind the head counts")
	}
}

func FuzzOracleGeneral(f *testing.F) {
	f.Add(record(1, 2, 3, -1))
	f.Add(append(record(1, 2, 0, 5), record(1, 1<<63, 3, math.MaxInt64)...))
	f.Add(record(1, 2, 3, -1)[:23])
	f.Add(record(1, 2, 3, math.MinInt64))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := NewReader(bytes.NewReader(append(make([]byte, recordSize), data...)))
		if err != nil {
			return
		}
		all, err := readAll(t, r)
		checkRead(t, r, all, err)
		if r.Format == OracleGeneral && len(all) > len(data)/recordSize {
			t.Errorf("%d accesses in %d bytes", len(all), len(data))
		}
	})
}

// TestPageNumbers compares with a map. The keys are blocks of relations and
// multiples of powers of two, which a bad hash would heap up.
func TestPageNumbers(t *testing.T) {
	n, want := newPageNumbers(), map[uint64]int32{}
	for i := range uint64(50_000) {
		for _, key := range []uint64{i, i << 13, i << 32, i << 48, i%100<<32 | i} {
			got := n.find(key)
			number, met := want[key]
			if !met {
				number = -1
			}
			if got != number {
				t.Fatalf("key %x has number %d, want %d", key, got, number)
			}
			if !met {
				want[key] = n.add(key)
			}
		}
	}
	if len(n.key) != len(want) {
		t.Errorf("%d numbers for %d keys", len(n.key), len(want))
	}
	// The probing must stay short.
	steps, mask := 0, uint64(len(n.slot)-1)
	for i, key := range n.key {
		for at := scatter(key) >> n.shift; n.slot[at&mask] != int32(i)+1; at++ {
			steps++
		}
	}
	if average := float64(steps) / float64(len(n.key)); average > 2 {
		t.Errorf("a key is found after %.2f steps on average", average)
	}
}
