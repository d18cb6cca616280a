package mirror

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"asterism/cmd/asterism/mirror/plan"
	"asterism/engine"
	"asterism/engine/store"
)

// Options say what is synced, and how.
type Options struct {
	Data      string // the data directory, which has the state of the last sync
	Dir       string // the folder
	Namespace string
	Server    string // address of a named server; "" for the store of the data directory
	DryRun    bool   // only report what would be done
	Yes       bool   // allow any number of removals
}

// pass is one comparison of a folder with a namespace, and the resulting actions.
type pass struct {
	Options
	to       Memories
	state    *state
	folder   *folder
	memories map[string]*store.Memory
	damaged  map[string]string // by id of memories that cannot be read: why
	report   *Report
}

// Once makes a folder and a namespace equal. Failed actions are in the report, and the others are still done. It returns an error if it had to stop.
func Once(ctx context.Context, to Memories, o Options) (*Report, error) {
	dir, err := realFolder(o.Dir)
	if err != nil {
		return nil, err
	}
	o.Dir = dir
	s, err := openState(&o)
	if err != nil {
		return nil, err
	}
	defer s.close()
	p := &pass{Options: o, to: to, state: s, report: &Report{Folder: dir, Namespace: o.Namespace, DryRun: o.DryRun}}
	if p.folder, err = scan(dir); err != nil {
		return nil, err
	}
	there, err := stored(ctx, to, o.Namespace)
	if err != nil {
		return nil, err
	}
	p.memories, p.damaged, p.report.Images = there.memories, there.damaged, there.images
	p.folder.emptied(s.all())
	p.report.Conflicts, p.report.Empty = p.folder.conflicts, len(p.folder.empty)
	actions := p.plan()
	if err := p.guard(actions); err != nil {
		return nil, err
	}
	if o.DryRun {
		p.report.would(actions, p.memories)
		return p.report, nil
	}
	return p.report, p.carryOut(ctx, actions)
}

// realFolder returns the name of the folder under which its state is stored. The folder must exist: a missing one may be on a disk that is not mounted.
func realFolder(dir string) (string, error) {
	abs, err := filepath.Abs(dir)
	if err == nil {
		abs, err = filepath.EvalSymlinks(abs)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return "", &engine.Error{Kind: engine.KindInvalid, Message: "there is no folder " + dir, Hint: "make it first, or mount the disk that it is on"}
	}
	if err != nil {
		return "", fmt.Errorf("find the folder: %w", err)
	}
	if info, err := os.Stat(abs); err != nil || !info.IsDir() {
		return "", &engine.Error{Kind: engine.KindInvalid, Message: dir + " is no folder", Err: err, Hint: "name the folder of the files"}
	}
	return abs, nil
}

// plan compares the three states.
func (p *pass) plan() []plan.Action {
	var files []plan.File
	for _, f := range p.folder.files {
		one := plan.File{Path: f.path, Time: f.changed, Blocked: p.blocked(f)}
		if f.file != nil {
			one.ID, one.Hash, one.Text = f.file.ID, f.file.Hash(), f.file.TextHash()
		}
		files = append(files, one)
	}
	var memories []plan.Memory
	for id, m := range p.memories {
		n := noteOf(m)
		memories = append(memories, plan.Memory{ID: id, Hash: n.Hash(), Text: n.TextHash(), Time: m.Updated, Gone: !m.Deleted.IsZero()})
	}
	actions := plan.Make(p.holdDamaged(files), files, memories)
	p.report.Equal = len(files)
	for _, a := range actions {
		if a.File != nil && a.Kind != plan.Keep {
			p.report.Equal--
		}
	}
	return actions
}

// blocked returns why a file cannot be synced; "": it can.
func (p *pass) blocked(f *found) string {
	if f.blocked == "" && f.file.Namespace != "" && f.file.Namespace != p.Namespace {
		return fmt.Sprintf("its namespace is %q, and the folder is synced with %q: remove that line, or move the file to the folder of its namespace", f.file.Namespace, p.Namespace)
	}
	return f.blocked
}

// guard returns an error if too much would be removed.
func (p *pass) guard(actions []plan.Action) error {
	why := plan.TooMany(actions, len(p.state.known))
	if why == "" || p.Yes || p.DryRun {
		p.report.TooMany = why
		return nil
	}
	return &engine.Error{Kind: engine.KindInvalid, Message: why + ": nothing was done", Hint: "is " + p.Dir + " the whole folder, and mounted? If it is meant, say --yes; --dry-run shows what would be done"}
}
