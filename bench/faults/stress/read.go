package stress

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"asterism/bench/toolcall"
)

// kept is a memory as list_memories shows it.
type kept struct {
	ID        string   `json:"id"`
	Content   string   `json:"content"`
	Rationale string   `json:"rationale"`
	SessionID string   `json:"sessionId"`
	Tags      []string `json:"tags"`
}

// number is which note of a round a memory is.
func (m *kept) number(round int) (n int, ok bool) {
	var of int
	if _, err := fmt.Sscanf(m.Content, "note %d of round %d:", &n, &of); err != nil || of != round {
		return 0, false
	}
	return n, true
}

// list reads all memories of a server, page by page, forgotten ones too: of these there must be none.
func (s *server) list(ctx context.Context) (all []kept, err error) {
	c := toolcall.New(s.address, s.token, 1, nil)
	for cursor := ""; ; {
		arguments := map[string]any{"limit": 200, "include_content": true, "include_forgotten": true, "namespace": "*"}
		if cursor != "" {
			arguments["cursor"] = cursor
		}
		var page struct {
			Memories []kept  `json:"memories"`
			Next     *string `json:"nextCursor"`
		}
		if err := c.Call(ctx, "list_memories", arguments, &page); err != nil {
			return nil, fmt.Errorf("read back what is stored: %w", err)
		}
		if all = append(all, page.Memories...); page.Next == nil {
			return all, nil
		}
		cursor = *page.Next
	}
}

// check reads every record of a store that nobody has open: checksums, all thirteen spaces of every memory, nothing that belongs to none.
func (o *Options) check(ctx context.Context, r *Round, data string, memories int) error {
	cmd := o.Program(ctx, "--data", data, "--json", "check")
	var words bytes.Buffer
	cmd.Stderr = &words
	out, err := cmd.Output()
	if err != nil && cmd.ProcessState == nil {
		return err
	}
	var report struct {
		Memories int   `json:"memories"`
		Damage   []any `json:"damage"`
		More     int   `json:"more_damage"`
	}
	if jerr := json.Unmarshal(out, &report); jerr != nil {
		return fmt.Errorf("check the store: %w (%v)\n%s%s", jerr, err, out, words.Bytes())
	}
	for _, d := range report.Damage {
		r.wrong(&r.Half, "damaged: %v", d)
	}
	r.Half += report.More
	if report.Memories != memories {
		r.wrong(nil, "check counts %d memories, the server listed %d", report.Memories, memories)
	}
	return nil
}
