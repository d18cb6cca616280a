package device

import (
	"slices"
	"strings"
	"testing"
)

func card(index int, name string) GPU {
	return GPU{Index: index, Name: name, MemoryBytes: 80 << 30, Compute: "9.0", SMs: 132, Driver: "12.4"}
}

func TestMakePlan(t *testing.T) {
	twoCards := []GPU{card(0, "Card A"), card(1, "Card B")}
	tests := []struct {
		name   string
		hw     Hardware
		want   string
		expect Plan   // Reasons left out
		reason string // must stand in one of the reasons
	}{
		{"nothing known", Hardware{}, "auto",
			Plan{Device: "cpu", Workers: 1, IntraThreads: 1, TokenBudget: 1024, MaxRows: 64}, "no card was found"},
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
		{"a card nothing can use is named, not used", Hardware{GPUs: twoCards}, "auto",
			Plan{Device: "cpu", Workers: 1, IntraThreads: 1, TokenBudget: 1024, MaxRows: 64}, "Card A was found, but nothing"},
		{"auto takes the first card", Hardware{GPUs: twoCards, Accelerator: "the CUDA backend"}, "auto",
			Plan{Device: "cuda:0", Workers: 1, IntraThreads: 1, TokenBudget: 16896, MaxRows: 512}, "the CUDA backend"},
		{"a card by number", Hardware{GPUs: twoCards, Accelerator: "the CUDA backend"}, "cuda:1",
			Plan{Device: "cuda:1", Workers: 1, IntraThreads: 1, TokenBudget: 16896, MaxRows: 512}, "Card B"},
		{"the CPU although there is a card", Hardware{GPUs: twoCards, Accelerator: "the CUDA backend"}, "cpu",
			Plan{Device: "cpu", Workers: 1, IntraThreads: 1, TokenBudget: 1024, MaxRows: 64}, "the CPU was asked for"},
		{"a small card still gets full tiles", Hardware{GPUs: []GPU{{SMs: 2}}, Accelerator: "x"}, "auto",
			Plan{Device: "cuda:0", Workers: 1, IntraThreads: 1, TokenBudget: 4096, MaxRows: 512}, "2 multiprocessors"},
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
			got.Reasons = nil
			if got.Device != tt.expect.Device || got.Workers != tt.expect.Workers || got.IntraThreads != tt.expect.IntraThreads ||
				got.TokenBudget != tt.expect.TokenBudget || got.MaxRows != tt.expect.MaxRows {
				t.Errorf("got %+v, want %+v", got, tt.expect)
			}
		})
	}
}

func TestMakePlanRefuses(t *testing.T) {
	oneCard := Hardware{GPUs: []GPU{card(0, "Card A")}, Accelerator: "the CUDA backend"}
	tests := []struct {
		name     string
		hw       Hardware
		want     string
		mentions []string
	}{
		{"an unknown word", oneCard, "gpu", []string{`"gpu"`, "auto, cpu or cuda:N"}},
		{"capitals", oneCard, "CPU", []string{`"CPU"`}},
		{"no number", oneCard, "cuda:", []string{`"cuda:"`, "a number from 0"}},
		{"a negative number", oneCard, "cuda:-1", []string{`"cuda:-1"`, "a number from 0"}},
		{"a card that is not there", oneCard, "cuda:1", []string{`"cuda:1"`, "found only cuda:0 (Card A)", "use auto or cpu"}},
		{"no card, with the reason", Hardware{GPUNote: "no CUDA driver"}, "cuda:0", []string{"no CUDA driver", "use auto or cpu"}},
		{"no card, reason unknown", Hardware{}, "cuda:0", []string{"no card was found"}},
		{"a card nothing can use", Hardware{GPUs: oneCard.GPUs}, "cuda:0", []string{"Card A", "nothing here", "use auto or cpu"}},
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
