package tooldrift

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"time"
)

// Pins stores pins in a folder, one file each. They are not in RocksDB: that has one owner at a time, and pins must be read and written while a server owns the store. A file is
// written under a temporary name and then renamed, so a reader sees the old pin or the new one.
type Pins struct {
	Dir string           // created with the first pin
	Now func() time.Time // nil: time.Now
}

// Errors about a name.
var (
	ErrPinned    = errors.New("is pinned already")
	ErrNotPinned = errors.New("is not pinned")
)

// pinName excludes paths, hidden files and temporary files.
var pinName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$`)

// CheckName returns an error unless a pin can have the name.
func CheckName(name string) error {
	if !pinName.MatchString(name) {
		return fmt.Errorf("pin name %q: use 1 to 64 letters, digits, . _ -, and begin with a letter or digit", name)
	}
	return nil
}

// Create writes a new pin. If the name exists, the error is ErrPinned. Capabilities are those that the client had declared; nil: none.
func (p Pins) Create(name string, server Target, capabilities json.RawMessage, l List) (*Pin, error) {
	if err := CheckName(name); err != nil {
		return nil, err
	}
	now := p.now()
	pin := &Pin{Format: pinFormat, Name: name, Server: server, Pinned: now, Accepted: now, Capabilities: capabilities, List: l}
	err := p.write(pin, os.Link) // a link, unlike a rename, fails if the target exists
	if errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("pin %q %w: `asterism mcp accept %s` takes a new list over, `asterism mcp reset %s` forgets it", name, ErrPinned, name, name)
	}
	return pin, err
}

// Read returns a pin. If there is none, the error is ErrNotPinned.
func (p Pins) Read(name string) (*Pin, error) {
	if err := CheckName(name); err != nil {
		return nil, err
	}
	raw, err := os.ReadFile(p.path(name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("server %q %w: `asterism mcp pin %s -- COMMAND…` does it", name, ErrNotPinned, name)
	}
	if err != nil {
		return nil, fmt.Errorf("read pin %q: %w", name, err)
	}
	pin := &Pin{}
	if err := json.Unmarshal(raw, pin); err != nil {
		return nil, fmt.Errorf("read pin %q: %s is damaged: %w", name, p.path(name), err)
	}
	if pin.Format != pinFormat || pin.Name != name {
		return nil, fmt.Errorf("read pin %q: %s has format %d and is of %q; this program reads format %d", name, p.path(name), pin.Format, pin.Name, pinFormat)
	}
	return pin, nil
}

// Accept makes a list the baseline of a pin.
func (p Pins) Accept(pin *Pin, l List) error {
	if err := pin.accept(l, p.now()); err != nil {
		return err
	}
	return p.write(pin, os.Rename)
}

// Reset deletes a pin.
func (p Pins) Reset(name string) error {
	if err := CheckName(name); err != nil {
		return err
	}
	err := os.Remove(p.path(name))
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("server %q %w: there is nothing to reset", name, ErrNotPinned)
	}
	if err != nil {
		return fmt.Errorf("reset pin %q: %w", name, err)
	}
	return nil
}

func (p Pins) path(name string) string { return filepath.Join(p.Dir, name+".json") }

func (p Pins) now() time.Time {
	if p.Now == nil {
		return time.Now().UTC()
	}
	return p.Now().UTC()
}

// write writes a pin to disk and then moves it into place with put. A command may contain a key, so only the owner can read the file.
func (p Pins) write(pin *Pin, put func(from, to string) error) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("write pin %q: %w", pin.Name, err)
		}
	}()
	raw, err := json.MarshalIndent(pin, "", "  ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(p.Dir, 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(p.Dir, ".new-*") // readable by its owner only
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // after a rename there is nothing to remove
	_, err = f.Write(append(raw, '\n'))
	err = errors.Join(err, f.Sync(), f.Close())
	if err != nil {
		return err
	}
	if err := put(f.Name(), p.path(pin.Name)); err != nil {
		return err
	}
	return syncDir(p.Dir)
}

// syncDir makes a new file name in a folder survive a power failure.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
