# Asterism. `make help` lists the targets; `make run` and `make test` do all the set-up themselves.

include third_party/versions.env
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

ROOT := $(CURDIR)
OS   := $(shell uname -s | tr A-Z a-z)
ARCH := $(patsubst aarch64,arm64,$(patsubst x86_64,amd64,$(shell uname -m)))

# Where set-up puts a Go when the machine's is too old, then the machine's own. Folders named here and below that
# set-up had no need to make are simply not there: neither the shell nor the compiler minds.
export PATH := $(ROOT)/third_party/.go/bin:$(PATH):/usr/local/go/bin
export GOTOOLCHAIN := local

ORT_NAME := $(if $(filter darwin,$(OS)),libonnxruntime.1.dylib,libonnxruntime.so.1)
# Tests and tools read this; the finished binary looks into <its folder>/lib first.
export ASTERISM_ORT_LIB ?= $(ROOT)/third_party/lib/$(OS)-$(ARCH)/$(ORT_NAME)

# One set of cgo flags for building, testing and vetting, so that the build cache serves all three. They are
# set here and nowhere else: plain `go build ./...` has no tag, needs none of them and is CPU-only.
CGO_CFLAGS  := -O2 -g -I$(ROOT)/third_party/build/rocksdb-compat -I$(ROOT)/third_party/build/rocksdb/include
CGO_LDFLAGS := -L$(ROOT)/third_party/build/rocksdb/lib
ifeq ($(OS),linux)
CGO_CFLAGS  += -I$(ROOT)/third_party/cuda
CGO_LDFLAGS += -L$(shell third_party/build-cuda-loader.sh --dir)
TAGS := cuda
endif
export CGO_ENABLED := 1
export CGO_CFLAGS CGO_LDFLAGS
GO_FLAGS := -tags=$(TAGS)

# A folder that holds only static archives, searched before all others, makes the one -lrocksdb that the binding
# asks for static, at link time only: no other flag, tag or cached object differs between binary and tests. It
# goes with the linker's name because the modules' own -L come before -extldflags.
comma  := ,
LINKER := $(if $(filter default,$(origin CC)),gcc,$(CC))
LINK   := $(if $(filter linux,$(OS)),'-extld=$(LINKER) -L$(ROOT)/third_party/build/static' \
  '-extldflags=-Wl$(comma)--as-needed -lbz2 -lcompat')

VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo unknown)
COMMIT  ?= $(shell git rev-parse HEAD 2>/dev/null || echo unknown)
LDFLAGS := -X main.version=$(VERSION) -X main.commit=$(COMMIT)

# Works in a checkout and in an unpacked archive alike.
GO_FILES := find . -name '*.go' -not -path '*/.*/*' -not -path './third_party/*' -not -path '*/testdata/*'

PKG  ?= ./...
ARGS ?=

# What the race detector runs: the packages in which goroutines share memory. In the others, which are codecs, formulas, tables and references, it could
# find nothing and would take ten times as long; bench/rules holds the list to the code.
RACE := ./cmd/asterism/assistants ./cmd/asterism/owner ./cmd/asterism/serve ./cmd/asterism/shell \
  ./engine ./engine/aims ./engine/backend/arith ./engine/backend/lazy ./engine/backend/onnx ./engine/backend/portion \
  ./engine/background ./engine/caught ./engine/cluster ./engine/cluster/agreed ./engine/cluster/bus ./engine/cluster/exchange ./engine/cluster/journal ./engine/cluster/pieces ./engine/cluster/replicated ./engine/cluster/shard ./engine/cluster/host ./engine/cluster/natstest ./engine/compare ./engine/contradict ./engine/dream ./engine/drift ./engine/embedder ./engine/goaldna ./engine/ingest \
  ./engine/metautl ./engine/outcomes ./engine/pattern ./engine/queue ./engine/reembed ./engine/sched ./engine/search ./engine/secrets ./engine/store ./engine/store/rocks \
  ./mcp/node ./engine/temporal ./engine/token ./engine/unread ./engine/validity ./engine/words ./engine/warm ./engine/workspace ./engine/worth ./mcp ./mcp/client ./mcp/httpapi ./mcp/passing ./mcp/spread ./mcp/tooldrift \
  ./mcp/wire
