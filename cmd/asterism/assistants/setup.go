package assistants

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"asterism/cmd/asterism/owner"
	"asterism/cmd/asterism/shell"
	"asterism/engine"
	"asterism/mcp/clients"
	"asterism/models"

	"github.com/spf13/cobra"
)

// setupFlags say what to write, and where.
type setupFlags struct {
	project, name               string
	http, print, yes, takingOut bool
	hooks, rules                bool
}

// SetupCommand makes the command.
func SetupCommand(flags *owner.Flags) *cobra.Command {
	g := commands{flags}
	var f setupFlags
	names := clients.Names()
	cmd := &cobra.Command{
		Use:   "setup " + strings.Join(names, "|"),
		Short: "Write this server into an assistant's configuration: shows the change, asks, keeps the old file",
		Long: "Write this server into an assistant's configuration. The change is shown first and made when you say yes; a copy of the old file stays beside it, and\n" +
			"the rest of it stays as it is. The assistant then starts `asterism serve` itself. Several assistants can share a store: the first one's process\n" +
			"serves it, the others go through that. For assistants of other machines, or a dashboard, start `asterism serve --http …` first and use --http, which\n" +
			"writes that server's address and token.\n" +
			"With --hooks it writes hooks instead, which bring memories to each session and prompt and keep what was done (claude-code, codex, gemini-cli). With --rules it writes a text into the file of\n" +
			"instructions of a project, between two marker lines, that has an assistant do the same by itself: for those without hooks. --remove takes either out again.",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return &engine.Error{Kind: engine.KindInvalid, Message: fmt.Sprintf("setup needs the name of one assistant, and %d were given", len(args)), Hint: "it knows " + strings.Join(names, ", ")}
			}
			_, err := clients.Find(args[0])
			return err
		},
		ValidArgs: names,
		RunE: func(cmd *cobra.Command, args []string) error {
			return g.setup(args[0], f, cmd.InOrStdin(), cmd.OutOrStdout())
		},
	}
	fl := cmd.Flags()
	fl.StringVar(&f.project, "project", "", "write the file of the project in this folder instead of the user's")
	fl.StringVar(&f.name, "name", "asterism", "what the assistant calls the server")
	fl.BoolVar(&f.http, "http", false, "the address of the server that owns the store (or of --connect URL) instead of a program to start")
	fl.BoolVar(&f.print, "print", false, "print the file as it would be, token and all, and write nothing")
	fl.BoolVar(&f.yes, "yes", false, "do not ask")
	fl.BoolVar(&f.takingOut, "remove", false, "take the entry out again, or with --hooks and --rules what these wrote")
	fl.BoolVar(&f.hooks, "hooks", false, "write hooks into the assistant's settings, instead of the server's entry")
	fl.BoolVar(&f.rules, "rules", false, "write a text about the memory into the project's file of instructions, instead of the server's entry")
	cmd.MarkFlagsMutuallyExclusive("hooks", "rules")
	cmd.MarkFlagsMutuallyExclusive("hooks", "http")
	cmd.MarkFlagsMutuallyExclusive("rules", "http")
	return cmd
}

func (g commands) setup(client string, f setupFlags, in io.Reader, out io.Writer) error {
	c, err := clients.Find(client)
	if err != nil {
		return err
	}
	e, err := g.setupEdit(c, f)
	if err != nil && e != nil && f.print && !f.takingOut { // the text to paste, since the file cannot be changed
		fmt.Fprintf(os.Stderr, "asterism: %v. Put this into the file, beside what is in it\n", err)
		_, err := out.Write(e.After)
		return err
	}
	if err != nil {
		out := &engine.Error{Kind: engine.KindInvalid, Message: "set up " + c.Title, Err: err}
		if cause := (*engine.Error)(nil); errors.As(err, &cause) {
			out.Hint = cause.Hint
		}
		return out
	}
	switch {
	case f.print:
		_, err := out.Write(e.After)
		return err
	case e.Nothing() && f.takingOut:
		fmt.Fprintf(out, "%s has %s: there is nothing to take out\n", e.Path, f.nothing())
		return nil
	case e.Nothing():
		fmt.Fprintf(out, "%s has this already\n", e.Path)
		return nil
	}
	if _, err := io.WriteString(out, hideToken(e.Diff())); err != nil {
		return err
	}
	if !f.yes {
		if err := shell.Confirm(in, out, "Write it?"); err != nil {
			return err
		}
	}
	backup, err := e.Apply(time.Now())
	if err != nil {
		return err
	}
	if backup != "" {
		fmt.Fprintf(out, "a copy of the old file: %s\n", backup)
	}
	if f.takingOut {
		fmt.Fprintf(out, "removed from %s: restart %s for this to take effect\n", e.Path, c.Title)
		return nil
	}
	then := c.Then
	if f.hooks || f.rules {
		then = "the next session begins with it"
	}
	if f.hooks {
		then = cmp.Or(c.HooksThen, then)
	}
	fmt.Fprintf(out, "%s is set up: %s\n", c.Title, then)
	switch {
	case f.hooks, f.rules:
	case f.http:
		fmt.Fprintln(out, "Calls that name no namespace are about \"default\", or what that server was given with --namespace.")
	case c.Project == "": // it opens no folder of a project, so its server is started in none
		fmt.Fprintf(out, "Memories go into \"default\", since %s works in no project: `asterism namespaces --help` says more.\n", c.Title)
	default:
		fmt.Fprintln(out, "Memories go into the namespace of the project that it works in, and searches look in \"default\" too: `asterism namespaces --help` says more.")
	}
	if !f.hooks && !f.rules {
		fmt.Fprint(out, unasked(c))
	}
	return nil
}

