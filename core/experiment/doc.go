// Package experiment is the gallery: the published experiments that the lab
// repeats.
//
// An experiment is a folder, and adding one is adding a folder:
//
//	scenario.conf   the settings, with a [section] for each run
//	published.csv   run, metric, value, unit, role, tolerance, source
//	fitted.csv      setting, value, range, cell, why; at most three rows
//	variants.csv    name, label, why, changes; what a reader may try at a click
//	story.md        a head with title, question, claim, year and thread, then
//	                the text
//
// The rules are those of an honest comparison. Every published number is in
// the table, with a role: it was used to choose a value (fitted), it is a
// prediction and judged by its tolerance (predicted), or it is shown only for
// the reader (context). What was fitted is declared with the range it was
// chosen from and the number it was fitted on. A fitted setting of the workload,
// which only a mail that does not state it allows, holds for all runs with the
// workload of that number; any other holds for all runs. The story holds no
// simulated number: those come from the runs shown beside it.
//
// A tolerance is written "10%" (of the published value), "7..9" (a range for
// the simulated one) or left empty.
package experiment
