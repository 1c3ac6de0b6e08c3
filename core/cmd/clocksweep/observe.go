//go:build !js

package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"time"

	"clocksweep/core/cmd/clocksweep/live"
	"clocksweep/core/counterpart"
	"clocksweep/core/link"
	"clocksweep/core/observed"
	"clocksweep/core/report"
	"clocksweep/core/result"
	"clocksweep/core/scenario"
)

// observation is a command line of "observe".
type observation struct {
	address string
	length  time.Duration
	every   time.Duration
	out     string // name of the files to write, without an extension
	only    bool   // nothing is simulated
	changes []scenario.Change
}

// Bounds of what may be asked for.
const (
	leastLength = time.Second
	mostLength  = 7 * 24 * time.Hour
)

// observe is the command "observe".
func observe(ctx context.Context, c console, args []string) error {
	o, err := readObservation(newFlags("observe"), args)
	if err != nil {
		return err
	}
	server, err := live.Open(ctx, o.address)
	if err != nil {
		return fmt.Errorf("observe: %w", err)
	}
	defer server.Close()
	fmt.Fprintf(c.out, "PostgreSQL %s\n", observed.Printable(server.Version))
	w := &watch{server: server, facts: &observed.Facts{}}
	broken := w.look(ctx, c, o)
	if len(w.facts.Snapshots) == 0 {
		return fmt.Errorf("observe: nothing was read: %w", broken)
	}
	cp := counterpart.New(w.facts, counterpart.Choices{Seconds: w.span().Seconds(), Changes: o.changes})
	if err := o.write(cp, nil); err != nil {
		return err
	}
	interrupted := ctx.Err() != nil
	var simulated *result.Result
	if !o.only && !interrupted {
		scenarios := []*scenario.Scenario{cp.Scenario}
		results, err := simulateAll(ctx, scenarios, budget{}, newProgressBar(c.err, scenarios))
		if err != nil {
			return err
		}
		simulated = results[0]
	}
	o.print(c.out, w, cp, simulated)
	if err := o.write(cp, simulated); err != nil {
		return err
	}
	switch {
	case broken != nil:
		fmt.Fprintf(c.err, "clocksweep: the connection was lost after %.0f s, and what was read until then was used: %v\n", w.span().Seconds(), broken)
		return errTold
	case interrupted:
		fmt.Fprintf(c.err, "clocksweep: stopped after %.0f s, and what was read until then was used\n", w.span().Seconds())
		return errTold
	case simulated != nil && simulated.Stopped:
		return stopped(c, []*result.Result{simulated})
	}
	return nil
}

func readObservation(flags *flag.FlagSet, args []string) (*observation, error) {
	o := &observation{}
	flags.DurationVar(&o.length, "for", 10*time.Minute, "")
	flags.DurationVar(&o.every, "every", 10*time.Second, "")
	flags.StringVar(&o.out, "o", "observed", "")
	flags.BoolVar(&o.only, "measure", false, "")
	rest, err := parse(flags, args)
	if err != nil {
		return nil, err
	}
	if len(rest) == 0 {
		return nil, usagef("observe: the server is missing; legal is an address as postgres://user@host:5432/database, or 'host=... dbname=...'")
	}
	o.address = rest[0]
	if o.changes, err = changes(rest[1:]); err != nil {
		return nil, err
	}
	for _, change := range o.changes {
		if _, ok := scenario.Lookup(change.Name); !ok {
			return nil, usageError{scenario.New().Set(change.Key(), change.Value)}
		}
	}
	switch {
	case o.length < leastLength || o.length > mostLength:
		return nil, usagef("observe: -for %v is too %s; legal is 1s to 168h, for instance 10m", o.length, shortOrLong(o.length < leastLength))
	case o.every < leastLength || o.every > mostLength:
		return nil, usagef("observe: -every %v is too %s; legal is 1s to 168h, for instance 10s", o.every, shortOrLong(o.every < leastLength))
	case o.out == "":
		return nil, usagef("observe: -o is empty; legal is the name of the files to write, without its extension")
	}
	for _, ext := range []string{".conf", ".csv"} {
		if _, err := os.Stat(o.out + ext); !errors.Is(err, fs.ErrNotExist) {
			return nil, usagef("observe: %s%s is there already; -o NAME writes to NAME.conf and NAME.csv instead", o.out, ext)
		}
	}
	return o, nil
}

func shortOrLong(short bool) string {
	if short {
		return "short"
	}
	return "long"
}

// watch is what has been read of a server.
type watch struct {
	server *live.Server
	facts  *observed.Facts
	unseen []live.Unseen
	times  []time.Time // of the snapshots
	member bool
}

// span is the time between the first and the last snapshot.
func (w *watch) span() time.Duration {
	if len(w.times) == 0 {
		return 0
	}
	return w.times[len(w.times)-1].Sub(w.times[0])
}