# The same of what test-long alone races: the benchmarks, the commands, whose tests start processes, and the GPU's code, whose tests wait for the
# emulation.
RACE_LONG := ./bench/cluster ./bench/cluster/history ./bench/cluster/network ./bench/cluster/processes ./bench/cluster/standin ./bench/cluster/trial ./bench/toolcall ./cmd/asterism ./engine/backend/cuda ./engine/search/gpu ./kernels/cuda ./kernels/cuda/check ./kernels/cuda/emulate \
  ./bench/embedder ./bench/machines/mask ./bench/page ./bench/engine ./bench/faults ./bench/faults/stress ./bench/gpu ./bench/gpu/carried ./bench/learning ./bench/mixture ./bench/peerbench \
  ./bench/quality ./models/drawn/reference ./bench/report ./bench/search ./bench/servers ./bench/timed
# Tests in them that take long and in which nothing meets that does not meet in the tests that stay: commands one after another, each alone with its
# store; a process killed at each of a list of points; one search after another against brute force; the laws of the references, which multiply
# matrices as their other tests do; measurements over many entries, whose limits are times; one client that asks one question after the other.
RACE_SKIP := TestMistakesAreAnsweredClearly TestUpdate TestKilledPurgeIsResumed TestAKilledForgetOfManyGoesOn TestPathShowsHowOneMemoryLeadsToAnother \
  TestMetaOfTheStoreItself TestOperatorsSettings TestDriftWithoutAGoalOrHistory TestPlotsByCommand \
  TestTheStoryOfDriftIsTrue TestTheStoryNoticesWhenNothingDrifts TestImageMistakes TestInt8Profile \
  TestEveryTextIsItsOwn TestPlaceMatters TestCausal TestTypesOfWeights TestNames \
  TestPagesArePlayed TestManyEvents TestManyEntriesAreReadAtOnce TestHugeListsAreClassifiedInTime TestEveryParameterMatters \
  TestChanceTeachesNothing TestWeightsAreLearned \
  TestFilterByAlignment TestFrequenciesAreThoseOfTheLiveMemories TestHistoryDoesNotMatter TestNeighboursFromCodes \
  TestTwoLooksFindWhatOneFinds TestTwoLooksKeepTheLaws TestTwoLooksDoNotDependOnTheOrderOfComing TestTypicalTimesAreThoseOfAYear \
  TestMirror TestDrawnByOrderOrOneByOne TestSamplePassesOverWhatWouldHaveToBeRead TestOfferedChunksAreWhole TestGPUsScanTablesAreTheSame \
  TestGPUsCompareTablesAreTheSame TestADayOfWork TestAHundredMegabytesOverStdio TestClockJumps TestTornLog TestServerKeepsUpUnderLoad TestBundle TestExportIsImported TestBackupComesBack TestKilledBackup TestImportFromTheMemoryServer TestNothingIsOpenToOthers TestADirectoryThatAllCanWrite TestKilledSwitch TestUpgrade TestUpgradeCutOff TestAKilledReembeddingGoesOn TestAKilledDreamCanBeTakenBack \
  TestImagesFromNoteToHit TestADryRunTellsTheSameAndWritesNothing TestAlignmentSurvivesKill TestPagesOfALargeStore TestPagesTogetherAreOneRanking TestUnsignedProductsChangeNoBit \
  TestMovedRowsStayWarm TestColdMemoriesGoAway TestColdMemoriesAreFoundAlike TestEveryErrorThroughARealClient TestClearRenewal TestLongWordIsNotQuadratic TestImport \
  TestEncodeAllocatesNothing TestPriorsLinkIsRareByChance TestRemovedGoals TestNorthStarIsSetOnce TestUndoIsRefused TestGoalWeightsCount TestCorrectionsAreTakenBackLastFirst \
  TestGoalsAreWeighedByTheWork TestChecksGoWithTheirGoal TestEntropyAndCoherenceOfNotesAreSpread TestOutcomesChangeTheWeights TestGoalsThatAreRefused \
  TestACopyTeachesLittleHoweverOftenItIsTold TestScrubLeavesNoTrace TestNoTwoSpacesAreCopies TestReembedSameProfile TestWorkThatHasLeftTheGoalIsNotWeighedBack \
  TestBadQuestionsAboutDriftAreRefused TestEveryParameterOfDriftCounts TestDriftTellsWorkOnTheGoalFromOtherWork TestBelowTheThresholdNothingIsDone \
  TestALongTextIsKeptWithinTheSpacesBounds TestLoadVisitsEachLiveMemoryOnce TestManyTeachers TestImageArguments TestScrubAfterMerge TestPhases TestReembed \
  TestStepsAreFineEnough TestCouplingBringsIntoStep TestTheCapacityIsKeptAndTheLeastLeaves TestAnEmptyWorkspaceAsksThePurpose \
  TestPurposeEvolution TestLanguages TestADayRaisesNoAlarm TestTheWorkspaceFollowsTheTopic TestNothingButCopiesIsHypersync TestWhatSaysSomethingElseIsNoCopy TestWhatTeachesMoreRanksHigher \
  TestTwelveStepsElsewhere TestWhatServesTheGoalTeachesMore TestOutcomesOfSearchesTeachSearchOnly TestAYoungStoreIsNotCalledCritical TestAMemoryAgainstTheGoalIsNotAligned \
  TestNothingIsSaidOfHowUnreadTextsStand TestSomeDigitsAreTakenEverywhere TestRecordedOutcomesMoveTheOrder TestFiledStandBelowNotes TestFoldLosesNoText TestWhatLacksAWordSaysNoPhrase \
  TestOneWordIsFoundAmongMany TestWordsEqualTheirDefinition
