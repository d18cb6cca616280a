package main

import (
	"errors"
	"testing"
	"time"

	"asterism/engine"
	"asterism/engine/backend/agree"
	"asterism/engine/backend/cuda"
	"asterism/engine/device"
	"asterism/engine/sched"
	"asterism/models"
)

var eight = time.Date(2026, 11, 22, 8, 0, 0, 0, time.UTC)

// gpuStatus is an engine on a GPU with most spaces; change modifies it.
func gpuStatus(change func(*engine.Status)) *engine.Status {
	s := &engine.Status{
		Plan: device.Plan{Workers: 26, Askers: 13, TokenBudget: 16896},
		GPU:  &engine.GPUStatus{Name: "cuda on Mock H", Free: 70 << 30, Total: 80 << 30, Choices: []string{"gelu 4096×1024, from 1,024 rows: wgmma"}},
	}
	for space := range models.Space(models.Count) {
		lane, place := sched.LaneStats{Space: space, Backend: "cuda on Mock H"}, cuda.Place{Space: space, OnGPU: true, Bytes: 600 << 20, Why: "it has room"}
		switch {
		case space.Info().Origin != models.FromModel:
			lane.Backend, place = "arithmetic", cuda.Place{Space: space, Why: "a GPU gains nothing with it"}
		case space == models.Graph:
			lane.Backend, place = "onnxruntime 1.30.0 on cpu", cuda.Place{Space: space, Why: "the repository has no safetensors"}
		default:
			s.GPU.Checks = append(s.GPU.Checks, engine.GPUCheck{Space: space, Figures: agree.Figures{Vectors: 11, Least: .99971, Mean: .99985}, At: eight})
		}
		s.Lanes.Lanes, s.GPU.Places = append(s.Lanes.Lanes, lane), append(s.GPU.Places, place)
	}
	change(s)
	return s
}

// TestDoctorTellsOfAGPU compares the doctor's output in every state of a GPU with a golden file.
func TestDoctorTellsOfAGPU(t *testing.T) {
	failed := engine.GPUCheck{Space: models.Code, Why: "the least nearness of 11 vectors is 0.41210, below 0.999", Figures: agree.Figures{Vectors: 11, Least: .4121, Mean: .7}, At: eight}
	text := ""
	for _, c := range []struct {
		title  string
		change func(*engine.Status)
	}{
		{"all is well", func(*engine.Status) {}},
		{"at the first start", func(s *engine.Status) {
			s.GPU.Checks = s.GPU.Checks[:1]
			for i := range s.Lanes.Lanes {
				if l := &s.Lanes.Lanes[i]; l.Backend == "cuda on Mock H" && l.Space != models.Semantic {
					l.Backend, l.OnTrial = "onnxruntime 1.30.0 on cpu", true
				}
			}
		}},
		{"a space failed its check", func(s *engine.Status) {
			l := &s.Lanes.Lanes[models.Code]
			l.Backend, l.Demotions, l.Since, l.Cause = "onnxruntime 1.30.0 on cpu", 1, eight, "cuda on Mock H: "+failed.Why
			s.GPU.Checks = append(s.GPU.Checks, failed)
		}},
		{"the GPU is lost", func(s *engine.Status) {
			s.GPU.Free, s.GPU.Total, s.GPU.NoAnswer = 0, 0, "launch failed"
			for i := range s.Lanes.Lanes {
				if l := &s.Lanes.Lanes[i]; l.Backend == "cuda on Mock H" {
					l.Backend, l.Demotions, l.Since, l.Cause = "onnxruntime on cpu, opened when first needed", 1, eight, "cuda on Mock H: launch failed"
				}
			}
		}},
	} {
		s := gpuStatus(c.change)
		text += "# " + c.title + "\n" + engineFinding(s).text() + gpuFinding(s).text() + "\n"
	}
	text += "# checked anew\n" + checkFinding([]engine.GPUCheck{gpuStatus(func(*engine.Status) {}).GPU.Checks[0], failed}, nil).text() +
		checkFinding(nil, &engine.Error{Kind: engine.KindDevice, Message: "check GPU: there is none", Hint: "choose one", Err: errors.New("no GPU")}).text()
	golden(t, "doctor-gpu.txt", []byte(text))
}
