package main

import (
	"flag"
	"strconv"
)

// budgetFlags adds the flags of a budget to those of a command. What it returns is
// called once they are read.
func budgetFlags(flags *flag.FlagSet) func() (budget, error) {
	memory := flags.String("memory", "", "")
	events := flags.String("events", "", "")
	return func() (b budget, err error) {
		if b.Bytes, err = positive(flags.Name(), "-memory", *memory, 1<<40); err != nil {
			return b, err
		}
		b.Bytes *= 1_000_000
		b.Events, err = positive(flags.Name(), "-events", *events, 1<<62)
		return b, err
	}
}

// positive reads a number of 1 to most; an empty text is 0.
func positive(command, name, text string, most int64) (int64, error) {
	if text == "" {
		return 0, nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 1 || n > most {
		return 0, usagef("%s: %s %q is not possible; legal is a whole number from 1 to %d", command, name, text, most)
	}
	return n, nil
}
