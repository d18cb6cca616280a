package main

import (
	"fmt"
	"strings"
	"time"

	"asterism/engine"
	"asterism/engine/backend/cuda"
	"asterism/engine/sched"
)

// engineFinding says what embeds each space, since when and why. A space that left its intended backend needs attention.
func engineFinding(s *engine.Status) finding {
	words := []string{fmt.Sprintf("%d workers, batches of at most %d tokens", s.Plan.Workers, s.Plan.TokenBudget)}
	if s.Plan.Askers > 0 {
		words[0] = fmt.Sprintf("%d workers and %d for questions alone, batches of at most %d tokens", s.Plan.Workers, s.Plan.Askers, s.Plan.TokenBudget)
	}
	byBackend := map[string][]string{}
	var order []string
	for _, l := range s.Lanes.Lanes {
		if byBackend[l.Backend] == nil {
			order = append(order, l.Backend)
		}
		byBackend[l.Backend] = append(byBackend[l.Backend], l.Space.Code())
	}
	for _, b := range order {
		words = append(words, strings.Join(byBackend[b], " ")+" by "+b)
	}
	f := finding{Part: "engine", OK: true, Words: words}
	if given := givenUp(s.Lanes.Lanes); len(given) > 0 {
		f.OK, f.WayOut = false, "`asterism doctor --check-gpu` compares a GPU with the processor again, and --device cpu leaves it alone"
		f.Words = append(f.Words, given...)
	}
	if waiting := trialCodes(s.Lanes.Lanes); waiting != "" {
		f.Words = append(f.Words, waiting+" go to the GPU when they have been compared with the processor: a server does that beside its work, --check-gpu now")
	}
	return f
}

// givenUp says which spaces left a backend, since when and why. Those with the same reason share a line.
func givenUp(lanes []sched.LaneStats) []string {
	type leave struct{ cause, since string }
	codes := map[leave][]string{}
	var order []leave
	for _, l := range lanes {
		if l.Demotions == 0 {
			continue
		}
		v := leave{l.Cause, l.Since.UTC().Format(time.RFC3339)}
		if codes[v] == nil {
			order = append(order, v)
		}
		codes[v] = append(codes[v], l.Space.Code())
	}
	var words []string
	for _, v := range order {
		words = append(words, fmt.Sprintf("given up for %s since %s: %s", strings.Join(codes[v], " "), v.since, v.cause))
	}
	return words
}

func trialCodes(lanes []sched.LaneStats) string {
	var codes []string
	for _, l := range lanes {
		if l.OnTrial {
			codes = append(codes, l.Space.Code())
		}
	}
	return strings.Join(codes, " ")
}

// gpuFinding says what is on the GPU, and what is not and why.
func gpuFinding(s *engine.Status) finding {
	c := s.GPU
	f := finding{Part: "gpu", OK: c.NoAnswer == "", Words: []string{fmt.Sprintf("%s: %s of %s free", c.Name, gib(c.Free), gib(c.Total))}}
	if !f.OK {
		f.Words = []string{c.Name + " does not answer: " + c.NoAnswer}
		f.WayOut = "nvidia-smi says whether the driver sees it; the processor embeds until the next start"
		return f
	}
	if c.Open > 0 {
		f.Words = append(f.Words, fmt.Sprintf("had work for %v of the %v since it was opened", c.Busy.Round(time.Millisecond), c.Open.Round(time.Millisecond)))
	}
	f.Words = append(f.Words, placementWords(c.Places)...)
	for _, choice := range c.Choices {
		f.Words = append(f.Words, "fastest here: "+choice)
	}
	for _, k := range c.Checks {
		f.Words = append(f.Words, checkWords(k))
	}
	return f
}

// indexFinding says where the index is searched. It needs attention if search had to give up the GPU, but not if the GPU is not used yet.
func indexFinding(s *engine.Status) finding {
	f := finding{Part: "index", OK: !s.OffGPU, Words: s.OnGPU.Lines()}
	if s.OffGPU {
		f.WayOut = "nvidia-smi says whether the driver sees the GPU; the next start tries it again, or names here the file that has to be removed first; --index-device cpu leaves it alone"
	}
	return f
}

// placementWords says where each space is. Those on the processor for the same reason share a line.
func placementWords(places []cuda.Place) []string {
	var words, reasons []string
	left := map[string][]string{}
	for _, p := range places {
		if p.OnGPU {
			words = append(words, fmt.Sprintf("%s is on the GPU, %s: %s", p.Space, gib(p.Bytes), p.Why))
			continue
		}
		if left[p.Why] == nil {
			reasons = append(reasons, p.Why)
		}
		left[p.Why] = append(left[p.Why], p.Space.Code())
	}
	for _, why := range reasons {
		words = append(words, fmt.Sprintf("not on the GPU: %s, %s", strings.Join(left[why], " "), why))
	}
	return words
}

// checkFinding returns the result of comparing every space again.
func checkFinding(checks []engine.GPUCheck, err error) finding {
	if err != nil {
		return failed("check", err)
	}
	f := finding{Part: "check", OK: true}
	for _, k := range checks {
		f.Words = append(f.Words, checkWords(k))
		if k.Why != "" {
			f.OK, f.WayOut = false, "the processor embeds these spaces from the next start on; please report it with these lines and the name of the GPU"
		}
	}
	return f
}

func checkWords(k engine.GPUCheck) string {
	if k.Why != "" {
		return fmt.Sprintf("%s failed its check on %s: %s", k.Space.Code(), k.At.Format(time.DateOnly), k.Why)
	}
	return fmt.Sprintf("%s agrees with the processor: nearness at least %.5f, mean %.5f of %d vectors (%s)", k.Space.Code(), k.Figures.Least, k.Figures.Mean, k.Figures.Vectors, k.At.Format(time.DateOnly))
}

// gib formats bytes of a GPU's memory: gibibytes from one on, mebibytes below.
func gib(bytes uint64) string {
	if bytes < 1<<30 {
		return fmt.Sprintf("%.1f MiB", float64(bytes)/(1<<20))
	}
	return fmt.Sprintf("%.1f GiB", float64(bytes)/(1<<30))
}
