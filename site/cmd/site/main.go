// Command site writes the static site:
//
//	go run ./site/cmd/site [-out site/dist] [-wasm site/build] [-recordings core/replay/testdata/recorded] [-kept site/build/results] [-base https://lab.example/] [-engines DIR]
//
// It is run in the root of the repository, after the wasm programs have been
// built and the packages of site/package.json installed; `make site` does all
// of it.
//
// With -base the pages name their own address, a picture for those who see only
// a link to them, and how they are embedded (Open Graph, oEmbed). Those must be
// absolute addresses, so without it they are left out; everything else is relative
// and works anywhere.
//
// -engines names a folder with engines of earlier versions, as engine/ of an earlier
// site is one. They are published again, so that old links can be run on the engine
// that they were made with.
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
	wasm := flag.String("wasm", "site/build", "folder with the WebAssembly programs")
	recordings := flag.String("recordings", replay.Dir, "folder with the compact recordings of real servers")
	kept := flag.String("kept", "", "folder for the results of runs, which the next build with the same engine finds there")
	base := flag.String("base", "", "address of the site's root, for what links elsewhere show of a page; without it that is left out")
	engines := flag.String("engines", "", "folder with engines of earlier versions, as engine/ of an earlier site")
	out := flag.String("out", "site/dist", "folder to write")
	flag.Parse()
	sizes, err := generate.Site(generate.Config{Site: *source, Wasm: *wasm, Out: filepath.Clean(*out), Recordings: *recordings, Kept: *kept, Base: *base, Engines: *engines})
	if err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(1)
	}
	fmt.Printf("%12s%12s  %s\n", "bytes", "brotli", *out)
	for _, s := range sizes {
		fmt.Printf("%12d%12d  %s\n", s.Plain, s.Brotli, s.Name)
	}
}
