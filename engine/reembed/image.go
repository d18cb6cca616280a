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

// jobOf returns the job of a memory for the new models. An image that they cannot embed, because they have no image model or its file is gone,
// gets no value and is found only by its time and labels; this is logged and counted, and the memory stays. The error is of kind INVALID_PARAMS if
// the image may exist and only cannot be read: the switch would remove its old value without a replacement.
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

// outOfReach reports whether an image that cannot be read according to err may still exist. It may if the system refuses to read it, because of
// rights or a failing disk; if no folder is allowed, or one of them does not exist; or if an absolute path may lead somewhere. A file that is in none
// of the folders is not such an error: it is gone.
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
