package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"clocksweep/core/scenario"
)

const (
	helpAbout    = `Tells about the commands, about one of them, or about all settings.`
	versionAbout = `Prints the version of the simulated machine. The same version, scenario and seed
give the same result, to the bit.`
)

// help is the command "help".
func help(_ context.Context, c console, args []string) error {
	args, err := parse(newFlags("help"), args)
	if err != nil {
		return err
	}
	if len(args) == 0 {
		fmt.Fprint(c.out, "Clocksweep: PostgreSQL's buffer manager, background writer and checkpointer on a\nsimulated machine.\n\n")
		for _, cmd := range commands {
			fmt.Fprintf(c.out, "  clocksweep %s\n", cmd.synopsis)
		}
		fmt.Fprint(c.out, "\nFlags may stand anywhere behind the command. \"clocksweep help COMMAND\" tells more;\n\"clocksweep help settings\" lists all settings.\n")
		return nil
	}
	if args[0] == "settings" {
		printSettings(c.out)
		return nil
	}
	for _, cmd := range commands {
		if cmd.name == args[0] {
			fmt.Fprintf(c.out, "clocksweep %s\n\n%s\n", cmd.synopsis, cmd.about)
			return nil
		}
	}
	return usagef("there is no command %q; the commands are %s", args[0], commandNames())
}

func commandNames() string {
	var names []string
	for _, cmd := range commands {
		names = append(names, cmd.name)
	}
	return strings.Join(names, ", ")
}

// printSettings lists every setting with its default and what is legal.
func printSettings(w io.Writer) {
	sc := scenario.New()
	group := ""
	for _, s := range scenario.Settings() {
		if s.Group != group {
			group = s.Group
			fmt.Fprintf(w, "\n== %s ==\n", group)
		}
		fmt.Fprintf(w, "%s = %s\n    legal: %s\n    %s\n", s.Name, sc.Default(s.ID), sc.Legal(s.ID), s.Help)
	}
}

// version is the command "version".
func version(_ context.Context, c console, args []string) error {
	if err := noArguments("version", args); err != nil {
		return err
	}
	fmt.Fprintf(c.out, "clocksweep, engine %s\n", engine)
	return nil
}
