package api

import (
	"encoding/xml"
	"fmt"
	"math"
	"net/http"
	"strings"

	"clocksweep/core/result"
	"clocksweep/core/scenario"
	"clocksweep/core/sweep"
)

// Size of a picture in pixels, as Open Graph wants it.
const cardWidth, cardHeight = 1200, 630

// mostRuns is of how many runs a picture shows the throughput.
const mostRuns = 3

// The colours of a picture, those of the site's light theme.
const (
	paper, ink, muted = "#ffffff", "#1b1f24", "#57606a"
)

// lineColors are those of runs: dark and light enough to be told apart without hue.
var lineColors = [mostRuns]string{"#0b5cad", "#c2410c", "#4d7c0f"}

// card is GET /og/NAME.svg: what a link opens and what comes out, for those who see
// only the link.
func (s *service) card(w http.ResponseWriter, r *http.Request) {
	name, ok := strings.CutSuffix(strings.TrimPrefix(r.URL.Path, "/og/"), ".svg")
	address := "/x/" + name + "/?" + r.URL.RawQuery
	if name == labName {
		address = "/" + labName + "/?" + r.URL.RawQuery
	}
	page, known := shownAt(address)
	if !ok || !known {
		problem(http.StatusNotFound, "not-found", "there is no picture "+clean(r.URL.Path)+"; legal are /og/EXPERIMENT.svg and /og/lab.svg").write(w)
		return
	}
	results, why := s.pictured(r, &page)
	w.Header().Set("Cache-Control", "public, max-age=86400")
	send(w, r, "image/svg+xml", []byte(drawCard(&page, results, why)))
}

// pictured plays the first runs of a page. why tells what there is instead.
func (s *service) pictured(r *http.Request, page *shown) (results []*result.Result, why string) {
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
			return nil, "Open the link to play it in your browser."
		}
	}
	results, _, wrong := s.results(r.Context(), scenarios)
	if wrong != nil {
		return nil, "Open the link to play it in your browser."
	}
	return results, ""
}

// drawCard composes the picture. All texts are escaped: some come from the link.
func drawCard(page *shown, results []*result.Result, why string) string {
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%[1]d" height="%[2]d" viewBox="0 0 %[1]d %[2]d" font-family="sans-serif"><rect width="%[1]d" height="%[2]d" fill="%[3]s"/><rect width="%[1]d" height="10" fill="%[4]s"/>`,
		cardWidth, cardHeight, paper, lineColors[0])
	text := func(x, y, size int, color, words string) {
		fmt.Fprintf(&b, `<text x="%d" y="%d" font-size="%d" fill="%s">%s</text>`, x, y, size, color, escaped(words))
	}
	text(56, 66, 28, muted, "Clocksweep")
	y := 130
	for _, line := range folded(page.title(), 50, 2) {
		text(56, y, 42, ink, line)
		y += 52
	}
	if why != "" {
		for _, line := range folded(why, 78, 4) {
			text(56, y+20, 28, muted, line)
			y += 40
		}
		for _, c := range page.changes[:min(len(page.changes), 6)] {
			text(56, y+50, 28, ink, folded(c.Key()+" = "+c.Value, 70, 1)[0])
			y += 42
		}
	}
	if len(results) > 0 {
		text(56, 250, 24, muted, "Transactions per second, over the time of the run")
		drawLines(&b, results)
		for i, r := range results {
			label := r.Run
			if label == "" {
				label = "this run"
			}
			text(56+i*370, 596, 26, lineColors[i], label+": "+sweep.Figure(r.TPSIncluding())+" tps")
		}
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// drawLines draws throughput by second, all runs on the same axes.
func drawLines(b *strings.Builder, results []*result.Result) {
	const left, right, top, bottom = 56.0, 1144.0, 280.0, 550.0
	most, seconds := 1.0, 2
	for _, r := range results {
		seconds = max(seconds, len(r.Series.TPS))
		for _, v := range r.Series.TPS {
			if !math.IsNaN(v) {
				most = max(most, v)
			}
		}
	}
	fmt.Fprintf(b, `<path d="M%g %gH%g" stroke="%s"/>`, left, bottom, right, muted)
	fmt.Fprintf(b, `<text x="%g" y="250" font-size="24" fill="%s" text-anchor="end">%s at most, %d s</text>`, right, muted, sweep.Figure(most), seconds)
	for i, r := range results {
		var points strings.Builder
		for second, v := range r.Series.TPS {
			if !math.IsNaN(v) {
				fmt.Fprintf(&points, "%.1f,%.1f ", left+(right-left)*float64(second)/float64(seconds-1), bottom-(bottom-top)*v/most)
			}
		}
		fmt.Fprintf(b, `<polyline points="%s" fill="none" stroke="%s" stroke-width="3" stroke-linejoin="round"/>`, strings.TrimSpace(points.String()), lineColors[i])
	}
}

// folded breaks a text into lines of so many letters, and cuts what is more than so
// many lines.
func folded(text string, letters, most int) (lines []string) {
	line := ""
	for _, word := range strings.Fields(text) {
		if runes := []rune(word); len(runes) > letters {
			word = string(runes[:letters-1]) + "…"
		}
		if line != "" && len([]rune(line))+1+len([]rune(word)) > letters {
			if lines = append(lines, line); len(lines) == most {
				lines[most-1] = strings.TrimRight(line, " ,.;:") + " …"
				return lines
			}
			line = ""
		}
		line = strings.TrimSpace(line + " " + word)
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

func escaped(text string) string {
	var b strings.Builder
	xml.EscapeText(&b, []byte(clean(text))) // a strings.Builder does not fail
	return b.String()
}
