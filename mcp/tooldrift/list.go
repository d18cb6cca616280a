package tooldrift

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// List is a server's tools, in its order.
type List struct {
	Tools      []Tool
	Incomplete string // why the end of the list is not known; empty: the list is complete
}

// ParseList reads a JSON array of tool definitions, or an object with such an array as its member tools, like the result of tools/list. An object with a nextCursor, or with a
// reason why it is incomplete, is marked as incomplete.
func ParseList(raw []byte) (List, error) {
	var page struct {
		Tools      *[]json.RawMessage `json:"tools"`
		NextCursor string             `json:"nextCursor"`
		Incomplete string             `json:"incomplete"`
	}
	var into any = &page
	switch kind := bytes.TrimSpace(raw); {
	case bytes.HasPrefix(kind, []byte("[")):
		into = &page.Tools
	case !bytes.HasPrefix(kind, []byte("{")):
		into = new(any) // not a list, or not JSON at all
	}
	if err := json.Unmarshal(raw, into); err != nil {
		return List{}, fmt.Errorf("read list of tools: %w", err)
	}
	if page.Tools == nil {
		return List{}, errors.New("read list of tools: neither an array nor an object with an array tools")
	}
	out := List{Incomplete: page.Incomplete}
	if out.Incomplete == "" && page.NextCursor != "" {
		out.Incomplete = "it is one page of several: it has a nextCursor"
	}
	if err := out.add(*page.Tools); err != nil {
		return List{}, err
	}
	return out, nil
}

// add appends definitions.
func (l *List) add(definitions []json.RawMessage) error {
	for _, raw := range definitions {
		t, err := ParseTool(raw)
		if err != nil {
			return fmt.Errorf("read list of tools: tool %d: %w", len(l.Tools)+1, err)
		}
		l.Tools = append(l.Tools, t)
	}
	return nil
}

// MarshalJSON writes the format of ParseList, with the definitions unchanged.
func (l List) MarshalJSON() ([]byte, error) {
	out := struct {
		Tools      []json.RawMessage `json:"tools"`
		Incomplete string            `json:"incomplete,omitempty"`
	}{[]json.RawMessage{}, l.Incomplete}
	for _, t := range l.Tools {
		out.Tools = append(out.Tools, t.Definition)
	}
	return json.Marshal(out)
}

// UnmarshalJSON is ParseList.
func (l *List) UnmarshalJSON(raw []byte) (err error) {
	*l, err = ParseList(raw)
	return err
}

// canonical returns the whole list as one canonical JSON array.
func (l List) canonical() string {
	parts := make([]string, len(l.Tools))
	for i, t := range l.Tools {
		parts[i] = t.content
	}
	return "[" + strings.Join(parts, ",") + "]"
}

// Digest identifies a list by its content and order: SHA-256 of the canonical array, in hex.
func (l List) Digest() string {
	sum := sha256.Sum256([]byte(l.canonical()))
	return hex.EncodeToString(sum[:])
}
