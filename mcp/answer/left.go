package answer

import (
	"fmt"
	"strings"

	"asterism/engine/store"
	"asterism/engine/unread"

	"github.com/google/uuid"
)

// Left are memories that are missing on a page because their header or text is damaged in the store.
type Left struct {
	Damaged     []Damaged `json:"damaged,omitempty"`
	DamagedMore int       `json:"damaged_more,omitempty"` // more that are not named
}

// Damaged is one of them. Without an id it is a damaged part of the store whose memories are not known.
type Damaged struct {
	ID  *store.ID `json:"id,omitempty"`
	Why string    `json:"why"`
}

// leftFrom lists the first of them, or all for a program.
func leftFrom(list []unread.Left, all bool) (v Left) {
	for i := range list {
		if !all && i == unread.MaxNamed {
			v.DamagedMore = len(list) - i
			break
		}
		one := Damaged{Why: list[i].Why}
		if list[i].ID != uuid.Nil {
			one.ID = &list[i].ID
		}
		v.Damaged = append(v.Damaged, one)
	}
	return v
}

// Engine converts the list back for the engine.
func (v *Left) Engine() (out []unread.Left) {
	for _, d := range v.Damaged {
		one := unread.Left{Why: d.Why}
		if d.ID != nil {
			one.ID = *d.ID
		}
		out = append(out, one)
	}
	return out
}

// words names them, and the command that shows more.
func (v *Left) words() string {
	if len(v.Damaged) == 0 {
		return ""
	}
	var names []string
	for _, d := range v.Damaged {
		if d.ID == nil {
			names = append(names, "some whose ids are damaged too")
			continue
		}
		names = append(names, named(*d.ID))
	}
	if v.DamagedMore > 0 {
		names = append(names, fmt.Sprintf("%d more", v.DamagedMore))
	}
	return "Damaged in the store and left out: " + strings.Join(names, ", ") + ". The user can run `asterism check`.\n"
}
