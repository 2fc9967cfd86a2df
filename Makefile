GO        ?= go
FUZZTIME  ?= 200000x
BENCHTIME ?= 1s
COUNT     ?= 20000

.PHONY: all build test race lint fuzz bench run peers peer-versions

all: build lint test

build:
	$(GO) build ./...

# run does the main job: generated programs through every conversion and check.
run:
	$(GO) run ./cmd/assay fuzz --count $(COUNT)
	$(GO) run ./cmd/assay fuzz --lang=mu --count $$(( $(COUNT) / 5 ))

# peers installs the compilers under test that are not ours; it needs node and npm.
peers:
	cd peers/react && npm ci --no-audit --no-fund

# peer-versions installs other versions of the React Compiler, for assay bisect.
VERSIONS ?= 19.0.0-beta-8a03594-20241020 19.0.0-beta-af1b7da-20250417 19.1.0-rc.3 1.0.0 0.0.0-experimental-a1856f3-20260507
peer-versions: peers
	for v in $(VERSIONS); do npm install --no-audit --no-fund --no-save --prefix peers/react/versions/$$v babel-plugin-react-compiler@$$v || exit 1; done

test:
	$(GO) test -timeout 30m ./...

# RACEFLAGS=-short leaves out the long runs of each property.
race:
	$(GO) test -race -timeout 60m $(RACEFLAGS) ./...

lint:
	@out=$$(gofmt -l $$(git ls-files '*.go')); if [ -n "$$out" ]; then echo "gofmt would change:"; echo "$$out"; exit 1; fi
	$(GO) vet ./...
	$(GO) tool staticcheck ./...

# fuzz runs every native fuzz target for FUZZTIME, one after another. A count
# of executions, not a duration, because a duration can end in a false failure.
fuzz:
	@for pkg in $$($(GO) list ./...); do \
		for target in $$($(GO) test -list '^Fuzz' $$pkg | grep '^Fuzz'); do \
			echo "$$pkg $$target"; \
			$(GO) test $$pkg -run='^$$' -fuzz="^$$target$$" -fuzztime=$(FUZZTIME) -fuzzminimizetime=10x || exit 1; \
		done; \
	done

bench:
	$(GO) test -run='^$$' -bench=. -benchmem -benchtime=$(BENCHTIME) ./...
