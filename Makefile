# Every task a person does. `make` alone lists them.
# Needed beforehand: Go, Node with npm, and for tests Chromium, Firefox and a
# PostgreSQL server, which are installed as Debian packages where that is possible.

.DEFAULT_GOAL := help
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c

BUILD    := site/build
DIST     := site/dist
EDGE     := $(BUILD)/edge
CHROMIUM := /usr/bin/chromium
HEADLESS := /usr/bin/chromium-headless-shell
QEMU     := /usr/bin/qemu-aarch64-static
FIREFOX  := /usr/bin/firefox-esr
# Generators of documents, for the tests of the adapters: the Debian package of each.
GENERATORS := /usr/bin/sphinx-build:python3-sphinx /usr/bin/hugo:hugo /usr/bin/mkdocs:mkdocs \
	/usr/bin/asciidoctor:asciidoctor /usr/bin/xsltproc:xsltproc \
	/usr/share/xml/docbook/stylesheet/docbook-xsl/xhtml/docbook.xsl:docbook-xsl \
	/usr/share/xml/docbook/schema/dtd/4.5/docbookx.dtd:docbook-xml
# The one that is a package of npm, with a lock of its own: nobody needs it who does not
# test the adapters.
DOCUSAURUS := site/test/docusaurus/node_modules/.installed
WASM_GO  := GOOS=js GOARCH=wasm go build -trimpath -buildvcs=false -ldflags='-s -w'
# The environment and the arguments of a Go program in Node may be 12 kB long
# together, and a developer's environment often is longer.
NODE_GO  := env -i HOME="$$HOME" PATH="$$PATH:$$(go env GOROOT)/lib/wasm" GOPATH="$$(go env GOPATH)" \
            GOMODCACHE="$$(go env GOMODCACHE)" GOCACHE="$$(go env GOCACHE)" GOPROXY="$$(go env GOPROXY)" \
            GOFLAGS="$$(go env GOFLAGS)" GOOS=js GOARCH=wasm

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: run
run: site ## build everything, serve the site on this machine and print its address
	@go run ./site/cmd/serve -dir $(DIST)

.PHONY: site
site: wasm site/node_modules/.installed ## write the static site into site/dist; BASE=https://... names its address, ENGINES=DIR keeps earlier engines
	@go run ./site/cmd/site -out $(DIST) -wasm $(BUILD) -kept $(BUILD)/results $(if $(BASE),-base $(BASE)) $(if $(ENGINES),-engines $(ENGINES))

.PHONY: file
file: site ## write one experiment as one HTML file that works offline: EXPERIMENT=shared-buffers-challenge
	@node site/js/one-file.mjs $(DIST) $(EXPERIMENT) "$(BASE)" > $(BUILD)/$(EXPERIMENT).html
	@ls -sh $(BUILD)/$(EXPERIMENT).html

.PHONY: wasm
wasm: ## build the WebAssembly programs into site/build
	@mkdir -p $(BUILD)
	@$(WASM_GO) -o $(BUILD)/sim.wasm ./wasm/sim
	@$(WASM_GO) -o $(BUILD)/page.wasm ./wasm/page
	@$(WASM_GO) -o $(BUILD)/yours.wasm ./wasm/yours

.PHONY: edge
edge: site edge-program ## serve the site with the edge worker, in the runtime of the platform, and print its address
	@cd site && WRANGLER_SEND_METRICS=false CI=1 exec node node_modules/wrangler/bin/wrangler.js dev --local \
		--config ../wasm/edge/wrangler.jsonc --persist-to build/edge-cache

