package supply

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/CycloneDX/cyclonedx-go"
)

// BOM returns the dependencies as a CycloneDX bill of materials in JSON. It has
// neither a time nor a serial number: the same dependencies give the same bytes.
func BOM(version string, all []Dependency) ([]byte, error) {
	bom := cyclonedx.NewBOM()
	bom.Metadata = &cyclonedx.Metadata{Component: &cyclonedx.Component{
		BOMRef: "clocksweep", Type: cyclonedx.ComponentTypeApplication, Name: "clocksweep", Version: version,
		Licenses: &cyclonedx.Licenses{{License: &cyclonedx.License{ID: "Apache-2.0"}}},
	}}
	var components []cyclonedx.Component
	for _, d := range all {
		c, err := component(&d)
		if err != nil {
			return nil, err
		}
		components = append(components, c)
	}
	bom.Components = &components
	var out bytes.Buffer
	encoder := cyclonedx.NewBOMEncoder(&out, cyclonedx.BOMFileFormatJSON)
	encoder.SetPretty(true)
	if err := encoder.EncodeVersion(bom, cyclonedx.SpecVersion1_5); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

func component(d *Dependency) (cyclonedx.Component, error) {
	url := packageURL(d)
	c := cyclonedx.Component{
		BOMRef: url, PackageURL: url, Type: cyclonedx.ComponentTypeLibrary, Name: d.Name, Version: d.Version,
		Description: d.Reason, Licenses: &cyclonedx.Licenses{{Expression: d.License}}, Scope: cyclonedx.ScopeRequired,
	}
	if d.Kind == NPM && d.Part != "page" {
		c.Scope = cyclonedx.ScopeExcluded // a tool: nothing of it is in what a reader gets
	}
	if encoded, ok := strings.CutPrefix(d.Hash, "sha512-"); ok {
		sum, err := base64.StdEncoding.DecodeString(encoded)
		if err != nil {
			return c, fmt.Errorf("%s: its hash can't be read: %w", d.Name, err)
		}
		c.Hashes = &[]cyclonedx.Hash{{Algorithm: cyclonedx.HashAlgoSHA512, Value: hex.EncodeToString(sum)}}
	} else {
		// go.sum's hash is of a list of hashes, which CycloneDX has no name for.
		c.Properties = &[]cyclonedx.Property{{Name: "go.sum", Value: d.Hash}}
	}
	return c, nil
}

// packageURL names a dependency in the notation of package-url.
func packageURL(d *Dependency) string {
	if d.Kind == Go {
		return "pkg:golang/" + d.Name + "@" + d.Version
	}
	return "pkg:npm/" + strings.Replace(d.Name, "@", "%40", 1) + "@" + d.Version
}
