package device

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
)

func gpu(index int, name string) GPU {
	return GPU{Index: index, Name: name, MemoryBytes: 80 << 30, Compute: "9.0", SMs: 132, Driver: "12.4"}
}

func byKernels(n int) Plan {
	return Plan{Device: fmt.Sprint("cuda:", n), Runner: Kernels, GPU: n, Workers: 26, Askers: 13, PerLane: 2, IntraThreads: 1, TokenBudget: 16896, MaxRows: 512}
}

func byProvider(n int) Plan {
	return Plan{Device: fmt.Sprint("onnx-cuda:", n), Runner: Provider, GPU: n, Workers: 1, IntraThreads: 1, TokenBudget: 16896, MaxRows: 512}
}

func TestMakePlan(t *testing.T) {
	twoGPUs, old := []GPU{gpu(0, "Card A"), gpu(1, "Card B")}, gpu(0, "Card O")
	old.Compute = "7.5"
	tests := []struct {
		name   string
		hw     Hardware
		want   string
		expect Plan   // Reasons left out
		reason string // must be in one of the reasons
	}{
		{"nothing known", Hardware{}, "auto",
			Plan{Device: "cpu", Workers: 1, IntraThreads: 1, TokenBudget: 1024, MaxRows: 64}, "no GPU was found"},
		{"empty word is auto", Hardware{CPU: CPU{Threads: 4}}, "",
			Plan{Device: "cpu", Workers: 4, IntraThreads: 1, TokenBudget: 1024, MaxRows: 64}, "4 workers"},
		{"hyper-threads share a core", Hardware{CPU: CPU{Threads: 16, Cores: 8}}, "cpu",
			Plan{Device: "cpu", Workers: 8, IntraThreads: 1, TokenBudget: 1024, MaxRows: 64}, "the CPU was asked for"},
		{"container quota below the cores", Hardware{CPU: CPU{Threads: 2, Cores: 64}}, "auto",
			Plan{Device: "cpu", Workers: 2, IntraThreads: 1, TokenBudget: 1024, MaxRows: 64}, "2 workers"},
		{"small cache, small batch", Hardware{CPU: CPU{Threads: 1, CacheL2: 256 << 10}}, "auto",
			Plan{Device: "cpu", Workers: 1, IntraThreads: 1, TokenBudget: 512, MaxRows: 64}, "256 KiB"},
		{"note of a missing driver is the reason", Hardware{GPUNote: "no CUDA driver"}, "auto",
			Plan{Device: "cpu", Workers: 1, IntraThreads: 1, TokenBudget: 1024, MaxRows: 64}, "no CUDA driver"},
		{"a GPU nothing can use is named, not used", Hardware{GPUs: twoGPUs}, "auto",
			Plan{Device: "cpu", Workers: 1, IntraThreads: 1, TokenBudget: 1024, MaxRows: 64}, "Card A was found, but nothing"},
		{"a GPU that is of no use to the models", Hardware{GPUs: twoGPUs, Kernels: "kernels", Provider: "provider", NoGain: "they are small"}, "auto",
			Plan{Device: "cpu", Workers: 1, IntraThreads: 1, TokenBudget: 1024, MaxRows: 64}, "Card A was found and is not used: they are small"},
		{"auto takes the first GPU", Hardware{GPUs: twoGPUs, Kernels: "kernels", Provider: "provider"}, "auto", byKernels(0), "kernels run the models on Card A"},
		{"auto takes the first GPU that the kernels run on", Hardware{GPUs: []GPU{old, gpu(1, "Card B")}, Kernels: "kernels"}, "auto", byKernels(1), "Card B"},
		{"auto takes the provider where the kernels do not run", Hardware{GPUs: []GPU{old}, Kernels: "kernels", Provider: "provider"}, "auto", byProvider(0),
			`compute capability 8.0, and Card O has "7.5"`},
		{"auto takes the provider where there are no kernels", Hardware{GPUs: twoGPUs, KernelsNote: "built without them", Provider: "provider"}, "auto", byProvider(0), "built without them"},
		{"a GPU by number", Hardware{GPUs: twoGPUs, Kernels: "kernels", Provider: "provider"}, "cuda:1", byKernels(1), "Card B"},
		{"the provider by number", Hardware{GPUs: twoGPUs, Kernels: "kernels", Provider: "provider"}, "onnx-cuda:1", byProvider(1), "provider runs the models on Card B"},
		{"the provider although the models are small", Hardware{GPUs: twoGPUs, Provider: "provider", NoGain: "they are small"}, "onnx-cuda:0", byProvider(0), "provider"},
		{"the CPU although there is a GPU", Hardware{GPUs: twoGPUs, Kernels: "kernels"}, "cpu",
			Plan{Device: "cpu", Workers: 1, IntraThreads: 1, TokenBudget: 1024, MaxRows: 64}, "the CPU was asked for"},
		{"a small GPU still gets full tiles", Hardware{GPUs: []GPU{{SMs: 2}}, Provider: "x"}, "auto",
			Plan{Device: "onnx-cuda:0", Runner: Provider, Workers: 1, IntraThreads: 1, TokenBudget: 4096, MaxRows: 512}, "2 multiprocessors"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := MakePlan(tt.hw, tt.want)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.ContainsFunc(got.Reasons, func(r string) bool { return strings.Contains(r, tt.reason) }) {
				t.Errorf("reasons %q do not mention %q", got.Reasons, tt.reason)
			}
			got.Reasons, got.MemoryBytes = nil, 0
			if !reflect.DeepEqual(got, tt.expect) {
				t.Errorf("got %+v, want %+v", got, tt.expect)
			}
		})
	}
}

