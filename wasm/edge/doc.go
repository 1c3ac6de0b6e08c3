//go:build js && wasm

// Command edge is the lab as a Cloudflare Worker: package api on the workers
// runtime, through github.com/syumai/workers.
//
// One WebAssembly module has two tasks, told by its first argument:
//
//	serve  answers requests. worker.mjs keeps one such instance, because a start
//	       takes longer than most answers, and takes a new one now and then: what
//	       requests leave behind in it goes with it.
//	run    is one simulated machine, driven by runs.mjs slice by slice. Each run has
//	       an instance of its own, which is dropped with it: linear memory does not
//	       shrink, so this is how memory goes back, and how a run can be stopped
//	       whatever it does.
//
// Rules:
//
//   - A request's promises, streams and timers belong to it. No goroutine of one
//     request waits for one of another, and nothing here uses timers, so that the
//     callback of a request only ever wakes goroutines of its own.
//   - All JavaScript that a goroutine waits for is awaited by [await], which leaves
//     nothing behind.
//   - An answer that is not a stream is handed over in one piece (answer.go): a
//     stream costs buffers on both sides.
//
// # Memory
//
// What is ours is bounded: runs wait for room (runs.mjs), their instances go with them,
// the service's own is replaced, maps hold a thousand entries at most. The runtime's
// process grows nevertheless, with each request to any worker: one of a single line, which
// answers "x", took workerd of April 2026 from 51 MB to 216 MB in 50,000 requests, to 341
// in 100,000 and to 387 in 150,000. A request to this worker passes through it more than
// once. The tests (site/test/edgeload.mjs) therefore ask what plays and answers leave
// behind, which is far from an instance or an answer each.
//
// Package picture beside it draws what programs show of a link.
//
// The files beside it: worker.mjs is what the runtime calls, static.mjs hands out
// the site, runs.mjs plays runs; wrangler.jsonc is the configuration.
package main
