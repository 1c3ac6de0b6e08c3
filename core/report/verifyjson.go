package report

import "clocksweep/core/experiment"

// Verified is an experiment and its published numbers beside the simulated ones.
type Verified struct {
	Experiment *experiment.Experiment
	Cells      []Cell
}

// VerifyJSON returns the verification of experiments for programs to read, one
// object on one line. failed counts the predicted cells that miss.
func VerifyJSON(engine string, list []Verified, wallSeconds float64) []byte {
	experiments := []object{}
	var all []Cell
	for _, v := range list {
		cells := []object{}
		for i := range v.Cells {
			cells = append(cells, cellJSON(&v.Cells[i]))
		}
		experiments = append(experiments, object{{"experiment", v.Experiment.Slug}, {"cells", cells}})
		all = append(all, v.Cells...)
	}
	s := Judge(all)
	return marshalled(object{
		{"engine", engine}, {"experiments", experiments},
		{"predicted", s.Predicted}, {"failed", s.Failed}, {"median_abs_log_ratio", figureJSON(s.MedianLog)},
		{"judged", s.Judged}, {"met", s.Met}, {"wall_s", wallSeconds},
	})
}