func TestMakePlanRefuses(t *testing.T) {
	oneGPU := Hardware{GPUs: []GPU{gpu(0, "Card A")}, Kernels: "kernels", Provider: "provider"}
	old := gpu(0, "Card O")
	old.Compute = "7.5"
	tests := []struct {
		name     string
		hw       Hardware
		want     string
		mentions []string
	}{
		{"an unknown word", oneGPU, "gpu", []string{`"gpu"`, "auto, cpu, cuda:N or onnx-cuda:N"}},
		{"capitals", oneGPU, "CPU", []string{`"CPU"`}},
		{"no number", oneGPU, "cuda:", []string{`"cuda:"`, "a number from 0"}},
		{"a negative number", oneGPU, "cuda:-1", []string{`"cuda:-1"`, "a number from 0"}},
		{"a GPU that is not there", oneGPU, "cuda:1", []string{`"cuda:1"`, "found only cuda:0 (Card A)", "use auto or cpu"}},
		{"no GPU, with the reason", Hardware{GPUNote: "no CUDA driver"}, "cuda:0", []string{"no CUDA driver", "use auto or cpu"}},
		{"no GPU, reason unknown", Hardware{}, "cuda:0", []string{"no GPU was found"}},
		{"a number out of range", oneGPU, "cuda:256", []string{`"cuda:256"`, "0 to 255"}},
		{"a number with a sign", oneGPU, "cuda:+1", []string{`"cuda:+1"`}},
		{"no number for the provider", oneGPU, "onnx-cuda:x", []string{`"onnx-cuda:x"`, "a number from 0"}},
		{"a program without kernels", Hardware{GPUs: oneGPU.GPUs, KernelsNote: "built without", ProviderNote: "no provider in /lib"}, "cuda:0",
			[]string{"built without", "use auto or cpu (no provider in /lib)"}},
		{"a GPU that is too old", Hardware{GPUs: []GPU{old}, Kernels: "kernels"}, "cuda:0", []string{"compute capability 8.0", `Card O has "7.5"`}},
		{"models that gain nothing", Hardware{GPUs: oneGPU.GPUs, Kernels: "kernels", NoGain: "they are small"}, "cuda:0", []string{"they are small", "use auto or cpu"}},
		{"no provider", Hardware{GPUs: oneGPU.GPUs, Kernels: "kernels"}, "onnx-cuda:0", []string{"Card A", "no provider", "use auto or cpu"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			plan, err := MakePlan(tt.hw, tt.want)
			if err == nil {
				t.Fatalf("got plan %+v, want an error", plan)
			}
			for _, words := range tt.mentions {
				if !strings.Contains(err.Error(), words) {
					t.Errorf("error %q does not say %q", err, words)
				}
			}
		})
	}
}
