package passing

import (
	"cmp"
	"context"

	"asterism/engine"
)

// Minds reads the workspaces of all shards.
type Minds struct{ p *Passer }

// Minds returns a reader of the workspaces of all shards.
func (p *Passer) Minds() Minds { return Minds{p} }

type mindQuestion struct{ Namespace, Session string }

// mindAnswer is a workspace; nil: there is none.
type mindAnswer struct{ State *engine.WorkspaceState }

func partMind(ctx context.Context, s *part, q mindQuestion) (out mindAnswer, err error) {
	out.State, err = s.engine.Workspace(ctx, q.Namespace, q.Session)
	return out, err
}

func partLatestMind(ctx context.Context, s *part, _ bool) (out mindAnswer, err error) {
	out.State, err = s.engine.LatestWorkspace(ctx)
	return out, err
}

// Workspace returns the workspace of a namespace and session, from the shard of the namespace.
func (m Minds) Workspace(ctx context.Context, namespace, session string) (*engine.WorkspaceState, error) {
	u := union(m)
	out, err := one[mindAnswer](ctx, m.p, u.shardOf(cmp.Or(namespace, engine.DefaultNamespace)), methodMind, mindQuestion{namespace, session})
	return out.State, asEngine(err)
}

// LatestWorkspace returns the workspace of all shards in which a memory was used last, by the clocks of their leaders; nil if there is none.
func (m Minds) LatestWorkspace(ctx context.Context) (latest *engine.WorkspaceState, err error) {
	all, err := each[mindAnswer](ctx, m.p, methodLatestMind, true)
	if err != nil {
		return nil, asEngine(err)
	}
	for _, answer := range all {
		if answer.State != nil && (latest == nil || answer.State.Active.After(latest.Active)) {
			latest = answer.State
		}
	}
	return latest, nil
}
