package main

import (
	"bytes"
	"compress/gzip"
	"context"
	le "encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
	"github.com/klauspost/compress/zstd"
)

// TestTrace writes the traces of testdata/trace and plays them. A file is what
// the directive says: text as it stands, or the numbers of a line as a record of
// oracleGeneral. repeat writes it several times over, pack packs it, cut leaves
// so many bytes of it.
func TestTrace(t *testing.T) {
	dir := t.TempDir()
	datadriven.RunTest(t, "testdata/trace", func(t *testing.T, d *datadriven.TestData) string {
		switch d.Cmd {
		case "file", "records":
			writeTrace(t, d, dir)
			return ""
		case "clocksweep":
			stdout, stderr, status := drive(t, strings.Fields(strings.ReplaceAll(d.Input, "DIR", dir))...)
			if stderr != "" {
				stdout += "stderr: " + stderr
			}
			return strings.ReplaceAll(stdout, dir, "DIR") + fmt.Sprintf("exit status %d\n", status)
		}
		d.Fatalf(t, "unknown directive %s", d.Cmd)
		return ""
	})
}

func writeTrace(t *testing.T, d *datadriven.TestData, dir string) {
	t.Helper()
	data := []byte(d.Input + "\n")
	if d.Cmd == "records" {
		data = records(t, d.Input)
	}
	name, repeat, pack, cut := "", 1, "", 0
	for key, into := range map[string]any{"name": &name, "repeat": &repeat, "pack": &pack, "cut": &cut} {
		if d.HasArg(key) {
			d.ScanArgs(t, key, into)
		}
	}
	data = packed(t, pack, bytes.Repeat(data, repeat))
	if cut > 0 {
		data = data[:cut]
	}
	if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// records makes a record of each line: time, object, size and next access.
func records(t *testing.T, text string) (data []byte) {
	t.Helper()
	for line := range strings.Lines(text) {
		var time, size uint32
		var object uint64
		var next int64
		if _, err := fmt.Sscan(line, &time, &object, &size, &next); err != nil {
			t.Fatal(err)
		}
		data = le.LittleEndian.AppendUint32(data, time)
		data = le.LittleEndian.AppendUint64(data, object)
		data = le.LittleEndian.AppendUint32(data, size)
		data = le.LittleEndian.AppendUint64(data, uint64(next))
	}
	return data
}

func packed(t *testing.T, with string, data []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	switch with {
	case "":
		return data
	case "gzip":
		z := gzip.NewWriter(&out)
		z.Write(data)
		z.Close()
	case "zstd":
		z, err := zstd.NewWriter(&out, zstd.WithEncoderConcurrency(1))
		if err != nil {
			t.Fatal(err)
		}
		z.Write(data)
		z.Close()
	default:
		t.Fatalf("%s is no way to pack", with)
	}
	return out.Bytes()
}

// TestTraceStopped stops the pass after its first step.
func TestTraceStopped(t *testing.T) {
	name := filepath.Join(t.TempDir(), "long.csv")
	if err := os.WriteFile(name, bytes.Repeat([]byte("a,1,read\n"), 100_000), 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var out, errOut bytes.Buffer
	status := run(ctx, []string{"trace", name}, &out, &errOut)
	if status != exitFail || errOut.String() != "clocksweep: the pass was stopped; the figures are partial\n" {
		t.Errorf("got status %d and %q", status, errOut.String())
	}
	if !strings.Contains(out.String(), "(PARTIAL: stopped): 4,096 accesses to 1 page ") {
		t.Errorf("the result is not marked as partial:\n%s", out.String())
	}
}

func TestTraceProgressLine(t *testing.T) {
	tests := []struct {
		read, size, accesses int64
		want                 string
	}{
		{0, 48_000_000, 0, "[....................] 0 of 48 MB, 0 accesses"},
		{12_000_000, 48_000_000, 1_638_400, "[#####...............] 12 of 48 MB, 1,638,400 accesses"},
		{50_000_000, 48_000_000, 999, "[####################] 50 of 48 MB, 999 accesses"}, // the file has grown
		{5_000_000, 0, 12_345, "[....................] 5 of 0 MB, 12,345 accesses"},       // a pipe
	}
	for _, test := range tests {
		if got := traceProgressLine(test.read, test.size, test.accesses); got != test.want {
			t.Errorf("got  %s\nwant %s", got, test.want)
		}
	}
}

// FuzzTraceFile plays any file: it ends well or with a sentence that names it.
func FuzzTraceFile(f *testing.F) {
	f.Add([]byte("a,1,read\n"))
	f.Add([]byte("\x1f\x8b\x08\x00"))
	f.Add([]byte("\x28\xb5\x2f\xfd\x04\x00"))
	f.Add(bytes.Repeat([]byte{1, 0, 0, 0}, 12))
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, data []byte) {
		name := filepath.Join(dir, "file")
		if err := os.WriteFile(name, data, 0o644); err != nil {
			t.Fatal(err)
		}
		var out, errOut bytes.Buffer
		status := run(context.Background(), []string{"replay", name, "128kB", "-policy", "2q"}, &out, &errOut)
		switch told := errOut.String(); {
		case status == exitOK && out.Len() > 0 && told == "":
		case status == exitUsage && strings.HasPrefix(told, "clocksweep: ") && strings.Contains(told, name) && strings.Count(told, "\n") == 1:
		default:
			t.Errorf("exit status %d, %q", status, told)
		}
	})
}