.PHONY: edge-program
edge-program:
	@mkdir -p $(EDGE)
	@$(WASM_GO) -o $(EDGE)/edge.wasm ./wasm/edge
	@cp wasm/edge/*.mjs "$$(go env GOROOT)/lib/wasm/wasm_exec.js" $(EDGE)/

# The Go tests, the longest of which are of one package each, and the packages of
# Docusaurus, which take half a minute of the network, side by side; then the site's, in
# browsers that have the machine to themselves.
.PHONY: test
test: check ## check and test everything: Go natively and as WebAssembly, the site in Chromium and Firefox
	@$(MAKE) --no-print-directory -j 2 --output-sync=target test-go test-cases test-wasm test-processors $(DOCUSAURUS)
	@$(MAKE) --no-print-directory test-site
	@echo "make test: everything passed"

.PHONY: check
check:
	@echo "== gofmt and go vet"
	@unformatted="$$(gofmt -l core charts wasm site/*.go site/cmd site/generate site/page site/serve)"; \
		if [ -n "$$unformatted" ]; then echo "gofmt would change, run make fmt: $$unformatted"; exit 1; fi
	@go vet ./...
	@GOOS=js GOARCH=wasm go vet ./core/... ./charts/... ./wasm/...

.PHONY: test-go
test-go: postgresql site/node_modules/.installed
	@echo "== Go tests, with the engine's invariants checked at every step"
	@go test -tags invariants $$(go list ./... | grep -v /wasm$$)

# Whole experiments, which would take minutes with the invariants.
.PHONY: test-cases
test-cases:
	@echo "== The program of the browser under Node, and the cases that users reported"
	@go test ./wasm ./core/cases

# The same results on processors of 32 bits and of another kind, the latter emulated.
.PHONY: test-processors
test-processors: $(QEMU)
	@echo "== Equal results on 386 and, emulated, on arm64"
	@GOARCH=386 go test ./core/golden
	@GOARCH=arm64 go test -exec $(QEMU) ./core/golden

# What can differ as WebAssembly: results to the last bit, the replay of recordings,
# codecs, what runs only there. The server's own tests, whole runs most of them, and
# the command line's are left to the native ones. The beginnings of all runs, of
# core/golden, are played by the program that is shipped, in Chromium, Firefox and the
# edge's runtime (site/test/golden.test.mjs).
.PHONY: test-wasm
test-wasm:
	@echo "== Go tests as WebAssembly, in Node: the engine as it is shipped"
	@$(NODE_GO) go test $$(go list ./core/... | grep -v -e /core/server$$ -e /core/guide$$ -e /core/golden$$ -e /core/cmd/) ./charts/... ./wasm/...

.PHONY: test-site
test-site: site edge-program $(CHROMIUM) $(HEADLESS) $(FIREFOX) generators $(DOCUSAURUS)
	@echo "== Tests of the built site: sizes, equal results, the pages in Chromium and Firefox"
	@go build -buildvcs=false -o $(BUILD)/serve ./site/cmd/serve
	@go build -buildvcs=false -o $(BUILD)/clocksweep ./core/cmd/clocksweep
	@$(WASM_GO) -o $(BUILD)/clocksweep.wasm ./core/cmd/clocksweep
	@node --test --test-reporter=spec --test-concurrency=2 site/test/*.test.mjs

.PHONY: bench
bench: site edge-program $(CHROMIUM) ## measure speed and sizes, each with its ratio to the last release; KEEP=1 keeps the figures at a release
	@go build -buildvcs=false -o $(BUILD)/serve ./site/cmd/serve
	@go build -buildvcs=false -o $(BUILD)/clocksweep ./core/cmd/clocksweep
	@node site/bench/main.mjs $(if $(KEEP),-keep)
	@node site/bench/tasks.mjs

# Every fuzz target for FUZZTIME, one after the other; with the engine's invariants,
# which the whole scenarios of core/server are played under. Left to itself Go would
# spend a minute on making each input shorter that reaches new code.
FUZZTIME ?= 30s
.PHONY: fuzz
fuzz: ## run every fuzz target in turn, each for FUZZTIME=30s; inputs that fail are left in the package's testdata
	@grep -rnoE --include='*_test.go' '^func Fuzz[A-Za-z0-9]+' core charts wasm site/generate site/page site/serve | \
		sed -E 's|^(.*)/[^/]+:[0-9]+:func (.*)|\1 \2|' | sort | while read -r package target; do \
			echo "== $$target of $$package"; \
			go test -tags invariants -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 1s "./$$package" < /dev/null; \
		done

.PHONY: screenshots
screenshots: site $(CHROMIUM) ## take anew the screenshots that the tests compare the pages with
	@go build -buildvcs=false -o $(BUILD)/serve ./site/cmd/serve
	@SCREENSHOTS=renew node --test --test-reporter=spec site/test/screens.test.mjs

.PHONY: fmt
fmt: ## format the Go files
	@gofmt -w core charts wasm site/*.go site/cmd site/generate site/page site/serve

site/node_modules/.installed $(DOCUSAURUS): %/node_modules/.installed: %/package-lock.json
	@echo "== Packages of $*/package.json"
	@cd $* && npm ci --ignore-scripts --no-audit --no-fund
	@touch $@

.PHONY: generators
generators:
	@missing="$$(for g in $(GENERATORS); do [ -e "$${g%%:*}" ] || echo "$${g##*:}"; done | tr '\n' ' ')"; \
	if [ -z "$$missing" ]; then exit 0; fi; \
	echo "== Generators of documents, for the tests of the adapters: $$missing"; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get > /dev/null; then \
		apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$missing; \
	else \
		echo "Missing. Install them and try again:  sudo apt-get install $$missing"; exit 1; \
	fi

# A real server of whatever release the system has, which "observe" is tested with.
.PHONY: postgresql
postgresql:
	@if ! ls /usr/lib/postgresql/*/bin/initdb > /dev/null 2>&1 && ! command -v initdb > /dev/null; then \
		echo "== PostgreSQL, for the tests of observe"; \
		if [ "$$(id -u)" = 0 ] && command -v apt-get > /dev/null; then \
			apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends postgresql postgresql-contrib; \
		else \
			echo "PostgreSQL is missing. Install it and try again:  sudo apt-get install postgresql postgresql-contrib"; exit 1; \
		fi; \
	fi

$(QEMU):
	@echo "== qemu, to run programs of another processor"
	@if [ "$$(id -u)" = 0 ] && command -v apt-get > /dev/null; then \
		apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends qemu-user-static; \
	else \
		echo "qemu is missing. Install it and try again:  sudo apt-get install qemu-user-static"; exit 1; \
	fi

# The headless shell comes with a Chromium of its own version.
$(CHROMIUM) $(HEADLESS) $(FIREFOX): packages = $(if $(filter $(HEADLESS),$@),chromium )$(@F)
$(CHROMIUM) $(HEADLESS) $(FIREFOX):
	@echo "== $(@F), for the browser tests"
	@if [ "$$(id -u)" = 0 ] && command -v apt-get > /dev/null; then \
		apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $(packages); \
	else \
		echo "$(@F) is missing. Install it and try again:  sudo apt-get install $(packages)"; exit 1; \
	fi
