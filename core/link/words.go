package link

import (
	"strconv"
	"strings"

	"clocksweep/core/scenario"
)

// Bare is the experiment of one run with nothing but defaults, as the command line
// names what the site calls the lab.
const Bare = "pgbench"

// LabPath is where the lab stands on the site; its links have no experiment.
const LabPath = "/lab/"

// Title names a scenario in a tab, a bookmark or a preview: what is changed, then
// the title of the experiment or of the lab.
func Title(title string, changes []scenario.Change) string {
	if len(changes) == 0 {
		return title
	}
	return told(changes, 2) + " · " + title
}

// Description says what a link opens, in one or two sentences: about is what the
// page says of itself without changes.
func Description(about string, changes []scenario.Change) string {
	if len(changes) == 0 {
		return about
	}
	return "With " + told(changes, 6) + ". " + about
}

// told lists changes, the first few of them in full.
func told(changes []scenario.Change, most int) string {
	var parts []string
	for i, c := range changes {
		if i == most && len(changes) > most {
			parts = append(parts, strconv.Itoa(len(changes)-most)+" more")
			break
		}
		text := c.Name + " = " + shorten(c.Value)
		if c.Run != "" {
			text += " for " + c.Run
		}
		parts = append(parts, text)
	}
	if n := len(parts); n > 1 {
		return strings.Join(parts[:n-1], ", ") + " and " + parts[n-1]
	}
	return parts[0]
}

// Command returns the command line that runs what a link opens; experiment is the
// slug, empty for the lab. It can be pasted into any POSIX shell.
func Command(experiment string, changes []scenario.Change) string {
	if experiment == "" {
		experiment = Bare
	}
	words := []string{"clocksweep", "run", experiment}
	for _, c := range changes {
		words = append(words, Quote(c.Key()+"="+c.Value))
	}
	return strings.Join(words, " ")
}

// Quote protects a word from the shell if it needs that.
func Quote(word string) string {
	safe := func(r rune) bool {
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || strings.ContainsRune("-_=.:,/+@%", r)
	}
	if strings.IndexFunc(word, func(r rune) bool { return !safe(r) }) < 0 && word != "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