// look reads settings and then statistics until the time is over or somebody presses
// Ctrl-C; that ends the waiting, not a query. The error is that of a lost connection.
func (w *watch) look(ctx context.Context, c console, o *observation) error {
	steady := context.WithoutCancel(ctx)
	settings, unseen, err := w.server.Settings(steady)
	w.facts.Settings = settings
	w.note(unseen)
	if err != nil {
		return err
	}
	w.member = w.server.Member(steady)
	if err := w.snapshot(steady, true); err != nil {
		return err
	}
	bar := newWatchProgress(c.err, o.length)
	defer bar.clear()
	end := w.times[0].Add(o.length)
	for {
		left := time.Until(end)
		if left <= 0 || !wait(ctx, min(o.every, left)) {
			return w.snapshot(steady, true) // with the sizes as they are at the end
		}
		if time.Until(end) <= 0 {
			continue
		}
		if err := w.snapshot(steady, false); err != nil {
			return err
		}
		bar.show(w)
	}
}

// wait waits, and returns false if it was interrupted.
func wait(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}

func (w *watch) snapshot(ctx context.Context, sizes bool) error {
	s, unseen, err := w.server.Look(ctx, sizes)
	w.note(unseen)
	if err != nil {
		return err
	}
	if s.Version == "" { // which it tells at the beginning of a session, too
		s.Version = w.server.Version
	}
	w.facts.Snapshots = append(w.facts.Snapshots, s)
	w.times = append(w.times, time.Now())
	return nil
}

// note remembers what was not shown, each thing once.
func (w *watch) note(list []live.Unseen) {
	for _, u := range list {
		known := false
		for _, old := range w.unseen {
			known = known || old.What == u.What
		}
		if !known {
			w.unseen = append(w.unseen, u)
		}
	}
}

// print tells what was read, what the scenario is made of, and the figures.
func (o *observation) print(out io.Writer, w *watch, cp *counterpart.Counterpart, r *result.Result) {
	fmt.Fprintf(out, "%d settings, %d snapshots in %.0f s\n", len(w.facts.Settings), len(w.facts.Snapshots), w.span().Seconds())
	fmt.Fprint(out, "\nnot seen:\n  the server's log, which no view shows; the page /yours/ of the lab reads its lines\n")
	if !w.member {
		fmt.Fprint(out, "  settings that only superusers and members of pg_monitor see, of directories, libraries and such; the lab needs none of them\n")
	}
	for _, u := range w.unseen {
		fmt.Fprintf(out, "  %s: %s\n", u.What, observed.Printable(u.Why))
	}
	printSentences(out, "known", cp.Known)
	printSentences(out, "assumed", cp.Assumed)
	for _, err := range cp.Problems {
		fmt.Fprintf(out, "  not used: %v\n", err)
	}
	printFates(out, cp)
	fmt.Fprint(out, "\ndiagnosis of the measured figures:\n\n", report.Findings(cp.Diagnose()))
	fmt.Fprintf(out, "\nmeasured and simulated:\n\n%s", counterpart.TableText(cp.Column(r)))
	fmt.Fprintf(out, "\nscenario: %s.conf, run it with: clocksweep run %s.conf\nfigures: %s.csv\nlink: %s\n", o.out, o.named(), o.out, labLink(cp))
}

// labLink is what opens the scenario in the lab.
func labLink(cp *counterpart.Counterpart) string {
	return "/lab/" + link.Encode(scenario.Link{Changes: cp.Changes()})
}

// named is the scenario's file as "run" takes it.
func (o *observation) named() string {
	if strings.ContainsAny(o.out, "/\\") {
		return o.out
	}
	return "./" + o.out
}

func printSentences(out io.Writer, head string, list []string) {
	if len(list) == 0 {
		return
	}
	fmt.Fprintf(out, "\n%s:\n", head)
	for _, text := range list {
		fmt.Fprintf(out, "  %s\n", text)
	}
}

// printFates tells of the settings that a reader should know of, and how many others
// there are.
func printFates(out io.Writer, cp *counterpart.Counterpart) {
	fmt.Fprint(out, "\nsettings:\n")
	rest := 0
	for fate := range counterpart.NumFates {
		for _, s := range cp.Settings {
			if s.Fate != fate {
				continue
			}
			if fate > counterpart.Idle {
				rest++
				continue
			}
			fmt.Fprintf(out, "  %s = %s: %s%s\n", observed.Printable(s.Name), observed.Printable(s.Value), counterpart.FateName[fate], because(s.Why))
		}
	}
	fmt.Fprintf(out, "  %d others are at their defaults or have no say in the lab\n", rest)
}

func because(why string) string {
	if why == "" {
		return ""
	}
	return "; " + why
}

// write writes the scenario and the figures.
func (o *observation) write(cp *counterpart.Counterpart, r *result.Result) error {
	conf := cp.File() + "# Link: " + labLink(cp) + "\n"
	if err := os.WriteFile(o.out+".conf", []byte(conf), 0o644); err != nil {
		return err
	}
	return os.WriteFile(o.out+".csv", []byte(counterpart.TableCSV(cp.Column(r))), 0o644)
}
