package stream

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"

	"github.com/nats-io/nats.go/jetstream"
)

// stepDown is the subject of requests to move the leadership of a stream.
const stepDown = "$JS.API.STREAM.LEADER.STEPDOWN."

// LeadElsewhere moves the leadership of the log to another server, if the named one has it and all others hold the whole log. It reports whether it requested a move. Appends wait
// until the two have agreed: some tens of milliseconds. Each log prefers its own server, so that no server leads them all.
func (j *Journal) LeadElsewhere(ctx context.Context, server string) (asked bool, err error) {
	return LeadElsewhere(ctx, j.js, j.name, server, func(others []string) string {
		h := fnv.New32a()
		_, _ = h.Write([]byte(j.name)) // a write to a hash does not fail
		return others[int(h.Sum32()%uint32(len(others)))]
	})
}

// LeadElsewhere does the same for any stream. choose returns one of the others, which are sorted by name, or "".
func LeadElsewhere(ctx context.Context, js jetstream.JetStream, name, server string, choose func(others []string) string) (asked bool, err error) {
	asking, cancel := context.WithTimeout(ctx, answerWait)
	defer cancel()
	s, err := js.Stream(asking, name)
	if err != nil {
		return false, fmt.Errorf("ask who leads stream %s: %w", name, unavailable(ctx, err))
	}
	info := s.CachedInfo()
	if info.Cluster == nil || info.Cluster.Leader != server || !current(info.Cluster, info.Config.Replicas) {
		return false, nil
	}
	var others []string
	for _, r := range info.Cluster.Replicas {
		if !r.Offline {
			others = append(others, r.Name)
		}
	}
	if len(others) == 0 {
		return false, nil
	}
	slices.Sort(others)
	to := choose(others)
	if to == "" {
		return false, nil
	}
	if err := askToLead(asking, js, name, to); err != nil {
		return false, fmt.Errorf("have server %s lead stream %s: %w", to, name, err)
	}
	return true, nil
}

func askToLead(ctx context.Context, js jetstream.JetStream, name, to string) error {
	question, err := json.Marshal(map[string]any{"placement": map[string]string{"preferred": to}})
	if err != nil {
		return err
	}
	m, err := js.Conn().RequestWithContext(ctx, stepDown+name, question)
	if err != nil {
		return err
	}
	var answer struct {
		Error *jetstream.APIError `json:"error"`
	}
	if err := json.Unmarshal(m.Data, &answer); err != nil {
		return err
	}
	if answer.Error != nil {
		return errors.New(answer.Error.Description)
	}
	return nil
}
