package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"clocksweep/core/bufmgr"
	"clocksweep/core/scenario"
	"clocksweep/core/trace"
)

var traceAbout = `Plays your own record of page accesses to the replacement policies of all
releases and to pools of several sizes, in one pass over the file, and prints
hit ratios and how many dirty pages had to be written to free their buffers.

The file is CSV, with or without a header line:

    relation,block,access,process
    pgbench_accounts,1639,read,7001
    pgbench_accounts,1639,write,7001

where the access is read, write or extend, and the process may be left out; or
it has the binary records of libCacheSim's public traces (oracleGeneral). It may
be packed with gzip or zstd. What it is, is found out from its first bytes.

  -policy NAME,NAME   only these policies
  -sizes SIZE,SIZE    sizes of the pool; without it 8MB,32MB,128MB
  -memory SIZE        what pools and tables may take; without it 2GB
  -json               one JSON object instead of text

There is no background writer and no checkpoint: the figures are the policy's
own. A trace tells neither of rings and VACUUM nor of dropped pages, so clock81,
clock83, clock95, clock960 and clock19 give the same. Ctrl-C ends the pass and
prints what there is so far.
` + policyList()

const (
	defaultTraceSizes  = "8MB,32MB,128MB"
	defaultTraceMemory = "2GB"
)

// playTrace is the command "trace".
func playTrace(ctx context.Context, c console, args []string) error {
	flags := newFlags("trace")
	policies := flags.String("policy", "", "")
	sizes := flags.String("sizes", defaultTraceSizes, "")
	memory := flags.String("memory", defaultTraceMemory, "")
	asJSON := flags.Bool("json", false, "")
	rest, err := parse(flags, args)
	if err != nil {
		return err
	}
	if len(rest) != 1 {
		return usagef("trace: expected one file, and there are %d", len(rest))
	}
	config, err := traceConfig(*policies, *sizes, *memory)
	if err != nil {
		return err
	}
	f, err := openTrace(rest[0])
	if err != nil {
		return err
	}
	defer f.Close()
	t := &tracePass{name: rest[0], config: config}
	if t.reader, err = trace.NewReader(f); err != nil {
		return broken(rest[0], err)
	}
	if t.player, err = trace.NewPlayer(t.reader, config); err != nil {
		return usagef("trace: %w", err)
	}
	if err := t.run(ctx, newTraceProgress(c.err, f)); err != nil {
		return broken(rest[0], err)
	}
	if *asJSON {
		t.printJSON(c.out)
	} else {
		t.print(c.out)
	}
	if t.stopped {
		fmt.Fprintln(c.err, "clocksweep: the pass was stopped; the figures are partial")
		return errTold
	}
	return nil
}

// broken is a file that could not be read to its end.
func broken(name string, err error) error { return usagef("%s: %w", name, err) }

func traceConfig(policies, sizes, memory string) (trace.Config, error) {
	c := trace.Config{Policies: bufmgr.Policies()}
	if policies != "" {
		c.Policies = nil
		for name := range strings.SplitSeq(policies, ",") {
			p, ok := bufmgr.PolicyByName(strings.TrimSpace(name))
			if !ok {
				return c, usagef("trace: -policy: there is no policy %q; legal are %s", name, policyNames())
			}
			c.Policies = append(c.Policies, p)
		}
	}
	for size := range strings.SplitSeq(sizes, ",") {
		pages, err := readSize(scenario.SharedBuffers, size)
		if err != nil {
			return c, usagef("trace: -sizes: %w", err)
		}
		c.Buffers = append(c.Buffers, int(pages))
	}
	kB, err := readSize(scenario.RAM, memory)
	if err != nil {
		return c, usagef("trace: -memory: %w", err)
	}
	c.Memory = kB << 10
	return c, nil
}

// readSize reads a size as the setting of that unit and range does.
func readSize(id scenario.ID, text string) (int64, error) {
	sc := scenario.New()
	if err := sc.Set(id.String(), text); err != nil {
		var legal *scenario.Error
		if errors.As(err, &legal) {
			nameless := *legal
			nameless.Setting = ""
			return 0, &nameless
		}
		return 0, err
	}
	return sc.Int(id), nil
}

// tracePass is one pass over a trace.
type tracePass struct {
	name    string
	config  trace.Config
	reader  *trace.Reader
	player  *trace.Player
	stopped bool
}

func (t *tracePass) run(ctx context.Context, progress *traceProgress) error {
	defer progress.clear()
	for {
		more, err := t.player.Step()
		if err != nil || !more {
			return err
		}
		if ctx.Err() != nil {
			t.stopped = true
			return nil
		}
		progress.show(t.player.Accesses())
	}
}

// openTrace opens a trace and unpacks it.
func openTrace(name string) (*traceFile, error) {
	f, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, usagef("trace: there is no file %s", name)
	}
	if err != nil {
		return nil, usageError{err}
	}
	t, err := unpack(f)
	if err != nil {
		f.Close()
		return nil, broken(name, err)
	}
	return t, nil
}
