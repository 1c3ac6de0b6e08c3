package charts

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"testing"
)

func TestCard(t *testing.T) {
	c := Card{Measure: "transactions per second", Most: MaxRuns, Runs: []CardRun{
		{"32MB", 109.5, 111.6}, {"512MB", 861.8, 870}, {"not published", math.NaN(), 12},
	}}
	p := c.Picture(Light)
	var option struct {
		BaseOption struct {
			Series []struct {
				Name string
				Data []*float64
			}
			XAxis []struct{ Max float64 }
			YAxis []struct{ Data []string }
		}
	}
	if err := json.Unmarshal(p.Option, &option); err != nil {
		t.Fatal(err)
	}
	b := option.BaseOption
	if len(b.Series) != 2 || b.Series[0].Name != "simulated" || b.Series[1].Name != "published" {
		t.Fatalf("the series are %+v", b.Series)
	}
	if v := b.Series[1].Data; *v[0] != 110 && *v[0] != 109.5 || v[2] != nil {
		t.Errorf("the published bars are %v", v)
	}
	if b.XAxis[0].Max < 870 {
		t.Errorf("the axis ends at %v, before the longest bar", b.XAxis[0].Max)
	}
	if got := b.YAxis[1].Data[1]; got != "870 (862)" {
		t.Errorf("beside the second bar stands %q", got)
	}
	if got := b.YAxis[1].Data[2]; got != "12 (–)" {
		t.Errorf("beside a run that nothing was published about stands %q", got)
	}
	if bytes.Contains(p.Option, []byte("NaN")) {
		t.Error("the option has NaN")
	}
	if len(p.Table.Rows) != 3 || p.Table.Rows[0][2] != "111.6" {
		t.Errorf("the table is %v", p.Table.Rows)
	}
}

func TestCardOfManyRuns(t *testing.T) {
	c := Card{Measure: "late", Most: MaxRuns}
	for range MaxRuns + 2 {
		c.Runs = append(c.Runs, CardRun{"run", 1, 1})
	}
	p := c.Picture(Light)
	if !strings.Contains(p.Caption, "2 more runs") {
		t.Errorf("the caption does not say that runs are left out: %s", p.Caption)
	}
	var option struct {
		Media []struct {
			Option struct{ Grid struct{ Top, Height string } }
		}
	}
	if err := json.Unmarshal(p.Option, &option); err != nil {
		t.Fatal(err)
	}
	top, _ := strconv.Atoi(option.Media[0].Option.Grid.Top)
	if height, err := strconv.Atoi(option.Media[0].Option.Grid.Height); err != nil || top+height > p.Height {
		t.Errorf("bars of %d pixels below %d do not fit into %d", height, top, p.Height)
	}
	if p.Height > 300 {
		t.Errorf("%d pixels are too high for a card", p.Height)
	}
	if len(p.Table.Rows) != MaxRuns+2 {
		t.Errorf("the table has %d rows", len(p.Table.Rows))
	}
}
