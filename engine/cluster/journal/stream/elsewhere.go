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

// stepDown is where the servers are asked that another of them leads a stream.
const stepDown = "$JS.API.STREAM.LEADER.STEPDOWN."

// LeadElsewhere has another server lead the log, if the named one does and all others hold all of it; it reports whether it asked for that. Appends wait for as long as the two take to agree, some tens of
// milliseconds. Logs differ in which server they prefer, so that not one comes to lead them all.
func (j *Journal) LeadElsewhere(ctx context.Context, server string) (asked bool, err error) {
	return LeadElsewhere(ctx, j.js, j.name, server, func(others []string) string {
		h := fnv.New32a()
		_, _ = h.Write([]byte(j.name)) // a hash takes everything
		return others[int(h.Sum32()%uint32(len(others)))]
	})
}

// LeadElsewhere does the same with any stream; choose chooses one of the others, in the order of their names, or none.
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
