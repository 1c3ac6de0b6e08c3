package api

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"sort"
	"strings"
	"sync"
	"unicode/utf8"

	"clocksweep/core/experiment"
	"clocksweep/core/link"
	"clocksweep/core/scenario"
)

// Order says which runs are asked for. Its parts are put together in this order, a
// later one winning: the experiment, the text or the link, the settings.
type Order struct {
	Experiment string                     `json:"experiment,omitempty"` // slug; empty: pgbench with nothing but defaults
	Run        string                     `json:"run,omitempty"`        // only this run of it
	Link       string                     `json:"link,omitempty"`       // of a page of the lab
	Text       string                     `json:"text,omitempty"`       // as in postgresql.conf
	Settings   map[string]json.RawMessage `json:"settings,omitempty"`   // name or RUN.name, and a text, number or boolean
}

// order is an [Order] understood.
type order struct {
	Order
	experiment *experiment.Experiment // nil: none
	file       *scenario.File         // of the text, or empty
	changes    []scenario.Change
	scenarios  []*scenario.Scenario
}

// gallery is read once; a request looks up more than one experiment.
var gallery = sync.OnceValue(experiment.All)

func bySlug(slug string) (*experiment.Experiment, bool) {
	for _, e := range gallery() {
		if e.Slug == slug {
			return e, true
		}
	}
	return nil, false
}

func slugs() string {
	var names []string
	for _, e := range gallery() {
		names = append(names, e.Slug)
	}
	return strings.Join(names, ", ")
}

// newReader is a reader of a text.
func newReader(text string) io.Reader { return strings.NewReader(text) }

// plain drops the package's name from an error of encoding/json.
func plain(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errors.New("the JSON ends too early")
	}
	return errors.New(strings.TrimPrefix(err.Error(), "json: "))
}

// readOrder reads the order of a request for runs.
func (s *service) readOrder(r *http.Request) (*order, *Problem) {
	var o Order
	var wrong *Problem
	if r.Method == http.MethodPost {
		o, wrong = s.readBody(r)
	} else {
		o, wrong = readQuery(r.URL.RawQuery)
	}
	if wrong != nil {
		return nil, wrong
	}
	return o.understand()
}

// body reads the body of a request, within the limit.
func (s *service) body(r *http.Request) (string, *Problem) {
	most := s.limits.BodyBytes
	tooLong := func(n int64) *Problem {
		p := problem(http.StatusRequestEntityTooLarge, "limit-body", fmt.Sprintf("the body is longer than %d bytes, the most that is taken here", most))
		p.Limit = &limit{"body", most, max(n, 0), "bytes"}
		p.Legal = fmt.Sprintf("at most %d bytes", most)
		p.Command = "clocksweep run FILE"
		return p
	}
	if r.ContentLength > most {
		return "", tooLong(r.ContentLength)
	}
	if r.Body == nil {
		return "", nil
	}
	data, err := io.ReadAll(io.LimitReader(r.Body, most+1))
	if err != nil {
		return "", problem(http.StatusBadRequest, "broken", "the body broke off: "+err.Error())
	}
	if int64(len(data)) > most {
		return "", tooLong(0)
	}
	if !utf8.Valid(data) {
		return "", problem(http.StatusBadRequest, "broken", "the body is not UTF-8")
	}
	return string(data), nil
}

// readBody reads a scenario as JSON, as settings text or as a link.
func (s *service) readBody(r *http.Request) (Order, *Problem) {
	text, wrong := s.body(r)
	if wrong != nil {
		return Order{}, wrong
	}
	kind, _, err := mime.ParseMediaType(header(r, "Content-Type"))
	if err != nil {
		kind = "text/plain"
	}
	var o Order
	switch {
	case kind == "application/json":
		if err := strict(text, &o); err != nil {
			return o, notJSON(err, "experiment, run, link, text and settings")
		}
	case isLink(text):
		o.Link = strings.TrimSpace(text)
	case kind == "text/plain" || kind == "application/x-www-form-urlencoded": // what curl -d says
		o.Text = text
	default:
		return o, problem(http.StatusUnsupportedMediaType, "media-type", "a scenario is not taken as "+kind+"; legal is application/json, or text/plain for settings and links")
	}
	return o, nil
}

func notJSON(err error, members string) *Problem {
	return problem(http.StatusBadRequest, "not-json", "the body is not the JSON that is expected: "+err.Error()+"; legal is an object with "+members)
}

// isLink tells a link from settings text: one word that looks like an address.
func isLink(text string) bool {
	text = strings.TrimSpace(text)
	if text == "" || strings.ContainsAny(text, " \t\r\n") {
		return false
	}
	for _, start := range []string{"#v=", "?", "/", "http://", "https://"} {
		if strings.HasPrefix(text, start) {
			return true
		}
	}
	return false
}

