package charts

import (
	"html"
	"strconv"
	"strings"
)

// Theme gives each meaning its color, as #rrggbb. The hues are those of Okabe
// and Ito's palette for the color-blind, made darker or lighter until a line
// stands out from Paper by a contrast of 3:1 and text by 4.5:1.
type Theme struct {
	Text      string // labels
	Muted     string // axis labels and whatever should stand back; time on a processor
	Grid      string // grid lines
	Paper     string // what the picture lies on; pictures don't paint it
	Published string // values published by others, always dashed

	Backend      string // written or done by a backend: vermillion
	BgWriter     string // by the background writer: bluish green
	Checkpointer string // by the checkpointer: blue
	WAL          string // write-ahead log: reddish purple
	Read         string // reads: sky blue
	Kernel       string // the kernel's own writeback: orange
	Idle         string // nothing, or waiting for others: gray

	Run [MaxRuns]string // a run as a whole, by its place
}

// MaxRuns is the largest number of runs in one picture.
const MaxRuns = 6

// Light is the theme for white paper.
var Light = Theme{
	Text: "#1c2126", Muted: "#5a646e", Grid: "#d9dee3", Paper: "#ffffff", Published: "#000000",
	Backend: "#c95200", BgWriter: "#008f68", Checkpointer: "#0072b2",
	WAL: "#b85c90", Read: "#2b93d1", Kernel: "#b87a00", Idle: "#828a92",
	Run: [MaxRuns]string{"#4a3aa7", "#8a6400", "#b3226b", "#3f6b7d", "#557000", "#7c3a2b"},
}

// Dark is the theme for near-black paper.
var Dark = Theme{
	Text: "#e8ecf0", Muted: "#a3adb7", Grid: "#343c44", Paper: "#14181c", Published: "#ffffff",
	Backend: "#f0803c", BgWriter: "#1fb58c", Checkpointer: "#4a9fe0",
	WAL: "#d98bb8", Read: "#7cc8f5", Kernel: "#eeb02e", Idle: "#7f8992",
	Run: [MaxRuns]string{"#a79bff", "#d8b04a", "#f585b5", "#8fc3d6", "#b4cc5a", "#e0a08f"},
}

// Static is a theme of placeholders for pictures that are drawn once and shown
// in any theme: each color is a value that occurs nowhere else, for [Themed] to
// replace.
var Static = placeholders()

func placeholders() Theme {
	var t Theme
	for i, p := range t.properties() {
		*p.color = "#c1a5" + strconv.FormatInt(int64(0x10+i), 16)
	}
	return t
}

// property ties a field of a Theme to its CSS custom property.
type property struct {
	name  string
	color *string
}

func (t *Theme) properties() []property {
	ps := []property{
		{"--text", &t.Text}, {"--muted", &t.Muted}, {"--grid", &t.Grid}, {"--paper", &t.Paper},
		{"--published", &t.Published}, {"--backend", &t.Backend}, {"--bgwriter", &t.BgWriter},
		{"--checkpointer", &t.Checkpointer}, {"--wal", &t.WAL}, {"--read", &t.Read},
		{"--kernel", &t.Kernel}, {"--idle", &t.Idle},
	}
	for i := range t.Run {
		ps = append(ps, property{"--run" + strconv.Itoa(i+1), &t.Run[i]})
	}
	return ps
}

// CSS returns t as declarations of CSS custom properties, one a line, to be put
// between the braces of a rule.
func CSS(t Theme) string {
	var b strings.Builder
	for _, p := range t.properties() {
		b.WriteString(p.name + ": " + *p.color + ";\n")
	}
	return b.String()
}

// StaticColors returns the CSS custom property that each color of [Static]
// stands for, by color.
func StaticColors() map[string]string {
	m := map[string]string{}
	t := Static
	for _, p := range t.properties() {
		m[*p.color] = p.name
	}
	return m
}

// Themed turns an SVG that ECharts drew with [Static] into one that follows the
// theme of the page it is part of: every placeholder becomes a reference to its
// CSS custom property. The drawing loses its style element, which only holds
// what happens under the pointer, in colors computed from placeholders, and
// whose class names would be shared with other drawings.
func Themed(svg string) string {
	svg = without(svg, "<style", "</style>")
	svg = without(svg, ` class="zr`, `"`)
	var pairs []string
	t := Static
	for _, p := range t.properties() {
		pairs = append(pairs, *p.color, "var("+p.name+")")
	}
	return strings.NewReplacer(pairs...).Replace(svg)
}

// Standalone turns an SVG that ECharts drew with [Static] into a file of its own: on
// paper, in the colors of [Light] written out, so that every program that shows SVG
// can draw it, and in those of [Dark] for a browser whose reader prefers them. title
// names the drawing.
func Standalone(svg, title string) string {
	t, light, dark := Static, Light, Dark
	lights, darks := light.properties(), dark.properties()
	var pairs []string
	var rules strings.Builder
	for i, p := range t.properties() {
		name, color := strings.TrimPrefix(p.name, "--"), *lights[i].color
		for _, attribute := range []string{"fill", "stroke"} {
			mark := "data-" + attribute + `="` + name + `"`
			pairs = append(pairs, attribute+`="`+*p.color+`"`, attribute+`="`+color+`" `+mark)
			rules.WriteString("[" + mark + "]{" + attribute + ":" + *darks[i].color + "}")
		}
		pairs = append(pairs, *p.color, color)
	}
	head, body, _ := strings.Cut(svg, ">")
	return head + ` font-family="sans-serif"><title>` + html.EscapeString(title) + "</title>" +
		"<style>@media (prefers-color-scheme:dark){" + rules.String() + "}</style>" +
		`<rect width="100%" height="100%" fill="` + light.Paper + `" data-fill="paper"/>` +
		strings.NewReplacer(pairs...).Replace(body)
}

// without cuts every stretch that begins with from and ends with to.
func without(s, from, to string) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(s, from)
		b.WriteString(before)
		if !found {
			return b.String()
		}
		_, s, _ = strings.Cut(rest, to)
	}
}
