package charts

import (
	"bytes"
	"encoding/json"
	"math"
	"testing"
)

func TestEffects(t *testing.T) {
	e := Effects{
		ID: "residuals", Title: "Residuals", Caption: "Two of three.", Axis: "simulated above published", Limit: 0.5,
		Groups: []EffectGroup{{"met", LookGood}, {"missed", LookBad}, {"never used", LookQuiet}},
		Bars: []Effect{
			{Label: "a tps", Share: 0.0512}, {Label: "b tps", Share: -3, Group: 1},
			{Label: "nothing", Share: math.NaN()}, {Label: "zero published", Share: math.Inf(1)},
		},
	}
	p := e.Picture(Light)
	var option struct {
		BaseOption struct {
			Legend struct{ Data []string }
			Series []struct {
				Name string
				Data []*float64
			}
			XAxis []struct{ Min, Max float64 }
			YAxis []struct{ Data []string }
		}
	}
	if err := json.Unmarshal(p.Option, &option); err != nil {
		t.Fatal(err)
	}
	b := option.BaseOption
	if len(b.Series) != 2 || b.Series[0].Name != "met" || b.Series[1].Name != "missed" || len(b.YAxis[0].Data) != 4 {
		t.Fatalf("got %+v", b)
	}
	if v := b.Series[0].Data; v[0] == nil || *v[0] != 5.1 || v[1] != nil || v[2] != nil || v[3] != nil {
		t.Errorf("the bars of the first group are %v", v)
	}
	if v := b.Series[1].Data; v[1] == nil || *v[1] != -50 {
		t.Error("a bar is not cut at the limit")
	}
	if b.XAxis[0].Min != -b.XAxis[0].Max || b.XAxis[0].Max < 50 {
		t.Errorf("the axis runs from %v to %v", b.XAxis[0].Min, b.XAxis[0].Max)
	}
	if bytes.Contains(p.Option, []byte("NaN")) || p.Height < 4*barLine {
		t.Error("the option has NaN or no height")
	}
}
