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

// An event is what an assistant tells a hook on standard input; the pages that forms name say so. These fields have one name in all of them. Fields that no hook here needs are
// left out, and new ones do not matter.
type event struct {
	SessionID  string          `json:"session_id"`
	Transcript string          `json:"transcript_path"`
	Folder     string          `json:"cwd"`
	Tool       string          `json:"tool_name"`
	ToolAnswer json.RawMessage `json:"tool_response"`
	Prompt     string          `json:"prompt"`

	form form // of the assistant
}

// folder is the one that the session works in.
func (e *event) folder() string { return cmp.Or(os.Getenv(e.form.folder), e.Folder, ".") }

// project is the name of the project that the session is about, or of its folder where that lies in none.
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

// readEvent reads the event, of at most a mebibyte: a tool's answer can be longer, but what hooks look for is in short ones.
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
