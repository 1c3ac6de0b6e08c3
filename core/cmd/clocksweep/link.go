package main

import (
	"context"
	"fmt"

	"clocksweep/core/scenario"
)

const linkAbout = `Prints the link that opens an experiment in the lab with changed settings. Put
the address of a lab before it.`

// link is the command "link".
func link(_ context.Context, c console, args []string) error {
	rest, err := parse(newFlags("link"), args)
	if err != nil {
		return err
	}
	if len(rest) == 0 {
		return usagef("link: the experiment is missing; the experiments are %s", slugs())
	}
	changed, err := changes(rest[1:])
	if err != nil {
		return err
	}
	e, err := bySlug(rest[0])
	if err != nil {
		return err
	}
	if _, errs := e.Scenarios(changed, ""); len(errs) > 0 {
		return usageError(errs)
	}
	fmt.Fprintln(c.out, scenario.EncodeLink(e.Slug, changed))
	return nil
}
