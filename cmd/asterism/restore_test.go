package main

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"asterism/cmd/asterism/owner"

	"github.com/google/uuid"
)

// answering is a mock memory that only answers one tool.
type answering struct {
	owner.Memory
	answers string
	asked   []string
}

func (a *answering) Ask(_ context.Context, tool string, _ map[string]any) (json.RawMessage, error) {
	a.asked = append(a.asked, tool)
	return json.RawMessage(a.answers), nil
}

// TestRestoreAsksOnce: the answer of the restore itself says whether the memory was forgotten.
func TestRestoreAsksOnce(t *testing.T) {
	was := os.Stdout
	defer func() { os.Stdout = was }()
	for answers, says := range map[string]string{`{"id":"x","restored":true}`: "restored ", `{"id":"x","restored":false}`: "was not forgotten"} {
		f, err := os.Create(filepath.Join(t.TempDir(), "out"))
		if err != nil {
			t.Fatal(err)
		}
		m := &answering{answers: answers}
		os.Stdout = f
		err = restoreOne(t.Context(), &globals{&owner.Flags{}}, m, uuid.New())
		os.Stdout = was
		out, rerr := os.ReadFile(f.Name())
		if err = errors.Join(err, rerr, f.Close()); err != nil || !slices.Equal(m.asked, []string{"restore_memory"}) || !strings.Contains(string(out), says) {
			t.Errorf("asked %v, says %q, error %v; want %q", m.asked, out, err, says)
		}
	}
}
