// Package api is the lab as a service: it plays scenarios and sweeps for whoever
// sends them over HTTP. It is plain Go, knows no runtime and is tested natively;
// package main beside it puts it into a Cloudflare Worker.
//
// The idea: a request becomes an [order], an order one scenario or several, a
// scenario a result. A result depends on engine version, scenario and seed only, so
// it is kept for ever under these three ([clocksweep/core/sweep.Key]) without the
// names of experiment and run, which are put in when it is handed out; the hash is
// that of the same run on a command line. What serves requests, keeps results and
// plays runs is a [Platform].
//
// Rules:
//
//   - What is more than one run is spread: each run is a request of its own to the
//     same service, so that each may be played on another machine. A sweep of more
//     runs than one request may ask for is cut into sweeps of parts of it.
//   - A run that fails for reasons of its machine is asked for again, [attempts]
//     times in all. A stream that breaks off is asked for what is missing.
//   - What is not legal, or more than [Limits] allow, is answered by a [Problem]
//     (RFC 9457): a sentence, the setting, what is legal, and the command line that
//     would do it.
//   - No timers: what waits, waits for an answer.
package api
