package tools

import "context"

type homeKey struct{}

// AtHome makes a namespace the one of calls that name none.
func AtHome(ctx context.Context, namespace string) context.Context {
	return context.WithValue(ctx, homeKey{}, namespace)
}

// homeOf is the namespace of calls that name none; empty: the default one.
func homeOf(ctx context.Context) string {
	namespace, _ := ctx.Value(homeKey{}).(string)
	return namespace
}
