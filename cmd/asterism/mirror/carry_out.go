package mirror

import (
	"context"
	"errors"
	"fmt"
	"os"

	"asterism/cmd/asterism/mirror/note"
	"asterism/cmd/asterism/mirror/plan"
	"asterism/engine"

	"github.com/google/uuid"
)

// batch is how many new files are stored in one call.
const batch = 64

// carryOut carries out the plan; see the package comment for the order.
func (p *pass) carryOut(ctx context.Context, actions []plan.Action) error {
	if len(actions) == 0 {
		p.closeTemporary() // left by a killed run
		return nil
	}
	if err := p.openTemporary(); err != nil {
		return err
	}
	defer p.closeTemporary()
	rest, err := p.keepLosers(actions)
	if err != nil {
		return err
	}
	bound, err := p.intoStore(ctx, rest)
	if err = errors.Join(err, p.state.save()); err != nil { // record what was stored, even after an error
		return err
	}
	return errors.Join(p.intoFolder(ctx, bound), p.state.save())
}

// keepLosers writes down what conflicts would lose, and removes the actions that cannot be carried out.
func (p *pass) keepLosers(actions []plan.Action) (rest []plan.Action, err error) {
	for _, a := range actions {
		if a.Kind == plan.Hold {
			p.report.hold(a.File.Path, a.Why)
			continue
		}
		if a.Lost {
			if err := p.keepLoser(&a); err != nil {
				return nil, err
			}
		}
		rest = append(rest, a)
	}
	return rest, nil
}

// keepLoser writes the side that is about to be replaced into a file of its own. Its name depends on its content, so a second run writes the same file.
func (p *pass) keepLoser(a *plan.Action) error {
	n, at := noteOf(p.memories[a.Memory.ID]), a.Memory.Time
	if a.Kind == plan.Rewrite {
		n, at = p.folder.files[a.File.Path].file.Note, a.File.Time
	}
	n.ID = a.Memory.ID
	path := conflictName(a.File.Path, at, n.Hash())
	text, err := note.Conflicted(n)
	if err == nil {
		err = p.write(path, text)
	}
	if err != nil {
		return fmt.Errorf("keep the other side of a conflict about %s: %w", a.File.Path, err)
	}
	side := "the memory's text"
	if a.Kind == plan.Rewrite {
		side = "the file's text"
	}
	p.report.did("conflict", a.File.Path, a.Memory.ID, "both changed, the newer was taken; "+side+" is kept in "+path)
	p.report.Conflicts = append(p.report.Conflicts, path)
	return nil
}

// intoStore updates the memories, and returns the actions that then remain for the folder.
func (p *pass) intoStore(ctx context.Context, actions []plan.Action) (bound []plan.Action, err error) {
	var fresh []plan.Action
	changed := false
	for _, a := range actions {
		if err := ctx.Err(); err != nil {
			return bound, err
		}
		switch a.Kind {
		case plan.Store:
			fresh = append(fresh, a)
			continue
		case plan.Change, plan.Restore, plan.Forget:
			changed = true
			if err := p.changeMemory(ctx, &a); err != nil {
				p.report.fail(pathOf(&a), err)
				continue
			}
		}
		bound = append(bound, a)
	}
	for len(fresh) > 0 {
		n := min(batch, len(fresh))
		done, err := p.storeFiles(ctx, fresh[:n])
		bound, fresh, changed = append(bound, done...), fresh[n:], true
		if err != nil {
			return bound, err
		}
	}
	if changed {
		now, err := stored(ctx, p.to, p.Namespace)
		if err != nil {
			return bound, err
		}
		p.memories = now.memories
	}
	return bound, nil
}

