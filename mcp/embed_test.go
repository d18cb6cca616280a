package mcp

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"asterism/mcp/answer"
	"asterism/mcp/tools"
	"asterism/models"
)

// TestEmbedShapes: each kind of space has exactly its own fields.
func TestEmbedShapes(t *testing.T) {
	for space, want := range map[models.Space]string{
		models.Graph:           "vector:384",
		models.TemporalRecent:  "vector:512",
		models.Causal:          "cause:768 effect:768",
		models.Sparse:          "terms:2 weights:2",
		models.LateInteraction: "vectors:2×128",
	} {
		v := answer.EmbeddedFrom(space.Info(), fakeValue(space.Info(), 3))
		var got []string
		for name, n := range map[string]int{"cause": len(v.Cause), "effect": len(v.Effect), "terms": len(v.Terms), "vector": len(v.Vector), "weights": len(v.Weights)} {
			if n > 0 {
				got = append(got, fmt.Sprintf("%s:%d", name, n))
			}
		}
		if len(v.Vectors) > 0 {
			got = append(got, fmt.Sprintf("vectors:%d×%d", len(v.Vectors), len(v.Vectors[0])))
		}
		if len(got) != len(strings.Fields(want)) || !containsAll(got, strings.Fields(want)) {
			t.Errorf("%v: %v, want %s", space, got, want)
		}
	}
}

func containsAll(got, want []string) bool {
	for _, w := range want {
		if !strings.Contains(" "+strings.Join(got, " ")+" ", " "+w+" ") {
			return false
		}
	}
	return true
}

// TestEmbedAnswersAreNotCut: an answer that would be too long is refused as a whole.
func TestEmbedAnswersAreNotCut(t *testing.T) {
	var all []string
	for i := range tools.MaxEmbedTexts {
		all = append(all, fmt.Sprint(i))
	}
	texts, _ := json.Marshal(all)
	big := `{"texts":` + string(texts) + `,"spaces":["code","causal","semantic","multimodal","graph","entity","E2","E3","E4","late_interaction"]}`
	var got answer.Embeddings
	if err := askRaw(t, newFake(), "embed", big, &got); err != nil || len(got.Embeddings) != tools.MaxEmbedTexts {
		t.Errorf("%d texts: %v", len(got.Embeddings), err)
	}
	fake := newFake()
	fake.tokens = 4096
	if err := askRaw(t, fake, "embed", big, &got); err == nil || !strings.Contains(err.Error(), "at most 4194304") {
		t.Errorf("an answer too long: %v", err)
	}
	one, _ := json.Marshal(append(all, "one more"))
	for says, args := range map[string]string{
		"the limit is 64": `{"texts":` + string(one) + `,"spaces":["code"]}`,
		`"spaces"`:        `{"texts":["a"]}`,
		`"texts"`:         `{"spaces":["code"]}`,
		"E14":             `{"texts":["a"],"spaces":["E14"]}`,
	} {
		if err := askRaw(t, newFake(), "embed", args, &got); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%.40s: %v, want an error that says %s", args, err, says)
		}
	}
}