# Tests that take seconds each and repeat at length what shorter ones show: long shapes of the emulated kernels, whole engines over the mock driver, suites
# over every converted model, a process killed at each of many points. make test leaves them to make test-long; a rule holds the names to the tree.
LONG := TestAFullDiskOnOneNode TestProcessesOverANATSThatIsThere TestCertificatesThatEnd TestOneNodeIsUpgradedAfterTheOther TestThreeNodesOverANATSThatIsThere TestAClockThatIsADayAhead TestClusterOfThreeProcesses TestANodeThatHasLeftStaysOut TestThreeNodes TestALostQuorum TestAQuorumLostForGood TestAFourthNodeTakesTheFirstsPlace TestOneNodeGrowsToThree TestASearchOverShardsIsThatOfOneStore TestPartsSelectAsOne TestReplicatedOverRocks TestALeaderIsStopped TestWithoutAQuorum TestAStrangerIsNotLetIn TestAllTogether TestSearch TestSuiteTogether TestTrialLosesTheGPU TestShortOfMemory TestSuiteOnConverted TestNotesAreSpreadOverThreeProcesses \
  TestBitsProperty TestQwen2Bits TestExportLast TestLayers TestFullSizeLaunches TestSoak TestDriverSoak \
  TestInt8RowsAreTheirOwn TestGPUThroughTheDriver TestIndexOnAGPU TestGPUPacks TestPacksFit TestAKilledReembeddingGoesOn \
  TestPulledProfileEmbeds TestMetaOfTheStoreItself TestReembedImages TestPlotsByCommand \
  TestTheStoryOfDriftIsTrue TestTheStoryNoticesWhenNothingDrifts TestKilledSwitch TestUpgradeCutOff TestTornLog \
  TestEveryTextIsItsOwn TestWGMMAFaults TestBundle TestKilledBackup TestAnnouncementsOfServers TestImageCommands \
  TestReembedWhileOthersSearch TestBackupComesBack TestKilledPurgeIsResumed TestAKilledForgetOfManyGoesOn TestExportIsImported \
  TestPathShowsHowOneMemoryLeadsToAnother TestReembedStopsAndGoesOn TestKilledPull \
  TestExportLeavesLinksToTheForgottenOut TestServeReembed TestDoctorOnAMachineWithAGPU \
  TestServerKeepsUpUnderLoad TestMetaHereAndThroughTheServer TestKilledIngestIsResumed TestGPU TestFullProfile \
  TestMirrorSuite TestExportsAreTheReferences TestDriverCUDA TestImagesFromNoteToHit TestBench TestBreaksAnywhere \
  TestPurposeHereAndThroughTheServer TestClearRenewal TestAlignmentSurvivesKill TestReembedSameProfile TestScrubLeavesNoTrace \
  TestScrubAfterMerge TestReembedGivesWorkspacesUp TestHugeListsAreClassifiedInTime TestCheck TestReembedEmpty \
  TestMemoriesComeAndGoBetweenPages TestScrubOfMany TestRenewalRoom TestQwen2 TestSearchPages TestAKilledDreamCanBeTakenBack \
  TestInt8OnTheLanes TestOwnHeads TestSlowIsNotStalled TestReembedAbort TestAServerMakesItsBackup TestManyByAFilter TestLinksByCommand TestTheNewestCountsByCommand TestSomeDigitsNameAGoal TestPagesOfALargeStore TestImageMistakes \
  TestLearningSettings TestHistoriesAreTold TestOperatorsSettings TestScrubIsFinishedLater TestPurgeTakesNewValues TestResidencyTellsEverySpace TestAClusterComesBackFromABackup
