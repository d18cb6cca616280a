package main

import (
	"strconv"
	"time"

	"asterism/bench/report"
	"asterism/kernels/cuda"
)

// briefTruth is how long answers are compared in a brief run.
const briefTruth = 20 * time.Second

// searchSize is how much the parts search and search10m look at.
type searchSize struct {
	memories         int
	bounded          bool    // the host holds codes, words and times alone, and makes values again where they are asked for
	small            bool    // see options
	p50              float64 // the goal
	texts, questions int
	rounds, callers  int
	calls            time.Duration // how long the calls of one figure go on
	truth            time.Duration // how long answers are compared with the processor's
}

// The goals of the issue for ten hits over all spaces, in milliseconds.
const (
	goal1M  = 2
	goal10M = 15
)

func (e *env) searchSize(memories int) searchSize {
	s := searchSize{memories: memories, p50: goal1M, texts: mixedTexts, questions: askedTexts, rounds: rounds, callers: searchCallers, calls: 15 * time.Second, truth: 3 * time.Minute}
	if memories > 1_000_000 {
		s.bounded, s.p50, s.truth = true, goal10M, time.Minute
	}
	if e.brief {
		s.calls, s.truth = s.calls/3, min(s.truth, briefTruth)
	}
	if e.small {
		s.small, s.memories, s.p50, s.calls = true, memoriesSmall, report.NoGoal, 100*time.Millisecond
		s.texts, s.questions, s.rounds, s.callers = 200, 3, 1, 2
		if s.bounded {
			s.memories += chunkRows
		}
	}
	return s
}

// What a memory takes in the host's memory while an index is filled, with what the collector has not yet given back; of a bounded index, what it takes when its values
// are gone, and beside all that the real texts, tokens and rooms of the searches.
const (
	indexBytes        = 11_000
	indexBytesBounded = 3_200
	indexBytesCold    = 2_300
	besideIndex       = 4 << 30
)

// memoriesSmall are two full chunks, which a GPU can have, and one that is being filled; the larger search has a full chunk more.
const (
	memoriesSmall = 2*chunkRows + 500
	chunkRows     = cuda.SeatRows
)

// fit takes as many memories as the host has room for: whole millions, or hundreds of thousands below that. The name of a row says how many there were, and a goal is
// that of its number alone.
func (s searchSize) fit(free uint64) searchSize {
	each := uint64(indexBytes)
	if s.bounded {
		each = indexBytesBounded
	}
	if free == 0 || uint64(s.memories)*each+besideIndex <= free {
		return s
	}
	room := 0
	if free > besideIndex {
		room = int((free - besideIndex) / each)
	}
	whole := 1_000_000
	if room < whole {
		whole = 100_000
	}
	s.memories, s.p50 = room/whole*whole, report.NoGoal
	return s
}

// name is "1m", "10m" or "300k".
func (s searchSize) name() string {
	switch {
	case s.memories%1_000_000 == 0:
		return strconv.Itoa(s.memories/1_000_000) + "m"
	case s.memories%1000 == 0:
		return strconv.Itoa(s.memories/1000) + "k"
	}
	return strconv.Itoa(s.memories)
}

// hostLimit is what a bounded index may hold, in bytes: all that stays when its memories' values are gone, and some of the values. At the small size it is so little
// that every full chunk lets its values go.
func (s searchSize) hostLimit() int64 {
	if s.small {
		return 1
	}
	return int64(s.memories)*indexBytesCold + besideIndex
}
