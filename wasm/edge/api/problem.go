package api

import (
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"

	"clocksweep/core/scenario"
)

// problems is where the kinds of problems are explained, on the deployment page.
const problems = "/deployment/index.html#"

// Problem is the answer to a request that is not fulfilled (RFC 9457).
type Problem struct {
	Type   string `json:"type"`
	Title  string `json:"title"`
	Status int    `json:"status"`
	Detail string `json:"detail"`

	Errors  []settingProblem `json:"errors,omitempty"` // all that is not legal
	Limit   *limit           `json:"limit,omitempty"`
	Setting string           `json:"setting,omitempty"` // that goes beyond it
	Value   string           `json:"value,omitempty"`
	Legal   string           `json:"legal,omitempty"`   // the nearest that works
	Command string           `json:"command,omitempty"` // that does it on a machine of one's own
}

// settingProblem is what is wrong with one setting.
type settingProblem struct {
	Setting string `json:"setting,omitempty"`
	Value   string `json:"value,omitempty"`
	Problem string `json:"problem"`
	Legal   string `json:"legal,omitempty"`
	Line    int    `json:"line,omitempty"`
}

func (p *Problem) Error() string { return p.Detail }

// problem makes one without details.
func problem(status int, kind, detail string) *Problem {
	return &Problem{Type: problems + kind, Title: http.StatusText(status), Status: status, Detail: detail}
}

// notLegal is the problem of settings.
func notLegal(errs []error) *Problem {
	p := problem(http.StatusBadRequest, "not-legal", "")
	p.Title = "A setting is not legal"
	var texts []string
	for _, err := range errs {
		texts = append(texts, err.Error())
		var e *scenario.Error
		if errors.As(err, &e) {
			p.Errors = append(p.Errors, settingProblem{e.Setting, e.Value, e.Problem, e.Legal, e.Line})
		} else {
			p.Errors = append(p.Errors, settingProblem{Problem: err.Error()})
		}
	}
	p.Detail = strings.Join(texts, "; ")
	return p
}

// document returns the problem as JSON.
func (p *Problem) document() []byte {
	b, err := json.Marshal(p)
	if err != nil {
		panic("api: " + err.Error()) // strings and numbers only
	}
	return b
}

// write answers with the problem.
func (p *Problem) write(w http.ResponseWriter) {
	body := p.document()
	h := w.Header()
	h.Set("Content-Type", "application/problem+json")
	h.Set("Content-Length", strconv.Itoa(len(body)))
	h.Set("Cache-Control", "no-store")
	if p.Status == http.StatusServiceUnavailable {
		h.Set("Retry-After", "5")
	}
	w.WriteHeader(p.Status)
	w.Write(body)
}

// asProblem makes a problem of any error.
func asProblem(err error) *Problem {
	var p *Problem
	if errors.As(err, &p) {
		return p
	}
	return problem(http.StatusInternalServerError, "failed", "the run failed: "+err.Error())
}
