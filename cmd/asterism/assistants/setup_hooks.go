package assistants

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"asterism/cmd/asterism/owner"
	"asterism/engine/store"
	"asterism/mcp/clients"
)

// hooksEdit plans to write our hooks into an assistant's settings, or to remove them.
func (g commands) hooksEdit(c clients.Client, f setupFlags) (*clients.Edit, error) {
	form, known := forms[c.Name]
	if c.Hooks == "" || !known {
		return nil, fmt.Errorf("%s has no hooks that could be written: --rules has it do the same by itself", c.Title)
	}
	var path string
	if f.project != "" {
		p, err := inProject(f.project, c.Hooks)
		if err != nil {
			return nil, err
		}
		path = p
	} else {
		m, err := machine()
		if err != nil {
			return nil, err
		}
		path = c.UserHooks(m)
	}
	if f.takingOut {
		return c.SetHooks(path, nil, ourHook)
	}
	program, err := thisProgram()
	if err != nil {
		return nil, err
	}
	command := []string{program}
	data, err := filepath.Abs(g.Data)
	if err != nil {
		return nil, err
	}
	command = append(command, "--data", data)
	if g.Connect != owner.ConnectAuto {
		command = append(command, "--connect", g.Connect)
	}
	var want []clients.Hook
	for _, h := range form.hooks {
		line := append(slices.Clone(command), "hook", h.Command)
		if c.Name != claudeCode { // its hooks are written without the flag
			line = append(line, "--"+forFlag, c.Name)
		}
		h.Command = shellLine(line)
		want = append(want, h)
	}
	return c.SetHooks(path, want, ourHook)
}

// ourCommand matches a hook that this program wrote, or that a person copied from our pages: the program in any folder, then its options, then one of our hooks.
var ourCommand = regexp.MustCompile(`^('[^']*/|"[^"]*/|[^ '"]*/)?asterism[^/ '"]*['"]? (--[a-z-]+([ =]('[^']*'|"[^"]*"|[^ '"-][^ ]*))? )*hook (session-start|user-prompt|post-tool|pre-compact|session-end)( |$)`)

func ourHook(command string) bool { return ourCommand.MatchString(command) }

// shellLine returns a command line for a POSIX shell, which runs hooks.
func shellLine(words []string) string {
	for i, w := range words {
		words[i] = store.InShell(w)
	}
	return strings.Join(words, " ")
}

// rulesEdit plans to write our text into a project's file of instructions, or to remove it.
func rulesEdit(c clients.Client, f setupFlags) (*clients.Edit, error) {
	switch {
	case c.Rules == "":
		return nil, fmt.Errorf("%s reads no file of instructions", c.Title)
	case f.project == "":
		return nil, fmt.Errorf("--rules writes %s of one project: name its folder with --project", c.Rules)
	}
	path, err := inProject(f.project, c.Rules)
	if err != nil {
		return nil, err
	}
	edit := c.AddRules
	if f.takingOut {
		edit = c.RemoveRules
	}
	e, err := edit(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return e, nil
}
