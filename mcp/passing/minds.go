package passing

import (
	"cmp"
	"context"

	"asterism/engine"
)

// Minds reads the workspaces of all shards.
type Minds struct{ p *Passer }

// Minds are the workspaces of all shards.
func (p *Passer) Minds() Minds { return Minds{p} }

type mindAsked struct{ Namespace, Session string }

// mindTold is a workspace; nil: there is none.
type mindTold struct{ State *engine.WorkspaceState }

func partMind(ctx context.Context, s *part, q mindAsked) (out mindTold, err error) {
	out.State, err = s.engine.Workspace(ctx, q.Namespace, q.Session)
	return out, err
}

func partLatestMind(ctx context.Context, s *part, _ bool) (out mindTold, err error) {
	out.State, err = s.engine.LatestWorkspace(ctx)
	return out, err
}

// Workspace is that of a namespace and session, by the shard of the namespace.
func (m Minds) Workspace(ctx context.Context, namespace, session string) (*engine.WorkspaceState, error) {
	u := union(m)
	out, err := one[mindTold](ctx, m.p, u.shardOf(cmp.Or(namespace, engine.DefaultNamespace)), methodMind, mindAsked{namespace, session})
	return out.State, asEngine(err)
}

// LatestWorkspace is the one of all shards in which a memory was looked at last, by the clocks of their leaders; nil when there is none.
func (m Minds) LatestWorkspace(ctx context.Context) (latest *engine.WorkspaceState, err error) {
	all, err := each[mindTold](ctx, m.p, methodLatestMind, true)
	if err != nil {
		return nil, asEngine(err)
	}
	for _, told := range all {
		if told.State != nil && (latest == nil || told.State.Active.After(latest.Active)) {
			latest = told.State
		}
	}
	return latest, nil
}
