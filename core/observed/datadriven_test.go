package observed_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/cockroachdb/datadriven"

	"clocksweep/core/observed"
)

// TestTexts reads the texts of testdata and shows what was understood, and what was
// not. In a text, "~" is an empty line, and \t a tab.
func TestTexts(t *testing.T) {
	datadriven.Walk(t, "testdata/texts", func(t *testing.T, path string) {
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			text := strings.ReplaceAll(strings.ReplaceAll(d.Input, `\t`, "\t"), "\n~\n", "\n\n") + "\n"
			var b strings.Builder
			var unread []observed.Unread
			switch d.Cmd {
			case "settings":
				var list []observed.Setting
				list, unread = observed.Settings(text)
				for _, s := range list {
					fmt.Fprintf(&b, "%d: %s = %q%s\n", s.Line, s.Name, s.Value, unit(s.Unit))
				}
			case "statistics":
				var list []observed.Snapshot
				list, unread = observed.Statistics(text)
				for i := range list {
					showSnapshot(&b, &list[i])
				}
			case "log":
				var l observed.Log
				l, unread = observed.ReadLog(text)
				showLog(&b, &l)
			case "system":
				var s observed.System
				s, unread = observed.ReadSystem(text)
				showSystem(&b, &s)
			default:
				d.Fatalf(t, "unknown directive %s", d.Cmd)
			}
			for _, u := range unread {
				fmt.Fprintf(&b, "not read, line %d: %s\n  expected: %s\n", u.Line, u.Text, u.Want)
			}
			return b.String()
		})
	})
}

func unit(u string) string {
	if u == "" {
		return ""
	}
	return " times " + u
}

func moment(m observed.Moment) string {
	if !m.Known() {
		return ""
	}
	return " at " + time.Unix(0, int64(m)).UTC().Format("2006-01-02 15:04:05.999")
}

func span(oldest, youngest, because string) string {
	if because == "" {
		return ""
	}
	if youngest == "" {
		youngest = "later"
	}
	return fmt.Sprintf("%s to %s: %s", oldest, youngest, because)
}

func showSnapshot(b *strings.Builder, s *observed.Snapshot) {
	fmt.Fprintf(b, "snapshot%s, %s\n", moment(s.At), span(s.Oldest, s.Youngest, s.Because))
	if s.Reset.Known() {
		fmt.Fprintf(b, "  reset%s\n", moment(s.Reset))
	}
	if s.Version != "" || s.DatabaseBytes > 0 || s.Backends > 0 || len(s.Relations) > 0 {
		fmt.Fprintf(b, "  version %q, %d bytes, %d sessions, relations %v\n", s.Version, s.DatabaseBytes, s.Backends, s.Relations)
	}
	for f := range observed.NumFigures {
		if s.Has(f) {
			fmt.Fprintf(b, "  %v %d\n", f, s.Get(f))
		}
	}
}

func showLog(b *strings.Builder, l *observed.Log) {
	fmt.Fprintf(b, "%d lines, zones %t, %s\n", l.Lines, l.Zoned, span(l.Oldest, l.Youngest, l.Because))
	for _, s := range l.Starts {
		fmt.Fprintf(b, "%d: begun%s for %v, restartpoint %t\n", s.Line, moment(s.At), s.Flags, s.Restart)
	}
	for _, s := range l.TooOften {
		fmt.Fprintf(b, "%d: %d s apart%s\n", s.Line, s.Seconds, moment(s.At))
	}
	for _, k := range l.Checkpoints {
		fmt.Fprintf(b, "%d: complete%s", k.Line, moment(k.At))
		v := reflect.ValueOf(k)
		for i := range v.NumField() {
			switch name, value := v.Type().Field(i).Name, v.Field(i).Interface(); {
			case name == "Line", name == "At", reflect.DeepEqual(value, int64(observed.Unknown)), v.Field(i).IsZero() && v.Field(i).Kind() != reflect.Int64:
			default:
				fmt.Fprintf(b, " %s=%v", name, value)
			}
		}
		b.WriteByte('\n')
	}
}

func showSystem(b *strings.Builder, s *observed.System) {
	if s.Kernel != "" {
		fmt.Fprintf(b, "kernel %s, %d processors\n", s.Kernel, s.CPUs)
	}
	for _, v := range s.Vmstat {
		fmt.Fprintf(b, "%d: since boot %t, r %v b %v, %v kB in, %v kB out, %v switches, %v %% busy, %v %% idle\n",
			v.Line, v.SinceBoot, v.Runnable, v.Blocked, v.ReadKB, v.WriteKB, v.ContextSwitches, v.Busy, v.Idle)
	}
	for _, r := range s.Iostat {
		for _, d := range r.Devices {
			fmt.Fprintf(b, "%d: %s %v reads, %v writes, %v requests, %v kB, %v kB, await %v %v %v, queue %v, %v %%\n",
				d.Line, d.Name, d.Reads, d.Writes, d.Requests, d.ReadKB, d.WriteKB, d.Await, d.ReadAwait, d.WriteAwait, d.Queue, d.Util)
		}
	}
}

// TestOrder reads the snapshots in the order of their times, wherever they stand.
func TestOrder(t *testing.T) {
	one := "now,buffers_clean,maxwritten_clean,buffers_alloc\n2026-11-30 12:00:00+00,1,0,1\n"
	two := "now,buffers_clean,maxwritten_clean,buffers_alloc\n2026-11-30 12:10:00+00,5,0,9\n"
	for _, texts := range []observed.Texts{{Before: one, After: two}, {Before: two, After: one}, {After: two + "\n" + one}, {Before: one + "\n" + two}} {
		f := observed.Read(texts)
		if len(f.Snapshots) != 2 || f.Snapshots[0].Get(observed.BuffersAlloc) != 1 || f.Snapshots[1].Get(observed.BuffersAlloc) != 9 {
			t.Errorf("%q: read %+v", texts, f.Snapshots)
		}
	}
}

// TestKinds tells the texts of testdata apart.
func TestKinds(t *testing.T) {
	for name, want := range map[string]observed.Kind{
		"settings": observed.KindSettings, "statistics": observed.KindStatistics, "log": observed.KindLog, "system": observed.KindSystem,
	} {
		first := true
		datadriven.RunTest(t, "testdata/texts/"+name, func(t *testing.T, d *datadriven.TestData) string {
			if got := observed.KindOf(strings.ReplaceAll(d.Input, "\n~\n", "\n\n")); first && got != want {
				t.Errorf("%s: the first text is taken for kind %d, want %d", name, got, want)
			}
			first = false
			return d.Expected
		})
	}
}
