// Command site writes the static site:
//
//	go run ./site/cmd/site [-out site/dist] [-wasm site/build] [-recordings core/replay/testdata/recorded] [-kept site/build/results]
//
// It is run in the root of the repository, after the wasm programs have been
// built and the packages of site/package.json installed; `make site` does all
// of it.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"clocksweep/core/replay"
	"clocksweep/site/generate"
)

func main() {
	source := flag.String("site", "site", "folder of the site's sources")
	wasm := flag.String("wasm", "site/build", "folder with page.wasm and sim.wasm")
	recordings := flag.String("recordings", replay.Dir, "folder with the compact recordings of real servers")
	kept := flag.String("kept", "", "folder for the results of runs, which the next build with the same engine finds there")
	out := flag.String("out", "site/dist", "folder to write")
	flag.Parse()
	sizes, err := generate.Site(generate.Config{Site: *source, Wasm: *wasm, Out: filepath.Clean(*out), Recordings: *recordings, Kept: *kept})
	if err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(1)
	}
	fmt.Printf("%12s%12s  %s\n", "bytes", "brotli", *out)
	for _, s := range sizes {
		fmt.Printf("%12d%12d  %s\n", s.Plain, s.Brotli, s.Name)
	}
}
