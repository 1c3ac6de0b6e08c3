package page

import (
	"crypto/sha256"
	"encoding/base64"
	"html/template"
	"io"
)

// Missing is the page for an address that leads nowhere. A static host shows it
// at whatever address was asked for, in a folder of any depth, so it can't refer
// to a file of the site: what it needs is inside, and allowed by its hash.
type Missing struct {
	Style  template.CSS // the style sheet
	Script template.JS  // finds the way home
}

// Policy returns the content security policy of the page.
func (m *Missing) Policy() string {
	return "default-src 'none'; script-src " + source(string(m.Script)) + "; style-src " + source(string(m.Style)) +
		"; img-src data:; base-uri 'none'; form-action 'none'"
}

// source allows exactly one inline script or style.
func source(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// Write writes the page.
func (m *Missing) Write(w io.Writer) error { return templates.ExecuteTemplate(w, "missing.html", m) }
