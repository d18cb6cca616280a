package store

import (
	"errors"

	"asterism/models"
)

// Unread is what of one memory cannot be read, because its bytes are damaged.
type Unread struct {
	ID     ID         // the zero id: memories whose ids are not known either
	Whole  bool       // its header or its text, so the memory is left out
	Spaces models.Set // else the values that are left out of it
	Err    error      // of the first part that was met; it wraps [ErrDamaged]
}

// Pass tells a caller who wants to go on without it what cannot be read. To others, and where it is no damage, it returns the error.
func (p *Parts) Pass(u Unread) error {
	if p.Unread == nil || !errors.Is(u.Err, ErrDamaged) {
		return u.Err
	}
	p.Unread(u)
	return nil
}

// Lack notes that the value in a space cannot be read, for a caller who does without it. To others, and where it is no damage, it returns the error.
func (u *Unread) Lack(p *Parts, space models.Space, err error) error {
	if p.Unread == nil || !errors.Is(err, ErrDamaged) {
		return err
	}
	u.Spaces = u.Spaces.With(space)
	if u.Err == nil {
		u.Err = err
	}
	return nil
}
