package meta

import (
	"fmt"
	"sort"
	"strings"

	"asterism/cmd/asterism/shell"
	"asterism/cmd/asterism/words"
	"asterism/mcp/answer"
	"asterism/models"
)

// showWeights prints the learned search weights as text; nil means that the server has no tool for them.
func showWeights(w *answer.SearchWeights) {
	if w == nil {
		shell.Println("search      the learned weights are shown where the store is, while no server owns it; search --explain shows those in use")
		return
	}
	shell.Printf("search      weights learned from %s of %s; learned again after %d more\n", words.Count(int(w.Outcomes), "outcome"), words.Count(w.Answers, "answer"), w.Next)
	var names []string
	for name := range w.Domains {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		shell.Printf("            %-9s %s\n", name, weightsInWords(w.Domains[name]))
	}
}

func weightsInWords(l answer.WeightsOfDomain) string {
	switch {
	case l.LearnedAt == nil:
		return "nothing was learned yet; auto's weights are in use"
	case !l.Learned:
		return fmt.Sprintf("auto's weights are in use: nothing measured better on %s", words.Count(l.Answers, "answer"))
	}
	var factors []string
	for s := range models.Count {
		code := models.Space(s).Code()
		if f := l.Factors[code]; f != 1 {
			factors = append(factors, fmt.Sprintf("%s ×%.2f", code, f))
		}
	}
	return fmt.Sprintf("predict the worth of hits better by %+.3f ± %.3f nats an answer, on %s held back in turn: %s", l.Gain, l.Spread, words.Count(l.Answers, "answer"), strings.Join(factors, "  "))
}
