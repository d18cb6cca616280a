package main

import (
	"context"
	"errors"
	"fmt"

	"asterism/cmd/asterism/shell"
	"asterism/cmd/asterism/words"
	"asterism/engine"
	"asterism/engine/earlier"
	"asterism/engine/secrets"
	"asterism/engine/store"
)

// storedSecret is a place of a secret in a stored memory. The secret itself is never shown.
type storedSecret struct {
	ID        store.ID `json:"id"`
	Namespace string   `json:"namespace"`
	Kind      string   `json:"kind"`
	Where     string   `json:"where"`
	Forgotten bool     `json:"forgotten,omitempty"`
	Before    uint64   `json:"before,omitempty"` // the earlier version that contains it; the present one does not
}

// checkSecrets searches everything stored for secrets. Like check it needs no models.
func (g *globals) checkSecrets(ctx context.Context) (err error) {
	s, err := g.toCheck(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	info, err := s.Info(ctx)
	if err != nil {
		return err
	}
	bar := shell.NewBar("looking for secrets")
	found, read := []storedSecret{}, 0
	err = s.Scan(ctx, store.Range{Deleted: true}, store.Parts{Content: true}, func(m *store.Memory) (bool, error) {
		read++
		bar.Set("looking for secrets", int64(read), int64(max(read, info.Live())))
		more, err := secretsOf(m)
		found = append(found, more...)
		return true, err
	})
	bar.Done()
	if err != nil {
		return err
	}
	more, err := secretsBefore(ctx, s)
	if err != nil {
		return err
	}
	found = append(found, more...)
	if err := g.showSecrets(read, found); err != nil {
		return err
	}
	if len(found) > 0 {
		return shell.ExitCode(2)
	}
	return nil
}

// secretsOf checks the fields of a memory: text and reason, source and tags.
func secretsOf(m *store.Memory) (out []storedSecret, err error) {
	fields := []secrets.Field{{Name: "rationale", Text: &m.Rationale}, {Name: "source", Text: &m.Source}}
	if m.Modality != engine.ModalityImage {
		fields = append(fields, secrets.Field{Name: "content", Text: &m.Content})
	}
	for i := range m.Tags {
		fields = append(fields, secrets.Field{Name: "tags", Text: &m.Tags[i]})
	}
	for _, f := range fields {
		found, err := secrets.Find(*f.Text)
		if err != nil {
			return nil, err
		}
		for _, one := range found {
			out = append(out, storedSecret{m.ID, m.Namespace, one.Kind, one.Where(*f.Text) + " of " + f.Name, !m.Deleted.IsZero(), 0})
		}
	}
	return out, nil
}

// secretsBefore checks the earlier versions of memories. These are stored too if secrets were allowed.
func secretsBefore(ctx context.Context, s store.Shelves) (out []storedSecret, err error) {
	err = earlier.Each(ctx, s, func(id store.ID, v *earlier.Version) (bool, error) {
		m := &store.Memory{ID: id, Content: v.Content, Rationale: v.Rationale}
		more, err := secretsOf(m)
		for i := range more {
			more[i].Before = v.Version
			more[i].Where += fmt.Sprintf(" of version %d", v.Version)
		}
		out = append(out, more...)
		return true, err
	})
	return out, err
}

func (g *globals) showSecrets(read int, found []storedSecret) error {
	if g.JSON {
		return shell.PrintJSON(map[string]any{"memories": read, "secrets": found})
	}
	memories := map[store.ID]bool{}
	for _, f := range found {
		memories[f.ID] = true
	}
	if len(found) == 0 {
		shell.Printf("%s read: no secrets\n", words.Memories(read))
		return nil
	}
	shell.Printf("%s read: %s in %d of them\n", words.Memories(read), words.Count(len(found), "secret"), len(memories))
	for _, f := range found {
		forgotten := ""
		if f.Forgotten {
			forgotten = "  (forgotten; `asterism purge` removes it for good)"
		}
		if f.Before > 0 {
			forgotten = "  (said before; `asterism forget ID --earlier` removes it)"
		}
		shell.Printf("  %s  %s  %s%s\n", f.ID, f.Namespace, f.Where, forgotten)
	}
	shell.Println("change one: asterism update ID --content - --secrets redact; or take it out for good: asterism forget ID --hard")
	return nil
}
