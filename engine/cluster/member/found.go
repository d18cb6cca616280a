package member

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"time"
)

// Founding describes a new cluster.
type Founding struct {
	Name   string // of the cluster
	Shards int
	Place
}

// Place is the name and the addresses of a node.
type Place struct {
	Node   string // its name
	Listen string // where other nodes reach it, host and port
	Door   string // where machines that want to join reach it; empty: the port after
}

// Found makes a cluster's authority and its first node in a data folder. The cluster's full name gets digits of the authority's fingerprint. They distinguish two clusters that were
// given the same name.
func Found(data string, f Founding, now time.Time) (*Member, error) {
	if err := refuseMember(data); err != nil {
		return nil, err
	}
	if err := CheckName("name of the cluster", f.Name); err != nil {
		return nil, err
	}
	const digits = 6
	if most := 32 - digits - 1; len(f.Name) > most {
		return nil, fmt.Errorf("name of the cluster %q has %d letters, and at most %d are allowed: give a shorter one", f.Name, len(f.Name), most)
	}
	if f.Shards < 1 || f.Shards > MaxShards {
		return nil, fmt.Errorf("%d shards: a cluster has 1 to %d, and keeps the number that it was made with; %d is the default", f.Shards, MaxShards, DefaultShards)
	}
	a, err := newAuthority(f.Name, now)
	if err != nil {
		return nil, fmt.Errorf("make authority: %w", err)
	}
	print := a.fingerprint()
	m := &Member{dir: filepath.Join(data, Folder), authority: a, Settings: Settings{Format: format, Cluster: f.Name + "-" + hex.EncodeToString(print[:])[:digits], Shards: f.Shards, Joined: now.UTC().Truncate(time.Second)}}
	if err := m.place(f.Place); err != nil {
		return nil, err
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	der, err := a.sign(m.Node, key.Public(), now)
	if err != nil {
		return nil, fmt.Errorf("sign the first node's certificate: %w", err)
	}
	if m.node, err = encode(der, key); err != nil {
		return nil, err
	}
	if err := m.write(); err != nil {
		return nil, fmt.Errorf("write cluster: %w", err)
	}
	return m, nil
}

// place checks a node's name and addresses and puts them into the settings.
func (m *Member) place(p Place) (err error) {
	if err := CheckAddress("address of the node", p.Listen); err != nil {
		return err
	}
	if p.Door == "" {
		if p.Door, err = doorOf(p.Listen); err != nil {
			return err
		}
	}
	m.Node, m.Listen, m.Door = p.Node, p.Listen, p.Door
	return m.check()
}
