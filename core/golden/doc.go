// Package golden proves that results are the same everywhere: it has no code, only
// lists of scenarios with the hash of each one's result, and tests that compare.
//
// testdata/scenarios has 200 random scenarios, testdata/experiments every run of
// every experiment and chapter, cut short. The Go tests play them natively and on other
// processors ("make test-processors"); tests of the site play them as WebAssembly, in
// browsers and in the edge's runtime. All read these files. A change of the engine
// that changes results rewrites them:
//
//	go test ./core/golden -rewrite
//
// after server.Engine is raised: the files name the engine that made them, and another
// hash of the same engine is refused. New scenarios are written without that.
package golden
