package result

import (
	"bytes"
	"encoding/binary"
	"math"
	"reflect"
	"strconv"
	"testing"

	"clocksweep/core/sim"
)

// filled returns a result in which no field is zero and no two are equal, as
// far as their types allow.
func filled() *Result {
	r := &Result{}
	n := int64(0)
	fill(reflect.ValueOf(r).Elem(), &n)
	return r
}

func fill(v reflect.Value, n *int64) {
	*n++
	switch v.Kind() {
	case reflect.Int64:
		v.SetInt(*n * 0x0102030405)
	case reflect.Uint64, reflect.Uint32:
		v.SetUint(uint64(*n) * 0x010203)
	case reflect.Uint8:
		v.SetUint(uint64(*n) & 0xff)
	case reflect.Float64:
		v.SetFloat(float64(*n) + 0.25)
	case reflect.Bool:
		v.SetBool(true)
	case reflect.String:
		v.SetString("text " + strconv.FormatInt(*n, 10))
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 3, 3))
		fallthrough
	case reflect.Array:
		for i := range v.Len() {
			fill(v.Index(i), n)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), n)
		}
	default:
		panic("a result must not hold a " + v.Kind().String())
	}
}

func TestRoundTrip(t *testing.T) {
	for name, r := range map[string]*Result{"filled": filled(), "empty": {}} {
		b := Append([]byte("before"), r)
		if !bytes.HasPrefix(b, []byte("before")) {
			t.Errorf("%s: Append overwrites what was in the buffer", name)
		}
		got, err := Decode(b[len("before"):])
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if name == "filled" && !reflect.DeepEqual(got, r) {
			t.Errorf("decoded\n%+v\nwant\n%+v", got, r)
		}
		if got.Hash() != r.Hash() {
			t.Errorf("%s: the hash is %s after a round trip, %s before", name, got.Hash(), r.Hash())
		}
	}
}

// TestHashSeesEveryField changes one field at a time.
func TestHashSeesEveryField(t *testing.T) {
	r := filled()
	seen := map[string]string{r.Hash(): "nothing"}
	changes := 0
	note := func(path string) {
		h := r.Hash()
		if len(h) != 16 {
			t.Errorf("hash %q does not have 16 digits", h)
		}
		if other, ok := seen[h]; ok {
			t.Errorf("changing %s gives the same hash as changing %s", path, other)
		}
		seen[h] = path
		changes++
	}
	var each func(v reflect.Value, path string)
	each = func(v reflect.Value, path string) {
		old := reflect.New(v.Type()).Elem()
		old.Set(v)
		switch v.Kind() {
		case reflect.Int64:
			v.SetInt(v.Int() + 1)
		case reflect.Uint64, reflect.Uint32:
			v.SetUint(v.Uint() + 1)
		case reflect.Float64:
			v.SetFloat(math.Nextafter(v.Float(), 0))
		case reflect.Bool:
			v.SetBool(!v.Bool())
		case reflect.String:
			v.SetString(v.String() + ".")
		case reflect.Struct:
			for i := range v.NumField() {
				if name := v.Type().Field(i).Name; name != "Pool" { // which a run has or has not
					each(v.Field(i), path+"."+name)
				}
			}
			return
		case reflect.Slice, reflect.Array:
			for i := range v.Len() {
				each(v.Index(i), path+"["+strconv.Itoa(i)+"]")
			}
			if v.Kind() == reflect.Array {
				return
			}
			v.Set(v.Slice(0, v.Len()-1))
		}
		note(path)
		v.Set(old)
	}
	each(reflect.ValueOf(r).Elem(), "Result")
	if changes < 150 {
		t.Errorf("only %d fields were tried", changes)
	}
	if _, ok := seen[r.Hash()]; !ok {
		t.Error("the test does not restore what it changes")
	}
}

// TestHashIsFixed notices a change of the binary form: it needs a new format
// number, and readers of old results must be told.
func TestHashIsFixed(t *testing.T) {
	if got, want := (&Result{}).Hash(), "5b959bb924b186e3"; got != want {
		t.Errorf("an empty result has the hash %s, want %s", got, want)
	}
	if got, want := filled().Hash(), "05b0a6510417c008"; got != want {
		t.Errorf("the filled result has the hash %s, want %s", got, want)
	}
}

