package reembed

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"

	"asterism/engine/embedder"
	"asterism/engine/fault"
	"asterism/engine/picture"
	"asterism/engine/sched"
	"asterism/engine/store"
	"asterism/models"
)

// jobOf is the job of a memory for the models of after. An image that they cannot see, since they see none or its file is gone, has no value
// with them and is found by its time and labels alone, which is logged and counted; the memory stays. The error is of kind INVALID_PARAMS when the
// image may well be there and is only out of reach: the switch would take its old value away and leave none.
func (r *Run) jobOf(ctx context.Context, m *store.Memory, spaces models.Set) (*sched.Job, error) {
	var seen *embedder.Image
	if embedder.IsImage(m) && spaces.Has(models.Multimodal) {
		var err error
		seen, err = r.models.ReadImage(ctx, "content", m.Content)
		var e *fault.Error
		switch {
		case err == nil:
		case !errors.As(err, &e) || e.Kind != fault.KindInvalid:
			return nil, err
		case outOfReach(m.Content, r.images, err):
			return nil, &fault.Error{Kind: fault.KindInvalid, Message: fmt.Sprintf("embed the image of memory %s again", m.ID), Err: e.Err,
				Hint: "name every folder that images were remembered from with --images, readable to this user, or give the memory up with `asterism forget --hard`; an image whose file is in none of them is left without a vector"}
		default:
			r.unseen.Add(1)
			r.log.Warn("an image has no value with the new models", "id", m.ID, "cause", err, "hint", e.Hint)
		}
	}
	return r.models.JobOf(m, seen, r.now(), spaces), nil
}

// outOfReach reports whether an image that err says cannot be had may be there all the same: the system does not hand it out, for want of rights or
// because a disk fails; no folder is allowed, or one of them is not there; or a whole path cannot be said to lead nowhere. That a file is in none of the
// folders is no such error: it has gone.
func outOfReach(content string, folders []string, err error) bool {
	if !errors.Is(err, picture.ErrSource) {
		return false
	}
	if refused := syscall.Errno(0); errors.As(err, &refused) {
		return true
	}
	path, whole := picture.Describe(content)
	if whole {
		return false
	}
	_, there := os.Lstat(path)
	return len(folders) == 0 || embedder.CheckFolders(folders) != nil || filepath.IsAbs(path) && !errors.Is(there, os.ErrNotExist)
}