// readQuery reads the query of an address: the keys of a link, and experiment, run
// and link.
func readQuery(query string) (Order, *Problem) {
	l, errs := link.Decode("?" + query)
	var o Order
	var unknown []error
	for _, u := range l.Unknown {
		switch u.Name {
		case "experiment":
			o.Experiment = u.Value
		case "run":
			o.Run = u.Value
		case "link":
			o.Link = u.Value
		default:
			unknown = append(unknown, unknownSetting(u.Name))
		}
	}
	for _, err := range errs { // Decode tells of the three above too
		var e *scenario.Error
		if !errors.As(err, &e) || e.Setting == "" || e.Setting == "v" || e.Setting == "z" {
			unknown = append(unknown, err)
		}
	}
	if len(unknown) > 0 {
		return o, notLegal(unknown)
	}
	o.Settings = map[string]json.RawMessage{}
	for _, c := range l.Changes {
		value, _ := json.Marshal(c.Value)
		o.Settings[c.Key()] = value
	}
	return o, nil
}

// unknownSetting lets the registry say what is wrong with a name.
func unknownSetting(name string) error { return scenario.New().Set(name, "") }

// understand makes scenarios of an order.
func (o *Order) understand() (*order, *Problem) {
	u := &order{Order: *o}
	if wrong := u.readParts(); wrong != nil {
		return nil, wrong
	}
	scenarios, errs := u.build(nil)
	if len(errs) > 0 {
		return nil, notLegal(errs)
	}
	u.scenarios = scenarios
	return u, nil
}

func (u *order) readParts() *Problem {
	var errs []error
	if u.Link != "" {
		l, wrong := link.Decode(u.Link)
		errs = append(errs, wrong...)
		u.changes = l.Changes
		if u.Experiment == "" {
			u.Experiment = l.Experiment
		}
		if l.Experiment == "" && len(l.Changes) == 0 && len(wrong) == 0 {
			errs = append(errs, &scenario.Error{Setting: "link", Value: u.Link, Problem: "names neither an experiment nor a setting",
				Legal: "a link with /x/EXPERIMENT/ or #v=1&NAME=VALUE in it"})
		}
	}
	if u.Experiment != "" {
		e, ok := bySlug(u.Experiment)
		if !ok {
			errs = append(errs, &scenario.Error{Setting: "experiment", Value: u.Experiment, Problem: "is not an experiment", Legal: slugs()})
		}
		if u.Text != "" {
			errs = append(errs, &scenario.Error{Setting: "text", Problem: "an experiment has settings of its own", Legal: "settings or a link beside it, or the text alone"})
		}
		u.experiment = e
	}
	file, wrong := scenario.Parse(u.Text)
	u.file = file
	errs = append(errs, wrong...)
	changes, wrong := u.settings()
	u.changes = append(u.changes, changes...)
	if errs = append(errs, wrong...); len(errs) > 0 {
		return notLegal(errs)
	}
	return nil
}

// settings returns the changes of Settings in the order of their names, those of one
// run behind those of all, so that they win.
func (u *order) settings() (changes []scenario.Change, errs []error) {
	var keys []string
	for key := range u.Settings {
		keys = append(keys, key)
	}
	oneRun := func(key string) bool { return strings.Contains(key, ".") }
	sort.Slice(keys, func(i, j int) bool {
		if a, b := oneRun(keys[i]), oneRun(keys[j]); a != b {
			return b
		}
		return keys[i] < keys[j]
	})
	for _, key := range keys {
		value, ok := settingText(u.Settings[key])
		if !ok {
			errs = append(errs, &scenario.Error{Setting: key, Value: string(u.Settings[key]), Problem: "is not a value", Legal: "a text, a number, true or false"})
			continue
		}
		run, name, ok := scenario.SplitKey(key)
		if !ok {
			errs = append(errs, unknownSetting(name))
			continue
		}
		changes = append(changes, scenario.Change{Run: run, Name: name, Value: value})
	}
	return changes, errs
}

// settingText returns a JSON value as it stands in a configuration file.
func settingText(value json.RawMessage) (string, bool) {
	text := strings.TrimSpace(string(value))
	switch {
	case strings.HasPrefix(text, `"`):
		var s string
		err := json.Unmarshal(value, &s)
		return s, err == nil
	case text == "true":
		return "on", true
	case text == "false":
		return "off", true
	case text == "" || text == "null" || text[0] == '{' || text[0] == '[':
		return "", false
	}
	return text, true
}

// build makes the scenarios with more changes.
func (u *order) build(more []scenario.Change) ([]*scenario.Scenario, []error) {
	changes := append(u.changes[:len(u.changes):len(u.changes)], more...)
	if u.experiment != nil {
		return u.experiment.Scenarios(changes, u.Run)
	}
	all, errs := u.file.With(changes)
	var chosen []*scenario.Scenario
	for _, sc := range all {
		if u.Run == "" || sc.Run == u.Run {
			chosen = append(chosen, sc)
		}
	}
	if len(chosen) == 0 {
		errs = append(errs, &scenario.Error{Setting: "run", Value: u.Run, Problem: "is not a run of this scenario",
			Legal: strings.Trim(strings.Join(u.file.Names(), " or ")+" or none", " ")})
	}
	return chosen, errs
}