# Packages that such tests call in a single goroutine, to write models of drawn weights: compiled without the detector's bookkeeping.
RACE_FREE := models/drawn engine/backend/onnx/convert engine/search/draw
space := $(subst ,, )
# A process under the detector sleeps a second before it ends, for races on its last way; tests end hundreds.
export GORACE ?= atexit_sleep_ms=20

# Set-up comes first, whatever -j says.
.NOTPARALLEL:
.PHONY: help setup check-setup build run run-cluster story test test-long test-race check-fmt mask test-machines test-cuda-mock ptx check-ptx check-ptx-long sass lint fmt build-plain bench results-age bench-search bench-learning bench-full bench-cluster test-cluster eval models fit fit-relevance check-servers check-clients check-conformance check-transcripts verify-models gpu-check gpu-bench gpu-pack bench-page bench-peers stress fuzz mcpb release check-release check-distributions clean distclean

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | sort | awk -F'\t' '{printf "  make %-16s %s\n", $$1, $$2}'

setup: ## install and fetch what is missing (a second run does nothing over again)
	@third_party/setup.sh

check-setup: ## say what set-up has found and what is missing
	@third_party/setup.sh --check

# The library is moved into its place: writing over the one that a running program has mapped would kill it.
build: setup ## build bin/asterism with its library beside it
	@third_party/link-static.sh
	go build $(GO_FLAGS) -ldflags "$(LDFLAGS) $(LINK)" -o bin/asterism ./cmd/asterism
	@mkdir -p bin/lib
	@cmp -s "$(ASTERISM_ORT_LIB)" bin/lib/$(ORT_NAME) || { cp "$(ASTERISM_ORT_LIB)" bin/lib/$(ORT_NAME).new && mv -f bin/lib/$(ORT_NAME).new bin/lib/$(ORT_NAME); }

build-plain: setup ## compile everything without the tag, as a plain `go build ./...` does
	go build ./...

run: build ## build, fill a first memory with the notes and docs that ship here, search it, serve it over HTTP
	@examples/run.sh

run-cluster: build ## three nodes of a cluster on this machine: store, kill one, search on, let it come back (KEEP=1 leaves them running)
	@examples/cluster/run.sh

story: build ## tell and check examples/drift: a goal, work on it, work that leaves it, the chart, a correction (STORY_PLOT=NAME for the chart)
	@examples/drift/story.sh

# skip NAMES is the flag that leaves tests out; with no names it is nothing.
skip = $(if $(strip $(1)),-skip '^($(subst $(space),|,$(strip $(1))))$$')

# PROCESSOR=avx512|avx2|avx|plain runs tests on this processor as on a lesser one (bench/machines/mask), at full speed.
PROCESSOR ?=
MASK      := $(ROOT)/third_party/build/mask
MASKED_BY := $(if $(PROCESSOR),-exec '$(MASK) $(PROCESSOR)')

# go vet is a part of make lint, which CI runs too: go test need not do it over again.
test: check-fmt $(if $(PROCESSOR),mask) ## set-up, gofmt, and all tests but the long ones (PKG=./engine/... for a part, ARGS=-v for more words, PROCESSOR=avx2 as on a processor without AVX-512)
	go test -vet=off -timeout 30m $(GO_FLAGS) $(MASKED_BY) $(call skip,$(LONG)) $(ARGS) $(PKG)

mask: setup
	@go build -o $(MASK) ./bench/machines/mask
	@$(MASK) -can

