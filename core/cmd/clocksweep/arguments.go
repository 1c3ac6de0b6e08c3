package main

import (
	"errors"
	"flag"
	"io"
	"strings"

	"clocksweep/core/scenario"
)

// newFlags returns an empty set of flags that prints nothing by itself.
func newFlags(command string) *flag.FlagSet {
	flags := flag.NewFlagSet(command, flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	return flags
}

// parse reads flags wherever they stand among the arguments and returns the
// other arguments in their order. After "--" nothing is a flag. It returns
// flag.ErrHelp if -h is among them.
func parse(flags *flag.FlagSet, args []string) ([]string, error) {
	var rest []string
	for {
		err := flags.Parse(args)
		if errors.Is(err, flag.ErrHelp) {
			return nil, err
		}
		if err != nil {
			return nil, usagef("%s: %w; %s", flags.Name(), err, legalFlags(flags))
		}
		left := flags.Args()
		if read := len(args) - len(left); read > 0 && args[read-1] == "--" {
			return append(rest, left...), nil
		}
		if len(left) == 0 {
			return rest, nil
		}
		rest = append(rest, left[0])
		args = left[1:]
	}
}

// noArguments is parse for a command that takes neither flags nor arguments.
func noArguments(command string, args []string) error {
	rest, err := parse(newFlags(command), args)
	if err == nil && len(rest) > 0 {
		err = usagef("%s: %q is too much; the command takes no arguments", command, rest[0])
	}
	return err
}

func legalFlags(flags *flag.FlagSet) string {
	var names []string
	flags.VisitAll(func(f *flag.Flag) { names = append(names, "-"+f.Name) })
	if len(names) == 0 {
		return "the command has no flags"
	}
	return "legal flags are " + strings.Join(names, ", ")
}

// changes reads settings written name=value, or RUN.name=value for one run
// only, as in a link. Whether there is such a setting and what it may be is
// found out when they meet a scenario.
func changes(args []string) ([]scenario.Change, error) {
	var list []scenario.Change
	for _, arg := range args {
		key, value, ok := strings.Cut(arg, "=")
		if !ok {
			return nil, usagef("%q is not a setting; legal is name=value, for instance shared_buffers=64MB", arg)
		}
		run, name, _ := scenario.SplitKey(strings.TrimSpace(key))
		list = append(list, scenario.Change{Run: run, Name: name, Value: strings.TrimSpace(value)})
	}
	return list, nil
}
