package engine

import (
	"context"
	"slices"

	"asterism/engine/batch"
	"asterism/engine/fault"
	"asterism/engine/fingerprint"
	"asterism/engine/purpose"
	"asterism/engine/sched"
	"asterism/engine/workspace"
)

// WorkspaceState is a workspace with the texts of its members.
type WorkspaceState = workspace.Contents

// openMinds creates the workspaces of the store, which must be open.
func (p *parts) openMinds() {
	p.minds = workspace.NewMinds(workspace.Config{
		Store: p.store, Options: p.cfg.Workspace, Spaces: stored, Accuracy: func() float64 { return p.meta.Accuracy() }, Cohort: p.cohortPart,
		Now: p.now, Pause: p.cfg.pauses, Log: p.log,
	})
}

// Workspace returns what is in mind in a namespace ("": the default one) and session ("": the one that all calls without a session share). All memories injected before the call have
// been judged, except those that failed and are tried again. Forgotten memories are not in it. A session into which nothing was injected is empty.
func (e *Engine) Workspace(ctx context.Context, namespace, session string) (*WorkspaceState, error) {
	switch namespace {
	case "":
		namespace = DefaultNamespace
	case "*":
		return nil, fault.Invalid("namespace %q means all namespaces, a workspace is of one namespace", "name one namespace", namespace)
	}
	if err := checkText("namespace", namespace, MaxNameBytes, false); err != nil {
		return nil, err
	}
	if err := checkText("session_id", session, MaxNameBytes, false); err != nil {
		return nil, err
	}
	return e.minds.Of(ctx, workspace.Key{Namespace: namespace, Session: session})
}

// LatestWorkspace returns the workspace in which a memory was judged last; nil if there is none.
func (e *Engine) LatestWorkspace(ctx context.Context) (*WorkspaceState, error) {
	return e.minds.Latest(ctx)
}

// WatchWorkspaces calls fn for each memory that enters any workspace, one after another, until stop is called. fn must not block.
func (e *Engine) WatchWorkspaces(fn func(workspace.Entry)) (stop func()) { return e.minds.Watch(fn) }

// cohortParcel is how many texts of the cohort are embedded at a time, so that a new memory waits only for a few.
const cohortParcel = 4

// cohortPart embeds an evenly spaced part of the cohort. A workspace needs fewer texts than a goal, and the first
// memories of a process should not wait for the rest.
func (p *parts) cohortPart(ctx context.Context) (out []fingerprint.Fingerprint, err error) {
	texts := purpose.Cohort()
	var jobs []*sched.Job
	for i := range workspace.CohortSize {
		text := texts[i*len(texts)/workspace.CohortSize]
		jobs = append(jobs, p.job(text, "", p.now(), batch.Passage, stored))
	}
	for parcel := range slices.Chunk(jobs, cohortParcel) {
		results, err := p.sched.Embed(ctx, parcel...)
		if err != nil {
			return nil, fault.Embedding(err)
		}
		for _, r := range results {
			out = append(out, r.Values)
		}
	}
	return out, nil
}
