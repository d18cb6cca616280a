package engine

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"math"
	"slices"
	"strings"
	"time"

	"asterism/engine/embedder"
	"asterism/engine/fault"
	"asterism/engine/outcomes"
	"asterism/engine/secrets"
	"asterism/engine/store"

	"github.com/google/uuid"
	"golang.org/x/text/unicode/norm"
)

// DefaultNamespace is used if a note or question names none.
const DefaultNamespace = store.DefaultNamespace

// Modalities lists what a memory may be.
var Modalities = []string{"text", "code", "image", "audio", "structured", "mixed"}

// accept is step 1: it checks a note and makes the draft of the memory that will be stored, with everything except its vectors; for an
// image, it also reads the pixels. Every error names the value, the limit and the way out; nothing has been done if it fails.
func (w *writer) accept(ctx context.Context, n Note) (*draft, error) {
	var err error
	if n.Tags, err = outcomes.Tagged(n.Tags, n.Domain); err != nil {
		return nil, err
	}
	redacted, err := w.withoutSecrets(ctx, &n)
	if err != nil {
		return nil, err
	}
	now := w.now()
	m := &store.Memory{
		ID: n.ID, Version: 1, Namespace: n.Namespace, Content: n.Content, Rationale: strings.TrimSpace(n.Rationale),
		Modality: n.Modality, Importance: 0.5, Tags: n.Tags, Time: n.Time, Created: now, Updated: now,
		SessionID: n.SessionID, Source: n.Source, Links: n.Links,
		Supersedes: unique(n.Supersedes), ValidFrom: n.ValidFrom, ValidUntil: n.ValidUntil, Repeats: n.Repeats, LastRepeat: n.LastRepeat,
		Profile: w.embedder.Manifest().Profile, ModelHashes: w.embedder.Hashes(),
	}
	if m.ID == uuid.Nil {
		id, err := uuid.NewV7()
		if err != nil {
			return nil, &Error{Kind: KindInternal, Message: "make id", Err: err}
		}
		m.ID = id
	}
	if m.Namespace == "" {
		m.Namespace = DefaultNamespace
	}
	if m.Modality == "" {
		m.Modality = "text"
	}
	if m.Time.IsZero() {
		m.Time = now
	}
	if n.Importance != nil {
		m.Importance = *n.Importance
	}
	if err := checkMemory(m); err != nil {
		return nil, err
	}
	seen, err := w.identify(ctx, m)
	if err != nil {
		return nil, err
	}
	return &draft{note: n, memory: m, image: seen, answer: Remembered{ID: m.ID, Rationale: m.Rationale, Redacted: redacted}, given: n.ID != uuid.Nil}, nil
}

// withoutSecrets applies the policy of the call, or otherwise that of the engine, to the texts of a note. The content of an image is its bytes, and a text that is too long is refused
// anyway, so both are left out.
func (w *writer) withoutSecrets(ctx context.Context, n *Note) ([]string, error) {
	fields := []secrets.Field{{Name: "rationale", Text: &n.Rationale}, {Name: "source", Text: &n.Source}}
	if n.Modality != ModalityImage && len(n.Content) <= MaxContentBytes {
		fields = append(fields, secrets.Field{Name: "content", Text: &n.Content})
	}
	n.Tags = PlainTags(n.Tags)
	for i := range n.Tags {
		fields = append(fields, secrets.Field{Name: "tags", Text: &n.Tags[i]})
	}
	return w.hold(ctx, fields)
}

// hold applies the policy for secrets to texts.
func (w *writer) hold(ctx context.Context, fields []secrets.Field) ([]string, error) {
	places, err := secrets.PolicyOf(ctx).Or(w.cfg.Secrets).Hold(fields...)
	var held *secrets.Refused
	if errors.As(err, &held) {
		refused := fault.Invalid("%v", "nothing was stored. Write where the secret is kept instead of the secret; a person can store it with --secrets redact, which replaces it by its kind, or with --secrets allow", held)
		refused.Secrets = true
		return nil, refused
	}
	if err != nil {
		return nil, &Error{Kind: KindInternal, Message: "look for secrets", Err: err}
	}
	return places, nil
}

