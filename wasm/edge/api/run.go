package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"clocksweep/core/report"
	"clocksweep/core/result"
	"clocksweep/core/scenario"
	"clocksweep/core/server"
	"clocksweep/core/sweep"
)

// attempts is how often a run is asked for before it counts as failed.
const attempts = 3

// binary is the media type of one result's binary form.
const binary = "application/octet-stream"

// run is GET and POST /api/run.
func (s *service) run(w http.ResponseWriter, r *http.Request) {
	u, wrong := s.readOrder(r)
	if wrong != nil {
		wrong.write(w)
		return
	}
	form := "json"
	if strings.Contains(header(r, "Accept"), binary) {
		form = "binary"
		if len(u.scenarios) != 1 {
			problem(http.StatusNotAcceptable, "one-run", fmt.Sprintf("%s is the form of one run, and these are %d; legal is application/json, or a run", binary, len(u.scenarios))).write(w)
			return
		}
	}
	for _, sc := range u.scenarios {
		if wrong := s.limits.check(sc); wrong != nil {
			wrong.Command = u.command()
			wrong.write(w)
			return
		}
	}
	h := w.Header()
	tag := etag(u.scenarios, form)
	h.Set("ETag", tag)
	h.Set("Cache-Control", "no-cache") // the address does not name the engine: ask, and be told 304
	h.Set("Vary", "Accept")
	if r.Method != http.MethodPost && matches(header(r, "If-None-Match"), tag) {
		w.WriteHeader(http.StatusNotModified) // nothing else can have come out
		return
	}
	results, kept, wrong := s.results(r.Context(), u.scenarios)
	if wrong != nil {
		h.Del("ETag")
		if wrong.Limit != nil {
			wrong.Command = u.command()
		}
		wrong.write(w)
		return
	}
	h.Set("Clocksweep-Kept", strconv.FormatBool(kept))
	if len(u.scenarios) == 1 {
		h.Set("Clocksweep-Key", sweep.Key(server.Engine, nameless(u.scenarios[0])))
	}
	if form == "binary" {
		send(w, r, binary, result.Append(nil, results[0]))
		return
	}
	send(w, r, "application/json", report.JSON(u.experiment, results, 0))
}

// send answers with a body.
func send(w http.ResponseWriter, r *http.Request, kind string, body []byte) {
	h := w.Header()
	h.Set("Content-Type", kind)
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(http.StatusOK)
	if r.Method != http.MethodHead {
		w.Write(body)
	}
}

// etag names what an order gives in a form, known before it is carried out.
func etag(scenarios []*scenario.Scenario, form string) string {
	hash := fnv.New64a()
	for _, sc := range scenarios {
		fmt.Fprintf(hash, "%q %q %q\n", sc.Experiment, sc.Run, sweep.Key(server.Engine, nameless(sc)))
	}
	return fmt.Sprintf(`"%s-%016x-%s"`, server.Engine, hash.Sum64(), form)
}

// matches reads If-None-Match.
func matches(header, tag string) bool {
	for part := range strings.SplitSeq(header, ",") {
		if part = strings.TrimPrefix(strings.TrimSpace(part), "W/"); part == tag || part == "*" {
			return true
		}
	}
	return false
}

// nameless is the scenario as no experiment's, under which its result is kept.
func nameless(sc *scenario.Scenario) *scenario.Scenario {
	bare := *sc
	bare.Experiment, bare.Run = "", ""
	return &bare
}

// results returns the results of scenarios: one of them is played here, several are
// asked for one by one. kept tells that none had to be played.
func (s *service) results(ctx context.Context, scenarios []*scenario.Scenario) (results []*result.Result, kept bool, wrong *Problem) {
	if len(scenarios) == 1 {
		r, kept, wrong := s.result(ctx, scenarios[0])
		return []*result.Result{r}, kept, wrong
	}
	if len(scenarios) > s.limits.Subrequests {
		return nil, false, tooManyRuns(&sweep.TooManyRuns{Runs: len(scenarios), Most: s.limits.Subrequests})
	}
	results = make([]*result.Result, len(scenarios))
	all := make([]bool, len(scenarios))
	wrongs := make([]*Problem, len(scenarios))
	s.sideBySide(ctx, len(scenarios), func(i int) {
		results[i], all[i], wrongs[i] = s.asked(ctx, scenarios[i])
	})
	kept = true
	for i := range scenarios {
		if wrongs[i] != nil {
			return nil, false, wrongs[i]
		}
		kept = kept && all[i]
	}
	return results, kept, nil
}

