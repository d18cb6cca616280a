package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"asterism/cmd/asterism/owner"
	"asterism/engine"
	"asterism/engine/store"

	"github.com/google/uuid"
	"github.com/spf13/cobra"
)

// listed is a mock memory server that only has some memories.
type listed struct {
	owner.Memory
	all []*store.Memory
}

func (l listed) List(context.Context, engine.ListQuestion) (*engine.Page, error) {
	return &engine.Page{Memories: l.all}, nil
}

// TestBytesGoWithTheLastOfEachNamespace: in a cluster namespaces are in several stores, so the last memory of each removes the bytes from its store's files. A softly forgotten one
// leaves none to remove.
func TestBytesGoWithTheLastOfEachNamespace(t *testing.T) {
	was := os.Stdout
	defer func() { os.Stdout = was }()
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	os.Stdout = null
	var all []*store.Memory
	for _, namespace := range []string{"a", "b", "a", "c", "b", "a"} {
		all = append(all, &store.Memory{ID: uuid.New(), Namespace: namespace})
	}
	cmd := &cobra.Command{}
	cmd.SetContext(t.Context())
	do := func(does string, fails int) (string, error) {
		said, n := "", 0
		err := (&several{yes: true}).each(cmd, &globals{&owner.Flags{}}, listed{all: all}, does, false, func(ctx context.Context, id store.ID) error {
			if id != all[n].ID {
				t.Errorf("memory %d is %s, want %s", n, id, all[n].ID)
			}
			if n++; n == fails {
				return errors.New("the disk is gone")
			}
			said += fmt.Sprint(all[n-1].Namespace, map[bool]string{true: "-", false: "+"}[engine.LeavesBytes(ctx)])
			return nil
		})
		return said, err
	}
	if got, err := do(forGood, 0); err != nil || got != "a-b-a-c+b+a+" {
		t.Errorf("for good: %s, error %v", got, err)
	}
	if got, err := do(softly, 0); err != nil || strings.Contains(got, "-") {
		t.Errorf("softly: %s, error %v", got, err)
	}
	if got, err := do(forGood, 3); err == nil || !strings.Contains(err.Error(), "2 of 6 are done") || !strings.Contains(err.Error(), "by the next daily pass") {
		t.Errorf("cut short after %s: %v", got, err)
	}
}
