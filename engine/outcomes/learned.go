package outcomes

import (
	"context"
	"errors"
	"io"

	"asterism/engine/fault"
	"asterism/engine/metautl"
	"asterism/engine/store"
)

// metaFailed returns the caller's error if meta-learning failed. A closed store has the specification's own code: the service is
// unavailable.
func metaFailed(doing string, err error) error {
	if errors.Is(err, store.ErrClosed) {
		return &fault.Error{Kind: fault.KindInternal, Message: doing, Err: err, Hint: "the server is shutting down; start it again"}
	}
	return fault.Storage(doing, err)
}

// MetaStatus returns how well the engine predicts, and with which weights.
func (s *Service) MetaStatus(ctx context.Context) (*metautl.Status, error) {
	if err := ctx.Err(); err != nil {
		return nil, metaFailed("read meta-learning status", err)
	}
	out := s.meta.Status(s.now())
	return &out, nil
}

// Recalibration requests a new λ.
type Recalibration struct {
	ForceBayesian bool
	Domain        string // "": all
	DryRun        bool
}

// RecalibrateLambda chooses λ again; a dry run returns what would be done. If there is too little data, or corrections are switched off (EnableMeta),
// it returns an error and nothing has changed.
func (s *Service) RecalibrateLambda(ctx context.Context, r Recalibration) (*metautl.Recalibration, error) {
	domain, err := metautl.ParseDomain(r.Domain)
	if err != nil {
		return nil, fault.Invalid("%v", "leave domain out to look at all", err)
	}
	out, err := s.meta.Recalibrate(ctx, s.now(), metautl.Request{ForceBayesian: r.ForceBayesian, Domain: domain, DryRun: r.DryRun, ACh: restingACh})
	if errors.Is(err, metautl.ErrStopped) {
		return nil, fault.Invalid("%v", "`asterism meta enable` switches them on; a dry run says what would be done", err)
	}
	if errors.Is(err, metautl.ErrTooLittle) {
		return nil, fault.Invalid("%v", "let memories be injected, and record outcomes of found ones", err)
	}
	if err != nil {
		return nil, metaFailed("recalibrate λ", err)
	}
	return out, nil
}

// MetaLog returns events of meta-learning, oldest first.
func (s *Service) MetaLog(ctx context.Context, q metautl.Query) (*metautl.LogPage, error) {
	page, err := s.meta.Log(ctx, q)
	if errors.Is(err, metautl.ErrQuery) {
		return nil, fault.Invalid("%v", "see the tool's description for what can be asked", err)
	}
	if err != nil {
		return nil, metaFailed("read the meta-learning log", err)
	}
	return page, nil
}

// EnableMeta switches corrections of λ on or off; predictions are always recorded.
func (s *Service) EnableMeta(ctx context.Context, on bool) error {
	return metaFailed("switch corrections of λ", s.meta.Enable(ctx, on))
}

// ResetLambda sets λ back to the lifecycle's value.
func (s *Service) ResetLambda(ctx context.Context) error {
	return metaFailed("reset λ", s.meta.Reset(ctx, s.now()))
}

// AcknowledgeMeta clears the request for a person.
func (s *Service) AcknowledgeMeta(ctx context.Context) error {
	return metaFailed("acknowledge an escalation", s.meta.Acknowledge(ctx))
}

// ClearMetaLog removes all events of meta-learning, and nothing else.
func (s *Service) ClearMetaLog(ctx context.Context) error {
	return metaFailed("clear the meta-learning log", s.meta.ClearEvents(ctx))
}

// ExportMeta writes the whole state of meta-learning.
func (s *Service) ExportMeta(ctx context.Context, w io.Writer) error {
	return metaFailed("export meta-learning", s.meta.Export(ctx, w))
}

// ImportMeta replaces the state by an exported one, all or nothing.
func (s *Service) ImportMeta(ctx context.Context, r io.Reader) error {
	return metaFailed("import meta-learning", s.meta.Import(ctx, r))
}
