package main

import (
	"context"
	"fmt"
	"strings"

	"clocksweep/core/experiment"
	"clocksweep/core/guide"
)

const listAbout = `Lists the experiments of the gallery and the chapters of the guide.`

// list is the command "list".
func list(_ context.Context, c console, args []string) error {
	if err := noArguments("list", args); err != nil {
		return err
	}
	for _, e := range experiment.All() {
		fmt.Fprintf(c.out, "%s\n  %s (%d)\n  %s\n  runs: %s\n", e.Slug, e.Title, e.Year, e.Question, strings.Join(e.Scenario.Names(), ", "))
	}
	for _, e := range guide.Chapters() {
		fmt.Fprintf(c.out, "%s\n  Chapter %d: %s\n  %s\n  runs: %s\n", e.Slug, e.Number, e.Title, e.Question, strings.Join(e.Scenario.Names(), ", "))
	}
	return nil
}
