package ingest

import (
	"errors"
	"fmt"

	"asterism/engine"
	"asterism/engine/secrets"
)

// maxListed bounds the places of secrets in the report; all are counted.
const maxListed = 20

// withoutSecrets applies the run's policy to a note before anything is computed from its text, including its id. It returns false if the note is left
// out.
func (r *run) withoutSecrets(n *engine.Note, whence string) bool {
	fields := []secrets.Field{{Name: "rationale", Text: &n.Rationale}}
	if n.Modality != engine.ModalityImage {
		fields = append(fields, secrets.Field{Name: "content", Text: &n.Content})
	}
	places, err := r.Secrets.Or(secrets.Redact).Hold(fields...)
	var held *secrets.Refused
	if errors.As(err, &held) {
		r.problem(fmt.Errorf("%s: %w", whence, err))
		r.listed(whence, held.Places, 0, 1)
		return false
	}
	if err != nil {
		r.problem(fmt.Errorf("%s: look for secrets: %w", whence, err))
		return false
	}
	if len(places) > 0 {
		r.listed(whence, places, 1, 0)
	}
	return true
}

// listed counts a note with secrets, and records their places.
func (r *run) listed(whence string, places []string, redacted, refused int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.report.Redacted += redacted
	r.report.Refused += refused
	for _, p := range places {
		if len(r.report.Secrets) < maxListed {
			r.report.Secrets = append(r.report.Secrets, whence+": "+p)
		}
	}
}
