package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"clocksweep/core/bufmgr"
	"clocksweep/core/report"
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
  -sizes SIZE,SIZE    sizes of the pool, which may also stand behind the file's
                      name; without them 8MB,32MB,128MB
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

// traceOptions is what a command line says about playing a trace. The flags of
// the commands trace and replay are the same.
type traceOptions struct {
	command                 string
	policies, sizes, memory *string
	json                    *bool
}

func newTraceOptions(flags *flag.FlagSet) *traceOptions {
	return &traceOptions{
		command:  flags.Name(),
		policies: flags.String("policy", "", ""),
		sizes:    flags.String("sizes", "", ""),
		memory:   flags.String("memory", defaultTraceMemory, ""),
		json:     flags.Bool("json", false, ""),
	}
}

// sizesBehind takes the sizes that stand behind the file's name.
func (o *traceOptions) sizesBehind(rest []string) error {
	if len(rest) > 2 {
		return usagef("%s: expected one file and perhaps a list of sizes, and there are %d arguments", o.command, len(rest))
	}
	if len(rest) < 2 {
		return nil
	}
	if *o.sizes != "" {
		return usagef("%s: the sizes are given twice, as %s and as -sizes %s; once is enough", o.command, rest[1], *o.sizes)
	}
	*o.sizes = rest[1]
	return nil
}

// playTrace is the command "trace".
func playTrace(ctx context.Context, c console, args []string) error {
	flags := newFlags("trace")
	o := newTraceOptions(flags)
	rest, err := parse(flags, args)
	if err != nil {
		return err
	}
	if len(rest) == 0 {
		return usagef("trace: no file is given; one is needed")
	}
	if err := o.sizesBehind(rest); err != nil {
		return err
	}
	return playTraceFile(ctx, c, rest[0], o)
}

// playTraceFile plays one trace.
func playTraceFile(ctx context.Context, c console, name string, o *traceOptions) error {
	config, err := o.config()
	if err != nil {
		return err
	}
	f, err := openTrace(o.command, name)
	if err != nil {
		return err
	}
	defer f.Close()
	reader, err := trace.NewReader(f)
	if err != nil {
		return broken(name, err)
	}
	t := &tracePass{}
	if t.player, err = trace.NewPlayer(reader, config); err != nil {
		return usagef("%s: %w", o.command, err)
	}
	if err := t.run(ctx, newTraceProgress(c.err, f)); err != nil {
		return broken(name, err)
	}
	r := t.player.Result(t.stopped)
	if *o.json {
		c.out.Write(report.TraceJSON(name, r))
	} else {
		printTrace(c.out, name, r)
	}
	if t.stopped {
		fmt.Fprintln(c.err, "clocksweep: the pass was stopped; the figures are partial")
		return errTold
	}
	return nil
}

// broken is a file that could not be read to its end.
func broken(name string, err error) error { return usagef("%s: %w", name, err) }

// config is what the trace is played to.
func (o *traceOptions) config() (trace.Config, error) {
	c := trace.Config{Policies: bufmgr.Policies()}
	if *o.policies != "" {
		c.Policies = nil
		for name := range strings.SplitSeq(*o.policies, ",") {
			p, ok := bufmgr.PolicyByName(strings.TrimSpace(name))
			if !ok {
				return c, usagef("%s: -policy: there is no policy %q; legal are %s", o.command, name, policyNames())
			}
			c.Policies = append(c.Policies, p)
		}
	}
	for size := range strings.SplitSeq(cmp.Or(*o.sizes, defaultTraceSizes), ",") {
		pages, err := scenario.ReadValue(scenario.SharedBuffers, size)
		if err != nil {
			return c, usagef("%s: sizes: %w", o.command, err)
		}
		c.Buffers = append(c.Buffers, int(pages))
	}
	kB, err := scenario.ReadValue(scenario.RAM, *o.memory)
	if err != nil {
		return c, usagef("%s: -memory: %w", o.command, err)
	}
	c.Memory = kB << 10
	return c, nil
}

// tracePass is one pass over a trace.
type tracePass struct {
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
func openTrace(command, name string) (*traceFile, error) {
	f, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, usagef("%s: there is no file %s", command, name)
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
