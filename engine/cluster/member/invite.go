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

// DefaultInvite is how long an invitation is good, and MaxInvite the longest that it can be.
const (
	DefaultInvite = time.Hour
	MaxInvite     = 7 * 24 * time.Hour
)

// invitePrefix begins every invitation, and says the version of its form.
const invitePrefix = "asterism-join-1."

// Invite lets one machine join. As a string it is what `asterism cluster join` takes.
type Invite struct {
	Door        string    `json:"d"` // where to ask, host and port
	Fingerprint []byte    `json:"f"` // SHA-256 of the authority's certificate: what answers there must show it
	Secret      []byte    `json:"s"` // good once
	Ends        time.Time `json:"e"`
}

// String is the invitation as one word.
func (v Invite) String() string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // it holds bytes, a string and a time
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

// Invite makes an invitation that is good for a while. The running node knows it by a file, so it need not be asked.
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

// inviteFile is named by the secret's hash: the secret itself stays with who was invited.
func (m *Member) inviteFile(secret []byte) string {
	sum := sha256.Sum256(secret)
	return filepath.Join(m.dir, invitesFolder, hex.EncodeToString(sum[:]))
}

var errNotInvited = errors.New("the invitation is not known here: it is good once; make another with `asterism cluster invite`")

// invited reports an error unless a secret is one that is still good.
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
		_ = os.Remove(file) // one that has ended is refused with or without its file
		return fmt.Errorf("the invitation has ended at %s: make another with `asterism cluster invite`", end.Format(time.RFC3339))
	}
	return nil
}

// spend takes an invitation away; of two who show it at once one gets an error.
func (m *Member) spend(secret []byte) error {
	err := os.Remove(m.inviteFile(secret))
	if errors.Is(err, fs.ErrNotExist) {
		return errNotInvited
	}
	return err
}
