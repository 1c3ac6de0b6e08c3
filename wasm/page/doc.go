//go:build js && wasm

// Command page drives the page of an experiment in a reader's browser, or the one
// on which a reader plays a trace (traces.go), or the lab (lab.go, pins.go,
// sweep.go), which is an experiment without a name, with all defaults and every
// setting to choose, or the embed of an experiment (embed.go). The page is complete before this
// program arrives: it reads the controls, runs the experiment in workers, and
// replaces texts, tables and pictures in place.
//
// A slider over the seconds of the runs (timeline.go) moves a line in all pictures over
// time, the table of that second, the maps of the pool and the usage counts and what transactions
// wait for. Before the first run it moves through the results that the page was built with, result.bin
// beside the page.
//
// The idea: the generator has written every element; the program finds them by
// their data attributes and creates none but rows of tables, the list of changes
// and that of pinned results. What it knows about settings is in package form, what it says about
// results comes from core/report and charts. Nothing about PostgreSQL is decided
// here.
//
// Rules:
//
//   - Text goes in as text. Nothing a reader types, a link carries or an
//     experiment holds is ever read as markup.
//   - A handler that panics is reported in the page's status line and leaves
//     the others alive; without that, one fault would end the program.
//   - The simulation never runs here. globalThis.clocksweepWorkers, made by
//     the page's boot script, starts a worker a run.
//   - A link says what its sender saw (claim.go); the page compares it with what came
//     out here, and offers the sender's engine if the site keeps it (engine.go).
//   - What is kept between visits (kept.go) is proved before it is used, and its
//     loss is told and harmless.
//   - No task is long: results, pictures and what a second shows are put in place in
//     parts, each a task of its own (browser.InTurn).
//   - Keys, and saving pictures and tables, need no program and are the site's.
package main