// changeMemory changes, restores or forgets one memory.
func (p *pass) changeMemory(ctx context.Context, a *plan.Action) error {
	id := uuid.MustParse(a.Memory.ID)
	if a.Kind == plan.Forget {
		f, err := p.to.Forget(ctx, id, false)
		if err == nil {
			p.report.did("forgot", a.Known.Path, a.Memory.ID, "its file is gone; `asterism restore "+a.Memory.ID+"` brings it back until "+f.RestorableUntil.Format("2006-01-02"))
			p.state.drop(a.Known)
		}
		return err
	}
	if a.Kind == plan.Restore {
		if err := p.to.Restore(ctx, id); err != nil {
			return err
		}
	}
	m, err := p.to.Get(ctx, id) // for its version
	if err != nil {
		return err
	}
	if was, now := noteOf(p.memories[a.Memory.ID]), noteOf(m); was.Hash() != now.Hash() {
		return errors.New("the memory changed meanwhile: the next run looks at it again")
	}
	f := p.folder.files[a.File.Path].file
	c, any := changeOf(&f.Note, m, f.ID != "")
	if any {
		c.IfVersion = m.Version
		if _, err := p.to.Update(ctx, id, c); err != nil {
			return err
		}
	}
	why := a.Why
	if links := noteOf(m).Links; len(f.Links) > 0 && fmt.Sprint(links) != fmt.Sprint(f.Links) {
		why = "links are given when a memory is stored and stay; the file gets them back"
	}
	switch {
	case a.Kind == plan.Restore:
		p.report.did("restored", a.File.Path, a.Memory.ID, why)
	case any || why != "":
		p.report.did("changed", a.File.Path, a.Memory.ID, why)
	}
	return nil
}

// storeFiles stores files as memories. If one of them is refused, each is stored separately, so that it does not affect the others.
func (p *pass) storeFiles(ctx context.Context, actions []plan.Action) (done []plan.Action, err error) {
	notes := make([]engine.Note, len(actions))
	for i, a := range actions {
		f := p.folder.files[a.File.Path]
		notes[i] = noteFor(&f.file.Note, p.Namespace, f.changed)
	}
	answers, err := p.to.RememberAll(ctx, notes)
	if err != nil && len(actions) > 1 && ctx.Err() == nil {
		for _, a := range actions {
			one, err := p.storeFiles(ctx, []plan.Action{a})
			if done = append(done, one...); err != nil {
				return done, err
			}
		}
		return done, nil
	}
	if err != nil {
		if ctx.Err() != nil {
			return nil, err
		}
		p.report.fail(actions[0].File.Path, err)
		return nil, nil
	}
	for i, a := range actions {
		id := answers[i].ID.String()
		now := plan.Known{ID: a.File.ID, Memory: id, Path: a.File.Path, File: a.File.Hash}
		if now.ID == "" {
			now.ID = id
		}
		p.state.set(a.Known, now)
		a.Known, a.Memory = &now, &plan.Memory{ID: id}
		p.report.did("stored", a.File.Path, id, a.Why)
		done = append(done, a)
	}
	return done, nil
}

// intoFolder updates the files.
func (p *pass) intoFolder(ctx context.Context, actions []plan.Action) error {
	for _, a := range actions {
		if err := ctx.Err(); err != nil {
			return err
		}
		var err error
		switch a.Kind {
		case plan.Forget: // done
		case plan.Drop:
			p.state.drop(a.Known)
		case plan.Trash:
			err = p.trash(&a)
		case plan.Write:
			err = p.writeNew(&a)
		default:
			err = p.settle(&a)
		}
		if errors.Is(err, errMeanwhile) {
			p.report.hold(pathOf(&a), err.Error())
		} else if err != nil {
			return fmt.Errorf("%s: %w", pathOf(&a), err)
		}
	}
	return nil
}

// pathOf returns the path of an action's file, or its former path.
func pathOf(a *plan.Action) string {
	switch {
	case a.File != nil:
		return a.File.Path
	case a.Known != nil:
		return a.Known.Path
	}
	return a.Memory.ID
}

// full reports whether a file of that name exists.
func (p *pass) full(path string) bool {
	_, err := os.Lstat(p.at(path))
	return err == nil
}
