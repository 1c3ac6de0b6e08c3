package api

import (
	"math"
	"net/http"
	"strconv"
	"strings"

	"clocksweep/charts/fold"
	"clocksweep/core/result"
	"clocksweep/core/scenario"
	"clocksweep/core/sweep"
	"clocksweep/wasm/edge/picture"
)

// Size of a picture in pixels, as Open Graph wants it.
const cardWidth, cardHeight = 1200, 630

// mostRuns is of how many runs a picture shows the throughput.
const mostRuns = 3

// The colors of a picture, those of the site's light theme (charts.Light, which would
// bring the charts along).
const (
	ink, muted, grid, accent = "#1c2126", "#5a646e", "#d9dee3", "#0072b2"
)

var runColors = [mostRuns]string{"#4a3aa7", "#8a6400", "#b3226b"}

// Where things are, in pixels.
const (
	margin  = 56.0
	right   = cardWidth - margin
	inside  = right - margin
	plotTop = 296.0
	plotEnd = 520.0
)

// card is GET /og/NAME.png and /og/NAME.svg: what a link opens and what comes out, for
// those who see only the link.
func (s *service) card(w http.ResponseWriter, r *http.Request) {
	file := strings.TrimPrefix(r.URL.Path, "/og/")
	name, isPNG := strings.CutSuffix(file, ".png")
	name, isSVG := strings.CutSuffix(name, ".svg")
	address := "/x/" + name + "/?" + r.URL.RawQuery
	if name == labName {
		address = "/" + labName + "/?" + r.URL.RawQuery
	}
	page, known := shownAt(address)
	if isPNG == isSVG || !known {
		problem(http.StatusNotFound, "not-found", "there is no picture "+clean(r.URL.Path)+"; legal are /og/EXPERIMENT.png, /og/lab.png, and the same with .svg").write(w)
		return
	}
	results, why := s.pictured(r, &page)
	drawn := drawCard(&page, results, why)
	w.Header().Set("Cache-Control", "public, max-age=86400")
	if isSVG {
		send(w, r, "image/svg+xml", drawn.SVG())
		return
	}
	send(w, r, "image/png", drawn.PNG())
}

// pictured plays the first runs of a page. why tells what there is instead.
func (s *service) pictured(r *http.Request, page *shown) (results []*result.Result, why string) {
	const instead = "Open the link to play it in your browser."
	file, _ := scenario.Parse("")
	scenarios, errs := file.With(page.changes)
	if page.experiment != nil {
		scenarios, errs = page.experiment.Scenarios(page.changes, "")
	}
	if len(errs) > 0 {
		return nil, errs[0].Error()
	}
	scenarios = scenarios[:min(len(scenarios), mostRuns)]
	for _, sc := range scenarios {
		if wrong := s.limits.check(sc); wrong != nil {
			return nil, instead
		}
	}
	results, _, wrong := s.results(r.Context(), scenarios)
	if wrong != nil {
		return nil, instead
	}
	return results, ""
}

func regular(size float64) picture.Font { return picture.Font{Size: size} }
func bold(size float64) picture.Font    { return picture.Font{Size: size, Bold: true} }

// drawCard composes the picture.
func drawCard(page *shown, results []*result.Result, why string) *picture.Picture {
	p := picture.New(cardWidth, cardHeight)
	p.Box(0, 0, cardWidth, 10, accent)
	drawIcon(p, margin+20, 57)
	p.Text(margin+54, 68, bold(30), ink, "Clocksweep")
	if page.experiment != nil {
		p.TextEnd(right, 68, regular(24), muted, page.experiment.Slug)
	}
	y := 136.0
	font, lines := fold.InFirst([]picture.Font{bold(44), bold(38), bold(34)}, page.title(), 2, func(f picture.Font, line string) bool {
		return f.Fits(line, inside)
	})
	for _, line := range lines {
		p.Text(margin, y, font, ink, line)
		y += font.Size * 1.2
	}
	if len(results) == 0 {
		drawWords(p, y+16, page, why)
		return p
	}
	p.Text(margin, 256, regular(24), muted, "Transactions per second, over the time of the run")
	drawLines(p, results)
	drawNames(p, results)
	return p
}

// drawIcon draws the site's icon, a clock of sixteen buffers with the sweep's hand.
func drawIcon(p *picture.Picture, x, y float64) {
	const radius, buffers = 16.0, 16
	at := func(turn float64) picture.Point {
		sin, cos := math.Sincos(2 * math.Pi * turn / buffers)
		return picture.Point{X: x + radius*sin, Y: y - radius*cos}
	}
	for i := range buffers {
		p.Line(3.5, accent, at(float64(i)+0.36), at(float64(i)+0.64))
	}
	p.Line(3.5, accent, picture.Point{X: x, Y: y}, picture.Point{X: x, Y: y - 11})
	p.Line(7, accent, picture.Point{X: x, Y: y})
}

// drawWords writes why there are no figures, and what the link changes.
func drawWords(p *picture.Picture, y float64, page *shown, why string) {
	for _, line := range regular(28).Fold(why, inside, 4) {
		p.Text(margin, y, regular(28), muted, line)
		y += 40
	}
	y += 20
	for _, c := range page.changes[:min(len(page.changes), 6)] {
		if line := regular(28).Fold(c.Key()+" = "+c.Value, inside, 1); len(line) > 0 {
			p.Text(margin, y, regular(28), ink, line[0])
			y += 42
		}
	}
}

// drawLines draws throughput by second, all runs on the same axes.
func drawLines(p *picture.Picture, results []*result.Result) {
	most, seconds := 1.0, 2
	for _, r := range results {
		seconds = max(seconds, len(r.Series.TPS))
		for _, v := range r.Series.TPS {
			if !math.IsNaN(v) {
				most = max(most, v)
			}
		}
	}
	for _, y := range []float64{plotTop, (plotTop + plotEnd) / 2} {
		p.Box(margin, y, inside, 1, grid)
	}
	p.Box(margin, plotEnd, inside, 2, muted)
	p.TextEnd(right, plotTop-10, regular(22), muted, sweep.Figure(most))
	p.TextEnd(right, plotEnd+30, regular(22), muted, strconv.Itoa(seconds)+" s")
	for i, r := range results {
		var points []picture.Point
		for second, v := range r.Series.TPS {
			if !math.IsNaN(v) {
				points = append(points, picture.Point{X: margin + inside*float64(second)/float64(seconds-1), Y: plotEnd - (plotEnd-plotTop)*v/most})
			}
		}
		if len(points) > 0 {
			p.Line(3.5, runColors[i], points...)
		}
	}
}

// drawNames tells which line is which run, and its figure.
func drawNames(p *picture.Picture, results []*result.Result) {
	const room = inside / mostRuns
	for i, r := range results {
		label := r.Run
		if label == "" {
			label = "this run"
		}
		x := margin + float64(i)*room
		p.Line(6, runColors[i], picture.Point{X: x + 3, Y: 583}, picture.Point{X: x + 27, Y: 583})
		figure := sweep.Figure(r.TPSIncluding()) + " tps"
		font := bold(26)
		left := room - 60 - font.Width(": "+figure)
		p.Text(x+40, 592, font, ink, strings.Join(font.Fold(label, left, 1), "")+": "+figure)
	}
}
