package store

import (
	"fmt"
	"math"
	"slices"
	"unicode/utf8"

	"asterism/models"

	"github.com/google/uuid"
)

// Limits of what can be stored. They are far above what the engine accepts, and keep one record from
// exhausting the memory of the machine.
const (
	MaxNamespaceBytes = 256
	MaxContentBytes   = 32 << 20 // content and rationale together
	MaxFieldBytes     = 1 << 16  // session id, source, modality, profile, each tag
	MaxTags           = 1 << 12
	MaxLinks          = 1 << 12
)

// Check reports why the command cannot be stored, or nil. The errors wrap [ErrBadRecord].
func (c *Command) Check() error {
	if err := c.check(); err != nil {
		return fmt.Errorf("%w: %s %s: %w", ErrBadRecord, c.Op, c.ID, err)
	}
	return nil
}

func (c *Command) check() error {
	if c.ID == uuid.Nil {
		return fmt.Errorf("id is zero, want a UUIDv7 that the caller chose")
	}
	switch c.Op {
	case OpRemember:
		if c.Memory == nil {
			return fmt.Errorf("memory is missing")
		}
		if c.Memory.ID != c.ID {
			return fmt.Errorf("memory has id %s, want the command's", c.Memory.ID)
		}
		return c.Memory.check()
	case OpForget, OpPurge:
		if c.At.IsZero() {
			return fmt.Errorf("time is missing, want when it was forgotten")
		}
	case OpRepeat:
		if c.Count == 0 || c.At.IsZero() {
			return fmt.Errorf("count is %d and time %v, want how often and when the same was stored again", c.Count, c.At)
		}
	case OpRestore:
	case OpAlign:
		return c.checkPurpose()
	case OpLink:
		return c.checkLink()
	case OpRenew:
		return c.checkRenewed()
	default:
		return fmt.Errorf("operation is unknown, valid are %s, %s, %s, %s, %s, %s, %s, %s", OpRemember, OpForget, OpRestore, OpPurge, OpAlign, OpLink, OpRepeat, OpRenew)
	}
	return nil
}

func (c *Command) checkPurpose() error {
	if c.Purpose == nil {
		return fmt.Errorf("purpose is missing, want one number a space, all zeros when there is no goal")
	}
	for s, v := range c.Purpose {
		if math.IsInf(float64(v), 0) {
			return fmt.Errorf("purpose in %v is %v, want a finite number, or NaN where it is absent", models.Space(s), v)
		}
	}
	return nil
}

func (c *Command) checkRenewed() error {
	if c.Renewed == nil {
		return fmt.Errorf("new values are missing")
	}
	for s := range c.Renewed.Record {
		if err := c.Renewed.Record[s].Check(models.Space(s)); err != nil {
			return err
		}
	}
	return nil
}

func (c *Command) checkLink() error {
	switch {
	case c.Other == uuid.Nil || c.Other == c.ID:
		return fmt.Errorf("other end is %s, want another memory's id", c.Other)
	case !slices.Contains(Undirected, c.Kind):
		return fmt.Errorf("kind is %d, want one of %d (learned, proposed, accepted, refused): directed links change with their memory only", c.Kind, Undirected)
	case !(c.Weight >= 0 && c.Weight <= 1): // also NaN
		return fmt.Errorf("weight is %v, want one in (0, 1], or 0 to remove the edge", c.Weight)
	case c.At.IsZero():
		return fmt.Errorf("time is missing, want when it was linked")
	}
	return nil
}

func (m *Memory) check() error {
	if err := m.checkText(); err != nil {
		return err
	}
	if len(m.Tags) > MaxTags || len(m.Links) > MaxLinks {
		return fmt.Errorf("%d tags and %d links, at most %d and %d can be stored", len(m.Tags), len(m.Links), MaxTags, MaxLinks)
	}
	if err := m.checkValidity(); err != nil {
		return err
	}
	if math.IsNaN(m.Importance) || math.IsInf(m.Importance, 0) {
		return fmt.Errorf("importance is %v, want a finite number", m.Importance)
	}
	for s := range m.Record {
		if err := m.Record[s].Check(models.Space(s)); err != nil {
			return err
		}
	}
	return nil
}

func (m *Memory) checkValidity() error {
	if len(m.Supersedes) > MaxLinks {
		return fmt.Errorf("it supersedes %d memories, at most %d can be stored", len(m.Supersedes), MaxLinks)
	}
	if slices.Contains(m.Supersedes, m.ID) {
		return fmt.Errorf("it supersedes itself, want other memories' ids")
	}
	if !m.ValidFrom.IsZero() && !m.ValidUntil.IsZero() && !m.ValidFrom.Before(m.ValidUntil) {
		return fmt.Errorf("it is valid from %v until %v, want an end after the beginning", m.ValidFrom, m.ValidUntil)
	}
	return nil
}

func (m *Memory) checkText() error {
	if !utf8.ValidString(m.Namespace) || len(m.Namespace) > MaxNamespaceBytes || m.Namespace == "" {
		return fmt.Errorf("namespace %.40q has %d bytes, want 1 to %d bytes of UTF-8", m.Namespace, len(m.Namespace), MaxNamespaceBytes)
	}
	if n := len(m.Content) + len(m.Rationale); n > MaxContentBytes {
		return fmt.Errorf("content and rationale have %d bytes, at most %d can be stored: split the text", n, MaxContentBytes)
	}
	for name, v := range map[string]string{"modality": m.Modality, "session id": m.SessionID, "source": m.Source, "profile": m.Profile} {
		if len(v) > MaxFieldBytes {
			return fmt.Errorf("%s has %d bytes, at most %d can be stored", name, len(v), MaxFieldBytes)
		}
	}
	for i, tag := range m.Tags {
		if len(tag) > MaxFieldBytes {
			return fmt.Errorf("tag %d has %d bytes, at most %d can be stored", i, len(tag), MaxFieldBytes)
		}
	}
	return nil
}
