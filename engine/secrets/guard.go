package secrets

import (
	"context"
	"fmt"
	"strings"
)

type policyKey struct{}

// WithPolicy sets the policy for secrets in texts that are stored with this context; the zero value leaves it to the code that stores them.
func WithPolicy(ctx context.Context, p Policy) context.Context {
	if p == "" {
		return ctx
	}
	return context.WithValue(ctx, policyKey{}, p)
}

// PolicyOf returns the policy of [WithPolicy]; the zero value: none was set.
func PolicyOf(ctx context.Context) Policy {
	p, _ := ctx.Value(policyKey{}).(Policy)
	return p
}

// Field is a text that is to be stored.
type Field struct {
	Name string // as callers call it
	Text *string
}

// Refused is the error for texts with secrets. It names kinds and places, never a secret.
type Refused struct{ Places []string }

func (r *Refused) Error() string {
	return "this looks like a secret: " + strings.Join(r.Places, "; ")
}

// Hold applies a policy to texts before they are stored. Redact changes them and returns what was removed. Refuse, and the zero value, return a
// *Refused if there is any secret.
func (p Policy) Hold(fields ...Field) (places []string, err error) {
	if p == Allow {
		return nil, nil
	}
	for _, f := range fields {
		redacted, found, err := Redacted(*f.Text)
		if err != nil {
			return nil, err
		}
		for _, one := range found {
			places = append(places, fmt.Sprintf("%s of %s", one.Where(*f.Text), f.Name))
		}
		if p == Redact {
			*f.Text = redacted
		}
	}
	if p != Redact && len(places) > 0 {
		return nil, &Refused{places}
	}
	return places, nil
}