// sideBySide does n things, a few at a time.
func (s *service) sideBySide(ctx context.Context, n int, do func(i int)) {
	var one sync.Mutex
	next := 0
	var all sync.WaitGroup
	for range min(n, s.limits.Parallel) {
		all.Go(func() {
			for {
				one.Lock()
				i := next
				next++
				one.Unlock()
				if i >= n || ctx.Err() != nil {
					return
				}
				do(i)
			}
		})
	}
	all.Wait()
}

// result finds a result or plays the run here.
func (s *service) result(ctx context.Context, sc *scenario.Scenario) (r *result.Result, kept bool, wrong *Problem) {
	bare := nameless(sc)
	key := sweep.Key(server.Engine, bare)
	if data, ok := s.platform.Find(ctx, key); ok {
		if r, err := result.Decode(data); err == nil && sweep.Same(server.Engine, bare, r) {
			return named(r, sc), true, nil
		}
	}
	r, err := s.platform.Simulate(ctx, bare, s.limits.budget())
	var spent *Spent
	if errors.As(err, &spent) {
		return nil, false, s.limits.spent(sc, spent)
	}
	if err == nil && !sweep.Same(server.Engine, bare, r) {
		err = errors.New("the result is of another scenario")
	}
	if err != nil {
		return nil, false, asProblem(err)
	}
	s.platform.Keep(ctx, key, result.Append(nil, r))
	return named(r, sc), false, nil
}

// named puts the names of experiment and run into a kept result, which makes it the
// one of a command line, hash included.
func named(r *result.Result, sc *scenario.Scenario) *result.Result {
	r.Experiment, r.Run = sc.Experiment, sc.Run
	return r
}

// asked finds a result or asks for it as a request of its own.
func (s *service) asked(ctx context.Context, sc *scenario.Scenario) (r *result.Result, kept bool, wrong *Problem) {
	bare := nameless(sc)
	if data, ok := s.platform.Find(ctx, sweep.Key(server.Engine, bare)); ok {
		if r, err := result.Decode(data); err == nil && sweep.Same(server.Engine, bare, r) {
			return named(r, sc), true, nil
		}
	}
	body, err := json.Marshal(Order{Text: bare.Text()})
	if err != nil {
		return nil, false, asProblem(err)
	}
	for range attempts {
		var again bool
		if r, again, wrong = s.askOnce(ctx, bare, body); wrong == nil {
			return named(r, sc), false, nil
		}
		if !again || ctx.Err() != nil {
			break
		}
	}
	return nil, false, wrong
}

// askOnce asks for one result. again tells that another attempt may succeed.
func (s *service) askOnce(ctx context.Context, bare *scenario.Scenario, body []byte) (r *result.Result, again bool, wrong *Problem) {
	status, answer, err := s.platform.Ask(ctx, "/api/run", binary, body)
	if err != nil {
		return nil, true, problem(http.StatusBadGateway, "failed", "the request for a run had no answer: "+err.Error())
	}
	defer answer.Close()
	data, err := io.ReadAll(answer)
	if err != nil {
		return nil, true, problem(http.StatusBadGateway, "failed", "the answer of a run broke off: "+err.Error())
	}
	if status != http.StatusOK {
		p := &Problem{}
		if err := json.Unmarshal(data, p); err != nil || p.Detail == "" {
			p = problem(http.StatusBadGateway, "failed", fmt.Sprintf("the request for a run was answered with %d", status))
		}
		return nil, status >= 500 || status == http.StatusTooManyRequests, p
	}
	if r, err = result.Decode(data); err != nil || !sweep.Same(server.Engine, bare, r) {
		return nil, true, problem(http.StatusBadGateway, "failed", "the answer of a run is not its result")
	}
	return r, false, nil
}
