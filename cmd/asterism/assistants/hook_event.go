package assistants

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"asterism/mcp/project"
)

// An event is what a hook gets from an assistant on standard input; see the pages in forms. These fields have the same name in all of them. Fields that no hook needs are left out,
// and new ones do not matter.
type event struct {
	SessionID  string          `json:"session_id"`
	Transcript string          `json:"transcript_path"`
	Folder     string          `json:"cwd"`
	Tool       string          `json:"tool_name"`
	ToolAnswer json.RawMessage `json:"tool_response"`
	Prompt     string          `json:"prompt"`

	form form // of the assistant
}

// folder returns the folder in which the session works.
func (e *event) folder() string { return cmp.Or(os.Getenv(e.form.folder), e.Folder, ".") }

// project returns the name of the session's project, or of its folder if that is in none.
func (e *event) project() string {
	dir := e.folder()
	if p, err := project.Find(dir); err == nil && p != nil {
		return p.Name
	}
	if name := filepath.Base(dir); dir != "." && name != string(filepath.Separator) {
		return name
	}
	return "this project"
}

// readEvent reads the event, at most a mebibyte of it: a tool's answer can be longer, but hooks only need short ones.
func readEvent(in io.Reader) (*event, error) {
	const most = 1 << 20
	body, err := io.ReadAll(io.LimitReader(in, most+1))
	if err != nil {
		return nil, fmt.Errorf("read the event: %w", err)
	}
	if len(body) > most {
		return nil, fmt.Errorf("the event is longer than %d bytes: nothing was done", most)
	}
	var e event
	if err := json.Unmarshal(body, &e); err != nil {
		return nil, fmt.Errorf("read the event: standard input holds no JSON object: %w", err)
	}
	return &e, nil
}
