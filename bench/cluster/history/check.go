package history

import (
	"fmt"
	"time"

	"github.com/anishathalye/porcupine"
)

// Verdict is what a check found.
type Verdict struct {
	Broken    []string // memories whose answers no order explains
	Undecided []string // memories whose calls were too many to try all orders of within the time
}

// Check looks for an order that explains the answers, memory by memory, for at most the time given for each.
func Check(entries []Entry, each time.Duration) Verdict {
	byMemory, names := map[string][]porcupine.Operation{}, []string(nil)
	for _, e := range entries {
		name := e.Call.Memory
		if byMemory[name] == nil {
			names = append(names, name)
		}
		byMemory[name] = append(byMemory[name], porcupine.Operation{ClientId: e.Client, Input: e.Call, Output: e.Answer, Call: e.Began, Return: e.Ended})
	}
	var v Verdict
	for _, name := range names {
		switch porcupine.CheckOperationsTimeout(model, byMemory[name], each) {
		case porcupine.Illegal:
			v.Broken = append(v.Broken, name)
		case porcupine.Unknown:
			v.Undecided = append(v.Undecided, name)
		}
	}
	return v
}

// Show writes the calls about a memory, one a line.
func Show(entries []Entry, memory string) (lines []string) {
	for _, e := range entries {
		if e.Call.Memory == memory {
			lines = append(lines, fmt.Sprintf("%12.3f–%.3f s  client %d  %s %q → %+v", float64(e.Began)/1e9, float64(e.Ended)/1e9, e.Client, e.Call.Op, e.Call.Text, e.Answer))
		}
	}
	return lines
}

var model = (&porcupine.NondeterministicModel{
	Init: func() []any { return []any{State{}} },
	Step: func(state, input, output any) []any {
		var out []any
		for _, s := range Step(state.(State), input.(Call), output.(Answer)) {
			out = append(out, s)
		}
		return out
	},
}).ToModel()
