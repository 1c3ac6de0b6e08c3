// Command clocksweep runs the experiments of the gallery, or any scenario, on
// the simulated machine and prints what PostgreSQL and pgbench would have
// printed, beside what was published.
//
//	clocksweep list
//	clocksweep run shared-buffers-challenge
//	clocksweep run shared-buffers-challenge 32MB.bgwriter_delay=50ms filesystem=ext4
//	clocksweep sweep pgbench shared_buffers=32MB..1GB scale=20
//	clocksweep verify
//	clocksweep explain shared-buffers-challenge
//	clocksweep replay core/replay/testdata/recorded/T1a.gz
//	clocksweep replay accesses.csv.gz 8MB,1GB
//	clocksweep observe postgres://localhost/bench -for 10m
//
// "clocksweep help" tells all of it. The exit status is 0 if all went well, 1
// if a run failed or was stopped or a published number was missed, and 2 if the
// command line or a setting is wrong; then standard error has a sentence that
// names it and what is legal.
//
// The command builds for GOOS=js too and runs in Node with the same results.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"

	"clocksweep/core/sweep"
)

// Exit statuses.
const (
	exitOK    = 0
	exitFail  = 1 // a run failed or was stopped, or a published number was missed
	exitUsage = 2 // the command line or a setting is wrong
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	// After the first Ctrl-C the runs end with a partial result; a second one
	// has its usual effect.
	context.AfterFunc(ctx, stop)
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// console is where a command writes: its answer to out, all else to err.
type console struct{ out, err io.Writer }

// command is one of the things the program does. It returns a usageError if the
// command line is at fault, and errTold if it has said itself what went wrong.
type command struct {
	name, synopsis, about string
	run                   func(ctx context.Context, c console, args []string) error
}

// commands is filled by init, for help refers to it.
var commands []command

func init() {
	commands = []command{
		{"list", "list", listAbout, list},
		{"run", "run EXPERIMENT|FILE|LINK [name=value ...] [-run NAME] [-seed N] [-system] [-diagnose] [-json]", runAbout, runScenarios},
		{"link", "link EXPERIMENT|pgbench|LINK [name=value ...] [-base URL] [-result]", linkAbout, printLink},
		{"verify", "verify [EXPERIMENT ...] [-json]", verifyAbout, verify},
		{"sweep", "sweep EXPERIMENT|pgbench|FILE|LINK SETTING=RANGE [SETTING=RANGE] [name=value ...] [-run NAME] [-metric M] [-seeds N] [-edge URL] [-csv|-json]", sweepAbout + "\n\nMetrics: " + sweep.MeasureNames() + ".", sweepRuns},
		{"explain", "explain EXPERIMENT [name=value ...] [-run NAME] [-sensitivity] [-json]", explainAbout, explain},
		{"replay", "replay DIR|FILE [SIZES] [-policy NAME] [-memory SIZE] [-json]", replayAbout, replayAny},
		{"trace", "trace FILE [SIZES] [-policy NAME,NAME] [-sizes SIZE,SIZE] [-memory SIZE] [-json]", traceAbout, playTrace},
		{"observe", "observe ADDRESS [-for TIME] [-every TIME] [-o NAME] [-measure] [name=value ...]", observeAbout, observe},
		{"help", "help [COMMAND | settings]", helpAbout, help},
		{"version", "version", versionAbout, version},
	}
}

// errTold makes the exit status 1 without another word.
var errTold = errors.New("what went wrong has been told")

// usageError is what is wrong with a command line: one or more sentences.
type usageError []error

func (e usageError) Error() string { return errors.Join(e...).Error() }

func usagef(format string, args ...any) error {
	return usageError{fmt.Errorf(format, args...)}
}

// run carries out a command line and returns the exit status. It is the whole
// program but for the process around it, so that tests can drive it where no
// process can be started.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	out := &output{w: stdout}
	err := dispatch(ctx, console{out, stderr}, args)
	if err == nil {
		err = out.err
	}
	var usage usageError
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, errTold):
		return exitFail
	case errors.As(err, &usage):
		for _, e := range usage {
			fmt.Fprintf(stderr, "clocksweep: %v\n", e)
		}
		return exitUsage
	}
	fmt.Fprintf(stderr, "clocksweep: %v\n", err)
	return exitFail
}

// output remembers the first failure to write, for instance to a full disk, so
// that half an answer is not taken for success.
type output struct {
	w   io.Writer
	err error
}

func (o *output) Write(p []byte) (int, error) {
	if o.err != nil {
		return 0, o.err
	}
	n, err := o.w.Write(p)
	o.err = err
	return n, err
}

func dispatch(ctx context.Context, c console, args []string) error {
	if len(args) == 0 {
		help(ctx, console{out: c.err}, nil)
		return usageError{}
	}
	name := args[0]
	switch name {
	case "-h", "-help", "--help":
		name = "help"
	case "-version", "--version":
		name = "version"
	}
	for _, cmd := range commands {
		if cmd.name != name {
			continue
		}
		err := cmd.run(ctx, c, args[1:])
		if errors.Is(err, flag.ErrHelp) {
			return help(ctx, c, []string{name})
		}
		return err
	}
	return usagef("there is no command %q; the commands are %s", name, commandNames())
}
