package generate

import (
	"path/filepath"

	"clocksweep/core/server"
	"clocksweep/site/page"
	"clocksweep/site/supply"
)

// bomFile is where the bill of materials lies, from the page about it.
const bomFile = "bom.json"

// dependencies writes the page of what the project is made of, and its bill of
// materials.
func (b *builder) dependencies() error {
	all, err := supply.Read(filepath.Dir(b.Site))
	if err != nil {
		return err
	}
	bom, err := supply.BOM(server.Engine, all)
	if err != nil {
		return err
	}
	if err := b.write("dependencies/"+bomFile, bom); err != nil {
		return err
	}
	p := &page.Dependencies{
		Frame: b.frame("What Clocksweep is made of · Clocksweep",
			"Every library in Clocksweep with its version, license and the reason why it is there.", "../"),
		BOM: bomFile,
	}
	for _, d := range all {
		row := page.Dependency{Kind: d.Kind, Name: d.Name, Version: d.Version, License: d.License, Part: d.Part, Reason: d.Reason}
		switch {
		case d.Direct:
			p.Direct = append(p.Direct, row)
		case d.Project == supply.Docusaurus:
			p.Tested++
		default:
			p.Indirect = append(p.Indirect, row)
		}
	}
	return b.html("dependencies/index.html", p)
}
