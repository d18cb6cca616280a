package store

import (
	"errors"

	"asterism/models"
)

// Unread describes what cannot be read of one memory because its bytes are damaged.
type Unread struct {
	ID     ID         // the zero id: memories whose ids cannot be read either
	Whole  bool       // its header or its text is damaged, so the memory is left out
	Spaces models.Set // otherwise the values that are left out
	Err    error      // of the first damaged part; it wraps [ErrDamaged]
}

// Pass reports u to a caller that set Unread, and returns nil. Without Unread, or if the error is not damage, it returns the error.
func (p *Parts) Pass(u Unread) error {
	if p.Unread == nil || !errors.Is(u.Err, ErrDamaged) {
		return u.Err
	}
	p.Unread(u)
	return nil
}

// Lack records that the value in a space cannot be read, for a caller that set Unread. Without Unread, or if the error is not damage, it returns the
// error.
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
