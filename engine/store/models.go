package store

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"asterism/models"
)

// Models ties a store to the models whose vectors it holds: vectors of different models cannot be compared. It is safe for concurrent use.
type Models interface {
	// Bind stores the models at the first call, and compares them at every later one. hashes are those of the model files, zero for
	// spaces without a model. The error wraps [ErrProfile].
	Bind(ctx context.Context, profile string, hashes [models.Count][32]byte) error
	// Bound returns the models of the store; nil before the first Bind.
	Bound(ctx context.Context) (*Bound, error)
}

// Bound holds the models that [Models.Bind] stored.
type Bound struct {
	Profile     string
	ModelHashes [models.Count][32]byte
}

// KeptSpaces are those with stored values; the temporal spaces are computed from a memory's time when it is read.
var KeptSpaces = models.All.Without(models.OfOrigin(models.FromTime))

// Differ returns the spaces with stored values whose models differ from hashes.
func (b *Bound) Differ(hashes [models.Count][32]byte) (out models.Set) {
	for _, s := range KeptSpaces.Spaces() {
		if b.ModelHashes[s] != hashes[s] {
			out = out.With(s)
		}
	}
	return out
}

// Compare returns an error with possible solutions if the store called name cannot be used with the models of want, and nil if it can. If name is the full path of a folder
// the suggested commands contain it, so that they work unchanged. The error wraps [ErrProfile].
func (b *Bound) Compare(want *Bound, name string) error {
	at := ""
	if filepath.IsAbs(name) {
		at = " --data " + InShell(name)
	}
	wayOut := fmt.Sprintf("make a backup with `asterism backup create ARCHIVE%s`, then embed it again with `asterism reembed --profile %s%s` (and --models, if they are elsewhere); or open it with --profile %s and --models as before, or give a new --data directory",
		at, want.Profile, at, b.Profile)
	for i := range b.ModelHashes {
		if b.ModelHashes[i] != want.ModelHashes[i] {
			return fmt.Errorf("%w: %s has vectors of %v made by model %.6x (profile %s), the model given is %.6x (profile %s): %s",
				ErrProfile, name, models.Space(i), b.ModelHashes[i], b.Profile, want.ModelHashes[i], want.Profile, wayOut)
		}
	}
	if b.Profile != want.Profile {
		return fmt.Errorf("%w: %s was written with profile %s, given is %s: %s", ErrProfile, name, b.Profile, want.Profile, wayOut)
	}
	return nil
}

// InShell returns a word as a POSIX shell command line needs it: in quotes unless it needs none.
func InShell(word string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("_@%+=:,./-", r)
	}
	if word == "" || strings.ContainsFunc(word, func(r rune) bool { return !plain(r) }) {
		return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
	}
	return word
}