test-long: ## all tests with the long ones, and the race detector over everything that shares memory: what make test and make test-race leave out
	$(MAKE) test LONG=
	$(MAKE) test-race LONG= RACE_SKIP= PKG="$(RACE) $(RACE_LONG)"

# RACE_TURN=0, 1 and 2 are the three parts of RACE: every third package.
RACED = $(if $(RACE_TURN),$(shell printf '%s\n' $(RACE) | awk 'NR % 3 == $(RACE_TURN)'),$(RACE))
test-race: setup ## the tests of what shares memory under the race detector (PKG=… for a part, or for all: PKG=./... RACE_SKIP=)
	ASTERISM_TEST_CRASH_ROUNDS=5 go test -race -vet=off -timeout 30m $(GO_FLAGS) $(RACE_FREE:%=-gcflags=asterism/%=-race=false) $(call skip,$(RACE_SKIP) $(LONG)) $(ARGS) $(if $(filter file,$(origin PKG)),$(RACED),$(PKG))

# MACHINES and SHORT choose from the tables at the head of the script.
test-machines: setup ## kernels, store, search, models and the program itself on processors that are not here: x86 without AVX2, without VNNI, arm64 (Linux; installs QEMU by apt; MACHINES='plain arm64', SHORT=1)
	@GO_FLAGS="$(GO_FLAGS)" MACHINES="$(MACHINES)" SHORT="$(SHORT)" bench/machines/run.sh

test-cuda-mock: setup ## walk discovery and a launch against a mock CUDA driver (part of make test, on Linux)
	go test $(GO_FLAGS) -count=1 -v -run CUDA ./engine/device

ptx: ## compile the kernels of a GPU to the PTX that is committed (clang 19; only after a change of kernels/cuda/*.cu)
	@kernels/cuda/make-ptx.sh

check-ptx: ## compile them again and compare with what is committed
	@kernels/cuda/make-ptx.sh --check

# 1e7 takes half a minute of a core, 1e8 more than ten: the interpreter does some million products a second.
PTX_WORK ?= 1e7
check-ptx-long: setup ## run the committed PTX by the interpreter also at longer shapes: those of at most PTX_WORK rows x columns x depth
	go test -vet=off -count=1 -timeout 0 $(GO_FLAGS) -run '^TestChecks$$' $(ARGS) ./kernels/cuda/ptxrun -args -work $(PTX_WORK)

# Of NVIDIA's CUDA toolkit, which is no part of the project: nothing else needs it.
sass: ## what NVIDIA's assembler makes of the committed PTX, a line a kernel, where it is installed (CUDA_BIN=its folder; ARGS='gemm_wgmma attention_64')
	@CUDA_BIN="$(CUDA_BIN)" kernels/cuda/sass.sh $(ARGS)

check-fmt: setup
	@unformatted="$$($(GO_FILES) | xargs gofmt -l)"; \
	  [ -z "$$unformatted" ] || { printf 'not gofmt-ed:\n%s\n' "$$unformatted" >&2; exit 1; }