func TestTruncatedInputIsRefused(t *testing.T) {
	b := Append(nil, filled())
	for n := range len(b) {
		if r, err := Decode(b[:n]); err != ErrFormat || r != nil {
			t.Fatalf("the first %d of %d bytes decode to %v, %v", n, len(b), r, err)
		}
	}
	if _, err := Decode(append(b, 0)); err != ErrFormat {
		t.Error("a byte too many is accepted")
	}
}

func TestOtherFormatsAreRefused(t *testing.T) {
	b := Append(nil, filled())
	for _, version := range []uint64{0, format - 1, format + 1, math.MaxUint64} {
		binary.LittleEndian.PutUint64(b, version)
		if _, err := Decode(b); err != ErrFormat {
			t.Errorf("format %d is accepted", version)
		}
	}
}

func TestUnevenSeriesAreRefused(t *testing.T) {
	r := filled()
	r.Series.Alloc = r.Series.Alloc[:1]
	if _, err := Decode(Append(nil, r)); err != ErrFormat {
		t.Errorf("error %v for a column of another length, want ErrFormat", err)
	}
}

func TestUnevenSamplesAreRefused(t *testing.T) {
	for what, shorten := range map[string]func(r *Result){
		"device": func(r *Result) { r.Devices[1].Seconds = r.Devices[1].Seconds[:1] },
		"state":  func(r *Result) { r.Backends[WaitCPU] = r.Backends[WaitCPU][:1] },
	} {
		r := filled()
		shorten(r)
		if _, err := Decode(Append(nil, r)); err != ErrFormat {
			t.Errorf("error %v for a %s of another length, want ErrFormat", err, what)
		}
	}
	r := filled()
	r.Backends[WaitCPU] = nil // a state that none was ever in
	if got, err := Decode(Append(nil, r)); err != nil || got.Backends[WaitCPU] != nil {
		t.Errorf("a state without a column: %v, %v", got, err)
	}
}

// TestTrafficNames: every figure has a name, a value of its own and its part in
// sums.
func TestTrafficNames(t *testing.T) {
	var d Traffic
	checkNames(t, reflect.ValueOf(&d).Elem(), NumTraffic, func(i int) (string, any) { return TrafficName[i], d.Values()[i] })
	for i, v := range d.Values() {
		*v = float64(i + 1)
	}
	sum := d
	sum.Add(&d)
	for i, v := range sum.Values() {
		if *v != 2*float64(i+1) {
			t.Errorf("%s: the sum of %d twice is %v", TrafficName[i], i+1, *v)
		}
	}
	if sum.Sub(&d); sum != d {
		t.Errorf("%+v after adding and taking away %+v", sum, d)
	}
}

// TestCorruptedInput overwrites each 8 bytes in turn with numbers that are
// likely to hurt: whatever is accepted has exactly this binary form.
func TestCorruptedInput(t *testing.T) {
	b := Append(nil, filled())
	for at := 0; at+8 <= len(b); at += 8 {
		old := binary.LittleEndian.Uint64(b[at:])
		for _, v := range []uint64{0, 1, 2, 4, 1 << 20, 1 << 31, 1 << 32, 1 << 40, 1 << 61, 1 << 63, math.MaxUint64} {
			binary.LittleEndian.PutUint64(b[at:], v)
			checkDecode(t, b)
		}
		binary.LittleEndian.PutUint64(b[at:], old)
	}
}

func checkDecode(t *testing.T, b []byte) {
	t.Helper()
	r, err := Decode(b)
	if err != nil {
		if err != ErrFormat || r != nil {
			t.Fatalf("Decode returns %v, %v", r, err)
		}
		return
	}
	if again := Append(nil, r); !bytes.Equal(again, b) {
		t.Fatalf("%d bytes are accepted that no result is written as", len(b))
	}
}

func FuzzDecode(f *testing.F) {
	full := Append(nil, filled())
	f.Add(full)
	f.Add(full[:len(full)/2])
	f.Add(Append(nil, &Result{}))
	f.Add([]byte{})
	f.Add([]byte{format, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f})
	f.Fuzz(func(t *testing.T, b []byte) { checkDecode(t, b) })
}

func TestNamesCoverEverything(t *testing.T) {
	var c Counters
	checkNames(t, reflect.ValueOf(&c).Elem(), len(c.Named()), func(i int) (string, any) { n := c.Named()[i]; return n.Name, n.Value })
	var s Series
	checkNames(t, reflect.ValueOf(&s).Elem(), len(s.Columns()), func(i int) (string, any) { n := s.Columns()[i]; return n.Name, n.Values })
}

