package api

import (
	"net/http"
	"net/url"
	"strings"

	"clocksweep/core/experiment"
	"clocksweep/core/link"
	"clocksweep/core/scenario"
)

// labName is what the page without an experiment is called in addresses, and its
// title in words.
const (
	labName  = "lab"
	labTitle = "Clocksweep: a lab for PostgreSQL’s buffers"
)

// shown is a page of the site that a link leads to: of an experiment, or the lab.
type shown struct {
	experiment *experiment.Experiment // nil: the lab
	changes    []scenario.Change
}

// shownAt reads an address of the site. Nothing in a link is fatal, as in the pages
// themselves; but it has to lead to a page that there is.
func shownAt(address string) (shown, bool) {
	u, err := url.Parse(address)
	if err != nil {
		return shown{}, false
	}
	path := u.Path
	if i := strings.Index("/"+path, "/embed/"); i >= 0 { // an embed has the links of its page
		path = "x/" + path[i+len("embed/"):]
	}
	l, _ := link.Decode((&url.URL{Path: path, RawQuery: u.RawQuery, Fragment: u.Fragment, RawFragment: u.RawFragment}).String())
	page := shown{changes: l.Changes}
	if l.Experiment != "" {
		e, ok := bySlug(l.Experiment)
		page.experiment = e
		return page, ok
	}
	return page, strings.Contains("/"+u.Path, "/"+labName+"/")
}

func (p *shown) name() string {
	if p.experiment == nil {
		return labName
	}
	return p.experiment.Slug
}

// title names the page with its changes.
func (p *shown) title() string {
	if p.experiment == nil {
		return link.Title(labTitle, p.changes)
	}
	return link.Title(p.experiment.Title, p.changes)
}

// fragment is what stands behind the # of its link, with the #; empty if there are no
// changes.
func (p *shown) fragment() string {
	text := link.Encode(scenario.Link{Experiment: p.name(), Changes: p.changes})
	if i := strings.IndexByte(text, '#'); i >= 0 {
		return text[i:]
	}
	return ""
}

// picture is the address of its picture, from the root of the site.
func (p *shown) picture() string {
	address := "og/" + p.name() + ".png"
	if fragment := p.fragment(); fragment != "" {
		address += "?" + fragment[1:]
	}
	return address
}

// base is the address of the site's root.
func base(r *http.Request) string {
	scheme, host := r.URL.Scheme, r.URL.Host
	if scheme == "" {
		scheme = "http"
	}
	if host == "" {
		host = r.Host
	}
	return scheme + "://" + host + "/"
}
