package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"asterism/cmd/asterism/owner"
	"asterism/engine"
	"asterism/engine/background"
	"asterism/mcp/answer"
)

// loopWords describes the state of background tasks in one line.
func loopWords(loops []background.State) string {
	var all, ill []string
	for i := range loops {
		all = append(all, loops[i].Name)
		if loops[i].Failing() {
			ill = append(ill, loops[i].Name)
		}
	}
	if len(ill) == 0 {
		return "all is well: " + strings.Join(all, ", ")
	}
	return fmt.Sprintf("%d of %d fail: %s", len(ill), len(all), strings.Join(ill, ", "))
}

// loopFinding names the failing background tasks, since when, why, and when each is tried again.
func loopFinding(loops []background.State) finding {
	f := finding{Part: "loops", OK: true, Words: []string{"background work: " + loopWords(loops)}}
	for i := range loops {
		if trouble := loops[i].Trouble(); trouble != "" {
			f.OK, f.WayOut = false, "`asterism check` says whether the store is sound, and the log of the process that owns it says more"
			f.Words = append(f.Words, trouble)
		}
	}
	return f
}

// ownersLoops asks the server that owns the store; nothing if there is none to ask.
func (g *globals) ownersLoops(ctx context.Context) []finding {
	var told answer.Status
	asked, err := g.AskOwner(ctx, func(m owner.Memory) error {
		body, err := m.Ask(ctx, "get_autonomous_status", nil)
		if err != nil {
			return err
		}
		return json.Unmarshal(body, &told)
	})
	var e *engine.Error
	switch {
	case errors.As(err, &e) && e.Kind == engine.KindBusy: // it is still starting, or busy
		return []finding{{Part: "loops", OK: true, Words: []string{"background work: not known: " + err.Error()}}}
	case err != nil:
		return []finding{failed("loops", fmt.Errorf("ask the owner of the store: %w", err))}
	case !asked || len(told.Background) == 0: // or it is an older server
		return nil
	}
	var out []finding
	if told.Store != nil {
		out = append(out, refusedFinding(told.Store.WritesRefused))
	}
	return append(out, loopFinding(told.Background), learningFinding(told.Learning.Escalation), settingsFinding(told.Learning.Settings))
}