// checkNames checks that the list of n names points once to each field of v.
func checkNames(t *testing.T, v reflect.Value, n int, named func(i int) (string, any)) {
	t.Helper()
	if n != v.NumField() {
		t.Errorf("%d names for %d fields of %s", n, v.NumField(), v.Type())
	}
	names, pointers := make(map[string]bool), make(map[any]bool)
	for i := range n {
		name, pointer := named(i)
		names[name], pointers[pointer] = true, true
	}
	if len(names) != n {
		t.Errorf("%s: a name is used twice", v.Type())
	}
	for i := range v.NumField() {
		if !pointers[v.Field(i).Addr().Interface()] {
			t.Errorf("%s.%s has no name", v.Type(), v.Type().Field(i).Name)
		}
	}
}

func TestEveryWaitHasAName(t *testing.T) {
	if NumWaits > sim.MaxWaits {
		t.Errorf("%d reasons, a process has room for %d", NumWaits, sim.MaxWaits)
	}
	names, labels := make(map[string]bool), make(map[string]bool)
	for w := range NumWaits {
		names[WaitName[w]], labels[WaitLabel[w]] = true, true
	}
	if len(names) != int(NumWaits) || len(labels) != int(NumWaits) || names[""] || labels[""] {
		t.Errorf("names %q, labels %q: each must be there and be different", WaitName, WaitLabel)
	}
}

func TestTransactionsPerSecond(t *testing.T) {
	r := Result{Transactions: 1200, VirtualNs: 61 * sim.Second, ConnectNs: sim.Second}
	if got := r.TPSExcluding(); got != 20 {
		t.Errorf("%v transactions a second without connecting, want 20", got)
	}
	if got, want := r.TPSIncluding(), 1200.0/61; got != want {
		t.Errorf("%v transactions a second with connecting, want %v", got, want)
	}
	for _, r := range []Result{{}, {Transactions: 1, VirtualNs: 5, ConnectNs: 5}} {
		if got := r.TPSExcluding(); got != 0 {
			t.Errorf("%v transactions a second in no time, want 0", got)
		}
	}
	if got := (&Result{}).TPSIncluding(); got != 0 {
		t.Errorf("%v transactions a second in no time, want 0", got)
	}
}

func TestPercentilesOf(t *testing.T) {
	var h sim.Histogram
	for v := range int64(32) { // exact up to 31
		h.Add(v)
	}
	if got, want := PercentilesOf(&h), (Percentiles{Avg: 15, P50: 15, P90: 28, P95: 30, P99: 31, Max: 31}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

func TestByWAL(t *testing.T) {
	for _, c := range []struct {
		ckpt Checkpoint
		want bool
	}{
		{Checkpoint{}, true},
		{Checkpoint{Immediate: true}, true}, // hurried by somebody while it ran
		{Checkpoint{Timed: true}, false},
		{Checkpoint{Timed: true, Flags: FlagByWAL}, true}, // both were due
		{Checkpoint{Flags: FlagForce | FlagWait}, false},
		{Checkpoint{Flags: FlagForce | FlagByWAL}, true},
		{Checkpoint{Flags: FlagShutdown}, false},
	} {
		if got := c.ckpt.ByWAL(); got != c.want {
			t.Errorf("%+v: by WAL volume is %v, want %v", c.ckpt, got, c.want)
		}
	}
}

// TestHashOfWatched: what the pool looked like is no part of what is proved.
func TestHashOfWatched(t *testing.T) {
	r := filled()
	before := r.Hash()
	r.Pool = nil
	if r.Hash() != before {
		t.Error("the hash of a run that was watched is another")
	}
}

func TestListRoundTrip(t *testing.T) {
	for _, rs := range [][]*Result{nil, {filled()}, {filled(), {}, filled()}} {
		b := AppendAll(nil, rs)
		got, err := DecodeAll(b)
		if err != nil || len(got) != len(rs) {
			t.Fatalf("%d results of %d, %v", len(got), len(rs), err)
		}
		for i, r := range rs {
			if got[i].Hash() != r.Hash() {
				t.Errorf("result %d is another one", i)
			}
		}
		if len(b) > 0 {
			if _, err := DecodeAll(b[:len(b)-1]); err == nil {
				t.Error("a list that was cut is read")
			}
		}
	}
}
