package answer

import (
	"fmt"
	"time"

	"asterism/engine"
	"asterism/engine/store"
)

// Forgotten is what forget_memory answers.
type Forgotten struct {
	ID              store.ID   `json:"id"`
	Hard            bool       `json:"hard"`
	Restorable      bool       `json:"restorable"`
	RestorableUntil *time.Time `json:"restorableUntil"` // null after a hard forget
	Scrubbed        bool       `json:"scrubbed,omitempty"`
	Note            string     `json:"note"`
}

// ForgottenFrom is what forget_memory says of a memory that was taken out.
func ForgottenFrom(f *engine.Forgotten) Forgotten {
	v := Forgotten{ID: f.ID, Hard: f.Hard}
	if f.Hard {
		v.Scrubbed, v.Note = f.Scrubbed, "Every trace was removed. This cannot be undone."
		if !f.Scrubbed {
			v.Note = "It is gone for every reader, which cannot be undone. Its bytes are still in the store's files: the next daily pass removes them."
		}
		return v
	}
	v.Restorable, v.RestorableUntil = true, moment(f.RestorableUntil)
	v.Note = fmt.Sprintf("Restorable until %s with restore_memory (offered by the tool tier \"standard\").", *Stamp(f.RestorableUntil))
	return v
}

// Restored is what restore_memory answers.
type Restored struct {
	ID       string `json:"id"`
	Restored bool   `json:"restored"`
}