lint: check-fmt ## gofmt, vet, staticcheck, shellcheck where it is installed
	go vet $(GO_FLAGS) ./...
	go run honnef.co/go/tools/cmd/staticcheck@$(STATICCHECK_VERSION) $(GO_FLAGS) ./...
	@! command -v shellcheck >/dev/null || shellcheck -S warning -x -P SCRIPTDIR third_party/*.sh kernels/cuda/*.sh bench/gpu/*.sh bench/machines/*.sh models/train/*.sh examples/*.sh examples/*/*.sh mcp/testdata/client/*.sh .ci/run

fmt: ## gofmt every Go file
	$(GO_FILES) | xargs gofmt -w

bench: build ## measure; prints a table and writes bench/results/bench.json
	go run $(GO_FLAGS) ./bench engine $(ARGS)

results-age: ## which files of bench/results are older than the code that they measure: commits that touched it since (ARGS=-commits lists them)
	@go run $(GO_FLAGS) ./bench age $(ARGS)

# Sets to measure on and text to train on are not part of the checkout: bench/quality and models/train/README.md say what
# such folders hold. WORK takes about 4 GiB.
EVAL ?= $(ASTERISM_EVAL)
DATA ?= $(ASTERISM_TRAIN)
WORK ?= $(if $(TMPDIR),$(TMPDIR),/tmp)/asterism-train
OUT  ?= models/compact

eval: setup ## how well the spaces and their fusion find (EVAL=folder of sets); prints tables, writes bench/results/eval.json
	ASTERISM_TRAIN="$(DATA)" go run $(GO_FLAGS) ./bench eval -data "$(EVAL)" $(ARGS)

bench-search: setup ## measure search at 100,000 and 1,000,000 memories, beside hnswlib; writes bench/results/bench-search.json
	go run $(GO_FLAGS) ./bench search $(ARGS)

bench-learning: setup ## whether what is learned and how drift is measured are right (EVAL=folder of labelled sets); writes bench/results/bench-learning.json
	go run $(GO_FLAGS) ./bench learning -eval "$(EVAL)" $(ARGS)

bench-full: setup ## the full profile's nine models at full size, drawn weights: equal to float64, start, memory, speed (ARGS='-space E1'); writes bench/results/full-models.json
	go run $(GO_FLAGS) ./bench full $(ARGS)

models: ## train the compact models anew (DATA=folder of text, EVAL=folder of sets) and measure them for their cards
	@models/train/models.sh "$(DATA)" "$(EVAL)" "$(WORK)" "$(OUT)"

fit: setup ## fit the search weights on what training held out (after make models) and on NOTES=folders of other notes; prints them
	@[ -n "$(NOTES)" ] || { echo 'make fit: name folders of notes that no model was trained on: make fit NOTES="DIR DIR"' >&2; exit 2; }
	/usr/bin/python3 models/train/notesets.py $(NOTES) --out "$(WORK)/fit"
	go run $(GO_FLAGS) ./bench eval -data "$(WORK)/fit" -dump "$(WORK)/fit.jsonl.gz"
	/usr/bin/python3 models/train/weights.py "$(WORK)/fit.jsonl.gz" --sets commits,docs,prose,long,n-heading,n-sentence,n-related
	/usr/bin/python3 models/train/weights.py "$(WORK)/fit.jsonl.gz" --sets n-related
	/usr/bin/python3 models/train/weights.py "$(WORK)/fit.jsonl.gz" --sets code,commands

fit-relevance: setup ## fit the chance that a hit answers on what training held out (after make models); writes engine/relevance/weights.json
	go run $(GO_FLAGS) ./bench relevance -sets "$(WORK)/fit"

check-servers: build ## pin, check and guard two public MCP servers whose tools are changed (needs npm, node and the network); writes bench/results/check-servers.json
	go run $(GO_FLAGS) ./bench servers $(ARGS)

check-clients: check-transcripts ## drive the built server with the conformance suite, both MCP SDKs, the inspector, OpenAI's client and a headless browser (needs npm, Chromium and the network; PICTURES=folder keeps pictures of the dashboard)
	@mcp/testdata/client/check.sh bin/asterism $(PICTURES)

check-conformance: check-transcripts ## the part of check-clients that is about the protocol: the conformance suite, both MCP SDKs and the inspector (needs npm and the network)
	@PARTS="conformance sdk inspector" mcp/testdata/client/check.sh bin/asterism

check-transcripts: build ## play the protocol's transcripts against the built server, over stdio
	@dir="$$(mktemp -d)"; trap 'rm -rf "$$dir"' EXIT; \
	  ASTERISM_NAMESPACE=default ASTERISM_MCP_COMMAND="$(ROOT)/bin/asterism --data $$dir serve --tools all" go test -vet=off -count=1 $(GO_FLAGS) ./mcp -run TestTranscriptsWithBinary

verify-models: build ## say which models are there and verify their files
	bin/asterism models list
	bin/asterism models verify

# The program runs here: on the GPU if there is one, else the small shapes on the processor. Packed, it runs on a bare machine with a driver.
PACK_GPU = COMMIT="$(COMMIT)" GO_FLAGS="$(GO_FLAGS)" LINKER="$(LINKER)" bench/gpu/pack.sh

gpu-check: setup ## every kernel and model against float64 on this machine's GPU; without one small shapes on the processor (ARGS='-only kernel.gemm')
	@third_party/link-static.sh
	@$(PACK_GPU) program bin/gpu-check/gpu
	bin/gpu-check/gpu check -machine auto -out bench/results $(ARGS)

gpu-bench: setup ## measure the GPU: limits, kernels, models, the engine; without one, whether the program works (ARGS='-minutes 20')
	@third_party/link-static.sh
	@$(PACK_GPU) program bin/gpu-check/gpu
	bin/gpu-check/gpu bench -machine auto -out bench/results $(ARGS)

gpu-pack: setup ## pack bin/gpu-pack/kernels and bin/gpu-pack/search for a machine with a GPU that is lent for minutes, and say their sizes (needs xz)
	@third_party/link-static.sh
	@$(PACK_GPU) packs bin/gpu-pack

bench-page: build ## how soon the dashboard is there over 100,000 memories (needs npm, Chromium and the network); writes bench/results/bench-page.json
	go run $(GO_FLAGS) ./bench page $(ARGS)

bench-peers: build ## beside others in one run: the official memory server, transformers.js, onnxruntime-node, fastembed-js (needs npm and the network); writes bench/results/bench-peers.json
	go run $(GO_FLAGS) ./bench peers $(ARGS)

stress: build ## kill a server 100 times under the load of 64 writers in 4 processes, then keep one busy for 10 minutes; goes on where it was cut off; writes bench/results/stress.json (ARGS='-only rounds -rounds 10')
	go run $(GO_FLAGS) ./bench faults $(ARGS)

# FORM=long is the whole trial, of an hour or more; ROUNDS=8 tries each fault once.
FORM   ?= short
ROUNDS ?= $(if $(filter long,$(FORM)),100,2)
test-cluster: build ## three processes, 16 writers, nodes killed, stopped and cut off: nothing lost, replicas equal, linearizable (Linux, root, ip; FORM=long: 100 rounds, ROUNDS=8: each fault once)
	go run $(GO_FLAGS) ./bench cluster -only rounds -rounds $(ROUNDS) $(if $(filter long,$(FORM)),-long) -out "" $(ARGS)

bench-cluster: build ## the same for ROUNDS rounds, how long a killed leader's shard takes no write, a write beside one machine's, spreading an ingest, what replication costs, and catching up; writes bench/results/bench-cluster.json (Linux, root, ip)
	go run $(GO_FLAGS) ./bench cluster -only rounds,failover,write,spread,replication,catchup -rounds $(ROUNDS) $(if $(filter long,$(FORM)),-long) $(ARGS)

FUZZ_TIME  ?= 10s
FUZZ_EXECS ?= 0
fuzz: setup ## run every fuzz target for FUZZ_TIME, or FUZZ_EXECS executions; writes bench/results/fuzz.json (ARGS='-fuzz-targets engine/token' for some)
	FUZZ_TAGS=$(TAGS) go run $(GO_FLAGS) ./bench faults -only fuzz -fuzz-time $(FUZZ_TIME) -fuzz-execs $(FUZZ_EXECS) $(ARGS)

mcpb: build ## pack bin/asterism.mcpb: the program, its library and the compact models as a bundle that Claude Desktop installs
	bin/asterism bundle bin/asterism.mcpb --with LICENSE --with NOTICE

# What people install, packed by a module of its own, third_party/release.
ARCHS ?= amd64 arm64
DIST  ?= dist
release: setup $(if $(filter $(ARCH),$(ARCHS)),,build) ## what people install, in dist/: tarballs, .deb, .rpm, npm packages, .mcpb, images, SBOM, sums (Debian 12; ARCHS=amd64 needs no cross compiler)
	@VERSION="$(VERSION)" COMMIT="$(COMMIT)" TAGS="$(TAGS)" ARCHS="$(ARCHS)" DIST="$(DIST)" third_party/release.sh

check-release: setup ## the tests of what packs a release: same bytes twice, right owners and dates, glibc 2.34 is enough, no part without its licence
	cd third_party/release && test -z "$$(gofmt -l .)" && CGO_ENABLED=0 go vet . && CGO_ENABLED=0 go test $(ARGS) .

check-distributions: ## walk that release in chroots of a bare Debian 12 and 13: unpacked, .deb, npm (root; WALKS=run for make run of this checkout there, ARGS=debian13 for one)
	@DIST="$(DIST)" third_party/check-distributions.sh $(ARGS)

clean: ## remove what build left
	rm -rf bin dist

distclean: clean ## remove also what set-up fetched and built
	rm -rf third_party/.go third_party/lib third_party/build