// unasked says how an assistant can use the memory without being asked; "" if nothing of ours does that.
func unasked(c clients.Client) string {
	switch _, hooks := forms[c.Name]; {
	case hooks:
		return fmt.Sprintf("Next: `asterism setup %s --hooks` brings memories to each session and prompt unasked.\n", c.Name)
	case c.Rules != "":
		return fmt.Sprintf("Next: `asterism setup %s --rules --project DIR` has it search and store by itself in a project.\n", c.Name)
	}
	return ""
}

// nothing returns what is missing in a file without our part.
func (f setupFlags) nothing() string {
	switch {
	case f.hooks:
		return "no hook of this program"
	case f.rules:
		return "no text of this program"
	}
	return fmt.Sprintf("no entry called %q", f.name)
}

// setupEdit plans the change. If it returns an edit and an error, the file cannot be changed, and the edit has the content of a new one.
func (g commands) setupEdit(c clients.Client, f setupFlags) (*clients.Edit, error) {
	switch {
	case f.hooks:
		return g.hooksEdit(c, f)
	case f.rules:
		return rulesEdit(c, f)
	}
	path, err := setupPath(c, f.project)
	if err != nil {
		return nil, err
	}
	if err := checkServerName(f.name); err != nil {
		return nil, err
	}
	if f.takingOut {
		return c.Remove(path, f.name)
	}
	s, err := g.setupServer(f)
	if err != nil {
		return nil, err
	}
	return c.Add(path, f.name, s)
}

func setupPath(c clients.Client, project string) (string, error) {
	if project != "" {
		if c.Project == "" {
			return "", fmt.Errorf("%s has no file for a project: leave --project out", c.Title)
		}
		return inProject(project, c.Project)
	}
	m, err := machine()
	if err != nil {
		return "", err
	}
	path := c.UserFile(m)
	if path == "" {
		return "", fmt.Errorf("%s has no file for all projects that could be written: name the folder of one with --project", c.Title)
	}
	return path, nil
}

// machine returns what determines a user's files on this machine.
func machine() (clients.Machine, error) {
	home, err := os.UserHomeDir()
	return clients.Machine{OS: runtime.GOOS, Home: home, Getenv: os.Getenv}, err
}

// inProject returns the path of a file in a project's folder.
func inProject(project, path string) (string, error) {
	dir, err := filepath.Abs(project)
	if err != nil {
		return "", err
	}
	if st, err := os.Stat(dir); err != nil || !st.IsDir() {
		return "", fmt.Errorf("--project %s is no folder", project)
	}
	return filepath.Join(dir, filepath.FromSlash(path)), nil
}

// checkServerName accepts only names that every client accepts.
func checkServerName(v string) error {
	const most = 64
	if v == "" || len(v) > most || strings.Trim(v, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") != "" {
		return fmt.Errorf("--name %q: want 1 to %d letters, digits, - and _", v, most)
	}
	return nil
}

// setupServer returns the server in the form in which an assistant will reach it.
func (g commands) setupServer(f setupFlags) (clients.Server, error) {
	if f.http {
		address, err := g.ServerURL()
		if err != nil {
			return clients.Server{}, err
		}
		token, err := owner.KnownToken(g.Data)
		return clients.Server{URL: address, Token: token}, err
	}
	if g.NamesServer() {
		return clients.Server{}, &engine.Error{Kind: engine.KindInvalid, Message: "--connect names a server's address, and without --http the entry would start a program that serves the store of --data",
			Hint: "add --http for that server, or leave --connect away"}
	}
	program, err := thisProgram()
	if err != nil {
		return clients.Server{}, err
	}
	args, err := g.serverOptions()
	return clients.Server{Command: program, Args: append(args, "serve")}, err
}

// thisProgram returns the path of this program.
func thisProgram() (string, error) {
	program, err := os.Executable()
	if err == nil {
		program, err = filepath.EvalSymlinks(program)
	}
	if err != nil {
		return "", fmt.Errorf("find this program: %w", err)
	}
	return program, nil
}

// serverOptions returns this command line's options for the server, so that none is lost: an assistant has neither this shell's variables nor its folder.
func (g commands) serverOptions() (args []string, err error) {
	folders := [][2]string{{"--data", g.Data}, {"--models", cmp.Or(g.Models, os.Getenv(models.DirVariable))}}
	for _, dir := range g.Images {
		folders = append(folders, [2]string{"--images", dir})
	}
	for _, f := range folders {
		if f[1] == "" {
			continue
		}
		path, err := filepath.Abs(f[1])
		if err != nil {
			return nil, err
		}
		args = append(args, f[0], path)
	}
	for _, o := range []struct{ name, value, usual string }{
		{"--profile", g.Profile, "compact"}, {"--device", g.Device, "auto"}, {"--index-device", g.IndexDevice, "auto"}, {"--index-memory", g.IndexMemory.String(), ""}, {"--store-cache", g.StoreCache.String(), ""},
		{"--drift-thresholds", g.DriftLevels.String(), ""}, {"--learning", g.Learning.String(), ""}, {"--log-level", g.LogLevel, "warn"},
	} {
		if o.value != o.usual {
			args = append(args, o.name, o.value)
		}
	}
	return args, nil
}

// hideToken replaces a token in the printed text.
func hideToken(diff string) string {
	const before = "Bearer "
	var out strings.Builder
	for {
		at := strings.Index(diff, before)
		if at < 0 {
			return out.String() + diff
		}
		at += len(before)
		end := at + strings.IndexAny(diff[at:]+`"`, "\"'\n")
		out.WriteString(diff[:at] + "…")
		diff = diff[end:]
	}
}
