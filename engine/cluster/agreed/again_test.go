package agreed

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// TestWhatPassesByItself: which errors are temporary (servers that start, elect or are gone for a moment), and which are mistakes.
func TestWhatPassesByItself(t *testing.T) {
	api := func(code int, number jetstream.ErrorCode) error {
		return fmt.Errorf("open bucket: %w", &jetstream.APIError{Code: code, ErrorCode: number})
	}
	for name, c := range map[string]struct {
		err  error
		want bool
	}{
		"nobody answers":                    {fmt.Errorf("x: %w", nats.ErrNoResponders), true},
		"in time":                           {context.DeadlineExceeded, true},
		"no leader":                         {api(503, 10008), true},
		"no server is known yet that could": {api(400, 10005), true},
		"another has changed it":            {api(400, jetstream.JSErrCodeStreamWrongLastSequence), true},
		"JetStream is off":                  {api(503, jetstream.JSErrCodeJetStreamNotEnabled), false},
		"there is no such stream":           {api(404, jetstream.JSErrCodeStreamNotFound), false},
		"the cluster is another":            {ErrOther, false},
		"the caller has left":               {context.Canceled, false},
	} {
		if got := Passes(c.err); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
	tries := 0
	err := Again(t.Context(), func(context.Context) error {
		if tries++; tries < 3 {
			return api(400, 10005)
		}
		return ErrOther
	})
	if tries != 3 || !errors.Is(err, ErrOther) {
		t.Errorf("%d tries, %v", tries, err)
	}
}
