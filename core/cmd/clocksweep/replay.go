package main

import (
	"bufio"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"clocksweep/core/bufmgr"
	"clocksweep/core/replay"
)

var replayAbout = `Plays what a real PostgreSQL server did with its buffers to the rules of its
release, and compares every hit, victim and count, the lists, the cleaning
rounds and the checkpoints. DIR has the recording: trace.csv.gz, rels.csv,
snaps.csv.gz, counts.json and settings.txt; those ending in .gz may be
uncompressed instead. Or it is a file with a compact recording, as the ones in
core/replay/testdata/recorded. Printed are a line for each kind of value compared,
the first value that differs with its line in the trace, and the number of
mismatches. The exit status is 0 only if there is none, 1 if there are some, and 2
if the recording is broken.

  -policy NAME   the rules of another release or patch instead, to see what they
                 would have done with the same accesses; rings are recorded from
                 8.3 on, hints of VACUUM from 8.0 to 8.2

FILE may also be your own trace of page accesses, in CSV or in libCacheSim's
oracleGeneral, plain or packed with gzip or zstd. It is played to all policies and
to pools of several sizes, as the command "trace" does it and with its flags
-policy, -sizes, -memory and -json; SIZES is a list as 8MB,1GB. "clocksweep help
trace" tells more.
` + policyList()

func policyList() string {
	list := "\nPolicies:\n"
	for _, p := range bufmgr.Policies() {
		list += fmt.Sprintf("  %-12s %s\n", p.Name, p.About)
	}
	return strings.TrimSuffix(list, "\n")
}

// replayAny is the command "replay": of a recording, or of a reader's own trace.
func replayAny(ctx context.Context, c console, args []string) error {
	flags := newFlags("replay")
	o := newTraceOptions(flags)
	rest, err := parse(flags, args)
	if err != nil {
		return err
	}
	if len(rest) == 0 {
		return usagef("replay: no recording and no trace is given; one is needed")
	}
	if err := o.sizesBehind(rest); err != nil {
		return err
	}
	recorded, err := isRecording(rest[0])
	if err != nil {
		return err
	}
	if !recorded {
		return playTraceFile(ctx, c, rest[0], o)
	}
	if *o.sizes != "" {
		return usagef("replay: %s is a recording, played with as many buffers as its server had; sizes are for a trace of your own", rest[0])
	}
	if *o.json {
		return usagef("replay: %s is a recording, whose answer is text only; -json is for a trace of your own", rest[0])
	}
	return replayRecording(c, rest[0], *o.policies)
}

// isRecording tells a recording, a directory or a compact file, from a trace.
func isRecording(name string) (bool, error) {
	info, err := os.Stat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return false, usagef("replay: there is no %s; legal is a directory with a recording, a file with a compact one, or a trace", name)
	}
	if err != nil {
		return false, usagef("replay: %w", err)
	}
	if !info.Mode().IsRegular() { // a pipe cannot be read twice: it has a trace
		return info.IsDir(), nil
	}
	f, err := os.Open(name)
	if err != nil {
		return false, usagef("replay: %w", err)
	}
	defer f.Close()
	in, err := gzip.NewReader(bufio.NewReader(f))
	if err != nil {
		return false, nil
	}
	head := make([]byte, replay.CompactHead)
	_, err = io.ReadFull(in, head)
	return err == nil && replay.IsCompact(head), nil
}

// replayRecording plays a recording to the policy of its server or to another.
func replayRecording(c console, recording, name string) error {
	if _, ok := bufmgr.PolicyByName(name); name != "" && !ok {
		return usagef("there is no policy %q; the policies are %s", name, policyNames())
	}
	set, err := openRecording(recording)
	if err != nil {
		return err
	}
	if name == "" {
		name = set.Release.Policy()
	}
	policy, _ := bufmgr.PolicyByName(name)
	r := replay.NewPlayer(set, policy.New(set.Buffers)).Play()
	printReplay(c, set, policy, r)
	if r.Mismatches > 0 {
		return errTold
	}
	return nil
}

func policyNames() string {
	var names []string
	for _, p := range bufmgr.Policies() {
		names = append(names, p.Name)
	}
	return strings.Join(names, ", ")
}

func printReplay(c console, set *replay.Set, policy bufmgr.Named, r *replay.Report) {
	fmt.Fprintf(c.out, "PostgreSQL %s, %d buffers, %d lines\n", set.Release, set.Buffers, set.EndLine-1)
	fmt.Fprintf(c.out, "policy %s (%s)\n", policy.Name, policy.About)
	for _, q := range r.Quantities {
		fmt.Fprintf(c.out, "%s %d/%d\n", q.Name, q.Right, q.Checked)
	}
	if policy.Name != set.Release.Policy() {
		fmt.Fprintf(c.out, "hits: recorded %d, under %s %d (%+d)\n", r.Recorded.Hits, policy.Name, r.Replayed.Hits, r.Replayed.Hits-r.Recorded.Hits)
		fmt.Fprintf(c.out, "misses: recorded %d, under %s %d (%+d)\n", r.Recorded.Misses, policy.Name, r.Replayed.Misses, r.Replayed.Misses-r.Recorded.Misses)
		fmt.Fprintf(c.out, "victims written: recorded %d, under %s %d (%+d)\n",
			r.Recorded.BackendWrites, policy.Name, r.Replayed.BackendWrites, r.Replayed.BackendWrites-r.Recorded.BackendWrites)
	}
	if r.First != nil {
		fmt.Fprintf(c.out, "first mismatch: %v\n", r.First)
	}
	fmt.Fprintf(c.out, "mismatches %d\n", r.Mismatches)
}

// openRecording reads the recording in a directory, or a compact one in a file.
func openRecording(name string) (*replay.Set, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, usagef("replay: %w", err)
	}
	read := readText
	if !info.IsDir() {
		read = readCompact
	}
	set, err := read(name)
	if err != nil {
		return nil, usagef("replay: %s: %w", name, err)
	}
	return set, nil
}

func readCompact(name string) (*replay.Set, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	in, err := gzip.NewReader(bufio.NewReader(f))
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(in)
	if err != nil {
		return nil, err
	}
	return replay.ReadCompact(data)
}

func readText(dir string) (*replay.Set, error) {
	var files replay.Files
	for _, part := range []struct {
		name string
		to   *io.Reader
	}{
		{"counts.json", &files.Counts}, {"settings.txt", &files.Settings}, {"rels.csv", &files.Rels},
		{"trace.csv", &files.Trace}, {"snaps.csv", &files.Snaps},
	} {
		in, err := openPlainOrGzip(filepath.Join(dir, part.name))
		if err != nil {
			return nil, err
		}
		defer in.Close()
		*part.to = in
	}
	return replay.Read(files)
}

// openPlainOrGzip opens a file that may have .gz behind its name.
func openPlainOrGzip(name string) (io.ReadCloser, error) {
	f, err := os.Open(name)
	if err == nil {
		return f, nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	f, errGz := os.Open(name + ".gz")
	if errGz != nil {
		return nil, err
	}
	in, err := gzip.NewReader(bufio.NewReader(f))
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("%s.gz: %w", name, err)
	}
	return struct {
		io.Reader
		io.Closer
	}{in, f}, nil
}
