package caught

import (
	"context"

	"golang.org/x/sync/errgroup"
)

// Group is an [errgroup.Group] in which a panic is an ordinary error. Make it with [NewGroup] or [WithContext].
type Group struct{ inner *errgroup.Group }

// NewGroup makes a group in which one failure does not cancel the others.
func NewGroup() *Group { return &Group{new(errgroup.Group)} }

// WithContext makes a group whose context ends at the first failure, and when Wait returns.
func WithContext(ctx context.Context) (*Group, context.Context) {
	inner, ctx := errgroup.WithContext(ctx)
	return &Group{inner}, ctx
}

// SetLimit lets at most n goroutines run at a time; see [errgroup.Group.SetLimit].
func (g *Group) SetLimit(n int) { g.inner.SetLimit(n) }

// Go starts fn in a goroutine, as soon as the limit allows.
func (g *Group) Go(fn func() error) { g.inner.Go(func() error { return Run(fn) }) }

// Wait waits for all of them and returns the first error.
func (g *Group) Wait() error { return g.inner.Wait() }
