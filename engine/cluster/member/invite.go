package member

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/google/renameio/v2"
)

// DefaultInvite is how long an invitation is valid by default, and MaxInvite the maximum.
const (
	DefaultInvite = time.Hour
	MaxInvite     = 7 * 24 * time.Hour
)

// invitePrefix is the beginning of every invitation, with the version of its format.
const invitePrefix = "asterism-join-1."

// Invite allows one machine to join. Its string is the argument of `asterism cluster join`.
type Invite struct {
	Door        string    `json:"d"` // where to ask, host and port
	Fingerprint []byte    `json:"f"` // SHA-256 of the authority's certificate; the door must show that certificate
	Secret      []byte    `json:"s"` // can be used once
	Ends        time.Time `json:"e"`
}

// String returns the invitation as one word.
func (v Invite) String() string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // cannot fail: it contains only bytes, a string and a time
	}
	return invitePrefix + base64.RawURLEncoding.EncodeToString(b)
}

// ParseInvite reads an invitation.
func ParseInvite(word string) (Invite, error) {
	var v Invite
	rest, ok := strings.CutPrefix(strings.TrimSpace(word), invitePrefix)
	if !ok {
		return v, fmt.Errorf("%.24q is no invitation: it begins with %s; `asterism cluster invite` makes one on a node", word, invitePrefix)
	}
	b, err := base64.RawURLEncoding.DecodeString(rest)
	if err == nil {
		err = json.Unmarshal(b, &v)
	}
	if err != nil || len(v.Fingerprint) != sha256.Size || len(v.Secret) == 0 || CheckAddress("", v.Door) != nil {
		return v, errors.New("the invitation is damaged: copy it whole, it is one word without spaces")
	}
	return v, nil
}

// Invite makes an invitation that is valid for a while. The running node learns of it from a file, so no call to it is needed.
func (m *Member) Invite(good time.Duration, now time.Time) (Invite, error) {
	if good <= 0 || good > MaxInvite {
		return Invite{}, fmt.Errorf("an invitation for %v: it is good for up to %v", good, MaxInvite)
	}
	print := m.fingerprint()
	v := Invite{Door: m.Door, Fingerprint: print[:], Secret: make([]byte, 24), Ends: now.Add(good).UTC().Truncate(time.Second)}
	if _, err := rand.Read(v.Secret); err != nil {
		return v, err
	}
	if err := os.MkdirAll(filepath.Join(m.dir, invitesFolder), 0o700); err != nil {
		return v, err
	}
	end, err := v.Ends.MarshalText()
	if err != nil {
		return v, err
	}
	return v, renameio.WriteFile(m.inviteFile(v.Secret), end, 0o600)
}

// inviteFile names the file by the secret's hash. The secret itself is not stored.
func (m *Member) inviteFile(secret []byte) string {
	sum := sha256.Sum256(secret)
	return filepath.Join(m.dir, invitesFolder, hex.EncodeToString(sum[:]))
}

var errNotInvited = errors.New("the invitation is not known here: it is good once; make another with `asterism cluster invite`")

// invited returns an error unless the secret belongs to a valid invitation.
func (m *Member) invited(secret []byte, now time.Time) error {
	file := m.inviteFile(secret)
	b, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return errNotInvited
	}
	if err != nil {
		return err
	}
	var end time.Time
	if err := end.UnmarshalText(b); err != nil {
		return fmt.Errorf("read %s: %w", file, err)
	}
	if now.After(end) {
		_ = os.Remove(file) // an expired invitation is refused with or without its file
		return fmt.Errorf("the invitation has ended at %s: make another with `asterism cluster invite`", end.Format(time.RFC3339))
	}
	return nil
}

// spend uses up an invitation. If two machines use it at the same time, one gets an error.
func (m *Member) spend(secret []byte) error {
	err := os.Remove(m.inviteFile(secret))
	if errors.Is(err, fs.ErrNotExist) {
		return errNotInvited
	}
	return err
}
