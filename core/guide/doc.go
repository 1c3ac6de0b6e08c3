// Package guide is the guided way through the machine: a chapter for each of its
// parts, with a question, an experiment that answers it, what is at work, and
// exercises.
//
// A chapter is a folder, and adding one is adding a folder and its name to the list
// in guide.go:
//
//	scenario.conf   the settings, with a [section] for each run
//	variants.csv    name, label, why, changes: what the exercises turn
//	chapter.md      a head with title, question, claim and picture (the id of the
//	                picture to look at first), then the text
//
// Its experiment is one like those of package experiment, on which nothing was
// published: nothing is fitted, and nothing judged. The text holds no simulated
// number, since those come from the runs beside it. Chapters are chosen so that
// all runs of one take a second or so.
package guide
