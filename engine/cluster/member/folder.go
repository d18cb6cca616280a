package member

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"time"

	"github.com/google/renameio/v2"
)

// The files of a member, in the folder [Folder] of its data folder.
const (
	Folder        = "cluster"
	settingsFile  = "cluster.json"
	authorityFile = "authority.crt"
	authorityKey  = "authority.key"
	nodeFile      = "node.crt"
	nodeKey       = "node.key"
	invitesFolder = "invites"
)

// format is the version of the settings file.
const format = 1

// DefaultShards is how many shards a new cluster has by default, and MaxShards the greatest number.
const (
	DefaultShards = 16
	MaxShards     = 256
)

// ErrNone means that a data folder is no member of a cluster.
var ErrNone = errors.New("the folder is no member of a cluster")

// Settings are what a node knows about its cluster and itself.
type Settings struct {
	Format  int       `json:"format"`
	Cluster string    `json:"cluster"` // its name and, after the last hyphen, digits of the authority's fingerprint
	Shards  int       `json:"shards"`
	Node    string    `json:"node"`   // this node's name
	Listen  string    `json:"listen"` // where other nodes reach it, host and port
	Door    string    `json:"door"`   // where machines that want to join reach it, host and port
	Seeds   []string  `json:"seeds"`  // other nodes' addresses that were known when this was written
	Joined  time.Time `json:"joined"`
}

// Member holds what one node needs to take part in a cluster. It does not change while a process runs.
type Member struct {
	Settings
	dir string // of the files
	authority
	node issued
}

var validName = regexp.MustCompile(`^[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?$`)

// CheckName returns an error unless the name is allowed for a cluster or a node.
func CheckName(what, name string) error {
	if !validName.MatchString(name) {
		return fmt.Errorf("%s %q: a name has 1 to 32 small letters, digits and hyphens, and begins and ends with a letter or digit", what, name)
	}
	return nil
}

// Open reads the member in a data folder. The error wraps [ErrNone] if there is none.
func Open(data string) (*Member, error) {
	m := &Member{dir: filepath.Join(data, Folder)}
	b, err := os.ReadFile(filepath.Join(m.dir, settingsFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("open %s: %w: make a cluster with `asterism cluster init`, or join one with `asterism cluster join INVITATION`", data, ErrNone)
	}
	if err != nil {
		return nil, fmt.Errorf("open cluster: %w", err)
	}
	if err := json.Unmarshal(b, &m.Settings); err != nil {
		return nil, fmt.Errorf("open cluster: read %s: %w", filepath.Join(m.dir, settingsFile), err)
	}
	if m.Format > format {
		return nil, fmt.Errorf("open cluster: %s has format %d, and this program knows %d: use the newer program", filepath.Join(m.dir, settingsFile), m.Format, format)
	}
	if err := m.check(); err != nil {
		return nil, fmt.Errorf("open cluster: %s: %w", filepath.Join(m.dir, settingsFile), err)
	}
	if m.authority, err = readAuthority(m.dir); err != nil {
		return nil, fmt.Errorf("open cluster: %w", err)
	}
	if m.node, err = readIssued(filepath.Join(m.dir, nodeFile), filepath.Join(m.dir, nodeKey)); err != nil {
		return nil, fmt.Errorf("open cluster: %w", err)
	}
	return m, nil
}

func (s *Settings) check() error {
	if s.Shards < 1 || s.Shards > MaxShards {
		return fmt.Errorf("%d shards: a cluster has 1 to %d", s.Shards, MaxShards)
	}
	for what, address := range map[string]string{"address of the node": s.Listen, "address to join at": s.Door} {
		if err := CheckAddress(what, address); err != nil {
			return err
		}
	}
	return errors.Join(CheckName("name of the cluster", s.Cluster), CheckName("name of the node", s.Node))
}

// write writes all files of a new member. It writes the settings last, so that a folder counts as a member only when it is complete.
func (m *Member) write() error {
	if err := os.MkdirAll(m.dir, 0o700); err != nil {
		return err
	}
	settings, err := json.MarshalIndent(m.Settings, "", "  ")
	if err != nil {
		return err
	}
	for _, f := range []struct {
		name string
		data []byte
	}{
		{authorityKey, m.authority.keyPEM}, {authorityFile, m.authority.certPEM}, {nodeKey, m.node.keyPEM}, {nodeFile, m.node.certPEM}, {settingsFile, append(settings, '\n')},
	} {
		if err := renameio.WriteFile(filepath.Join(m.dir, f.name), f.data, 0o600); err != nil {
			return err
		}
	}
	return nil
}

// Is reports whether a data folder belongs to a node.
func Is(data string) (bool, error) {
	_, err := os.Stat(filepath.Join(data, Folder, settingsFile))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

// refuseMember returns an error for a folder that has a member already.
func refuseMember(data string) error {
	is, err := Is(data)
	if is {
		return fmt.Errorf("%s is a node of a cluster already: start it with `asterism serve --cluster %s`, or name another folder", data, data)
	}
	return err
}
