package link

import (
	"strings"

	"clocksweep/core/scenario"
)

// Embed is a way in which an author puts an experiment into a page of his own: what it
// is for, and the lines to copy.
type Embed struct{ ID, Name, Text string }

// Embeds returns the lines for each kind of page. lab is the address of the site's
// root, with the slash at its end, and alt what the picture shows, one line without
// quotes, brackets or markup. The adapters of site/adapters have to be installed once,
// where their names stand.
func Embeds(lab, slug, alt string, changes []scenario.Change) []Embed {
	var pairs []string
	for _, c := range changes {
		_, pair, _ := strings.Cut(Encode(scenario.Link{Changes: []scenario.Change{c}}), "#v=1&")
		pairs = append(pairs, pair) // encoded: no sign in it means anything to a kind of page
	}
	with := func(before, join, after string) string {
		if len(pairs) == 0 {
			return ""
		}
		return before + strings.Join(pairs, join) + after
	}
	fill := func(text string) string {
		return strings.NewReplacer(
			"LAB", lab, "SLUG", slug, "ALT", alt,
			"SET_HTML", with(` set="`, "; ", `"`), "SET_OPTION", with("   :set: ", "; ", "\n"),
			"SET_LINE", with("set: ", "; ", "\n"), "SET_ASCIIDOC", with(`set="`, "; ", `", `),
			"LINK_HTML", with("#v=1&amp;", "&amp;", ""), "LINK", with("#v=1&", "&", ""),
			"FRAME", with("v=1&amp;", "&amp;", "&amp;"),
		).Replace(text)
	}
	list := make([]Embed, len(embeds))
	for i, e := range embeds {
		list[i] = Embed{e.ID, e.Name, fill(e.Text)}
	}
	return list
}

var embeds = []Embed{
	{"element", "HTML", `<script async src="LABembed.js"></script>
<clocksweep-lab experiment="SLUG"SET_HTML>
  <p><a href="LABx/SLUG/LINK_HTML"><img src="LABx/SLUG/picture.svg" alt="ALT" width="640" loading="lazy"></a></p>
</clocksweep-lab>
`},
	{"frame", "HTML without a script", `<iframe src="LABembed/SLUG/#FRAMEtheme=light" title="ALT" loading="lazy" width="100%" height="900" frameborder="0"></iframe>
`},
	{"sphinx", "Sphinx", `.. clocksweep:: SLUG
SET_OPTION   :alt: ALT
`},
	{"hugo", "Hugo", `{{< clocksweep experiment="SLUG"SET_HTML alt="ALT" >}}
`},
	{"mkdocs", "MkDocs", "```clocksweep\nexperiment: SLUG\nSET_LINEalt: ALT\n```\n"},
	{"docusaurus", "Docusaurus", `<Clocksweep experiment="SLUG"SET_HTML alt="ALT" />
`},
	{"asciidoc", "AsciiDoc", `clocksweep::SLUG[SET_ASCIIDOCalt="ALT"]
`},
	{"markdown", "Markdown", `[![ALT](LABx/SLUG/picture.svg)](LABx/SLUG/LINK)
`},
	{"docbook", "DocBook", `<mediaobject>
 <imageobject><imagedata fileref="LABx/SLUG/picture.svg" width="100%"/></imageobject>
 <textobject><phrase>ALT</phrase></textobject>
</mediaobject>
<para><ulink url="LABx/SLUG/LINK_HTML">Run this experiment in the Clocksweep lab</ulink>.</para>
`},
}