func checkMemory(m *store.Memory) error {
	if err := checkContent(m); err != nil {
		return err
	}
	if err := checkText("rationale", m.Rationale, MaxRationaleBytes, false); err != nil {
		return err
	}
	if err := checkModality(m.Modality); err != nil {
		return err
	}
	if !(m.Importance >= 0 && m.Importance <= 1) { // NaN fails both
		return fault.Invalid("importance %v is outside 0…1", "give a number from 0 (trivial) to 1 (vital)", m.Importance)
	}
	if err := checkTime("timestamp", m.Time); err != nil {
		return err
	}
	for _, f := range []struct {
		name, value string
		limit       int
	}{{"namespace", m.Namespace, MaxNameBytes}, {"session_id", m.SessionID, MaxNameBytes}, {"source", m.Source, MaxSourceBytes}} {
		if err := checkText(f.name, f.value, f.limit, false); err != nil {
			return err
		}
	}
	if m.Namespace == "*" {
		return fault.Invalid("namespace %q means all namespaces and cannot be written to", "name one namespace", m.Namespace)
	}
	if len(m.Links) > MaxLinks {
		return fault.Invalid("link_to has %d ids, the limit is %d", "link to the closest ones", len(m.Links), MaxLinks)
	}
	if err := checkValidity(m); err != nil {
		return err
	}
	return checkTags(m.Tags)
}

func checkContent(m *store.Memory) error {
	if embedder.IsImage(m) {
		return checkImageContent("content", m.Content)
	}
	return checkText("content", m.Content, MaxContentBytes, true)
}

// checkText refuses a text that is not UTF-8, contains NUL, is too long, or (if required) is blank.
func checkText(name, v string, limit int, required bool) error {
	return fault.Text(name, v, limit, required)
}

func blank(r rune) bool { return fault.Blank(r) }

// FirstBadByte returns the offset in bytes at which a text stops being UTF-8; -1: nowhere.
func FirstBadByte(s string) int { return fault.FirstBadByte(s) }

func checkModality(v string) error {
	if !slices.Contains(Modalities, v) {
		return fault.Invalid("unknown modality %q", "valid are "+strings.Join(Modalities, ", "), v)
	}
	if v == "audio" {
		return fault.Invalid("modality %q: there is no audio model yet", "store a transcript as text", v)
	}
	return nil
}

// PlainTags returns tags without blanks around them, each once, in their order. Case is kept and distinguishes tags. A blank tag stays, so that it is refused later.
func PlainTags(tags []string) []string {
	if tags == nil {
		return nil
	}
	out := make([]string, 0, len(tags))
	for _, t := range tags {
		if bare := strings.TrimSpace(t); bare != "" {
			t = bare
		} else { // refused, each of them
			out = append(out, t)
			continue
		}
		if !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	return out
}

func checkTags(tags []string) error {
	if len(tags) > MaxTags {
		return fault.Invalid("%d tags given, the limit is %d", "keep the ones you filter by", len(tags), MaxTags)
	}
	for _, t := range tags {
		if err := checkText("tag", t, MaxTagBytes, true); err != nil {
			return err
		}
	}
	return nil
}

// FirstYear and LastYear bound the times of memories: Unix nanoseconds cover little more.
const FirstYear, LastYear = 1700, 2250

// aboutTimes is a hint for each time of a memory.
var aboutTimes = map[string]string{"timestamp": "give the time the memory is about", "valid_from": "give the time from which it holds, or leave it out", "valid_until": "give the time until which it holds, or leave it out"}

// checkTime refuses times outside of what Unix nanoseconds can represent.
func checkTime(name string, t time.Time) error {
	if t.Year() < FirstYear || t.Year() > LastYear {
		return fault.Invalid("%s %s is outside the years %d to %d", cmp.Or(aboutTimes[name], "give a time within these"), name, t.Format(time.RFC3339), FirstYear, LastYear)
	}
	return nil
}

// TextHash identifies memories with the same text: it is the SHA-256 of the text in NFC with white space folded, so that
// re-wrapped text is the same text.
func TextHash(s string) [32]byte {
	return sha256.Sum256([]byte(strings.Join(strings.Fields(norm.NFC.String(s)), " ")))
}

// finite reports whether a number from a caller is neither NaN nor infinite.
func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
