package member

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"fmt"
	"time"
)

// Renew gives the node a new key and a new certificate. The node uses them from its next start.
func (m *Member) Renew(now time.Time) error {
	if now.After(m.authority.cert.NotAfter) {
		return fmt.Errorf("the authority's certificate has ended at %s, so nothing can be signed: make a new cluster, and restore a backup into it", m.authority.cert.NotAfter.Format(time.RFC3339))
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	der, err := m.sign(m.Node, key.Public(), now)
	if err != nil {
		return fmt.Errorf("sign the node's certificate: %w", err)
	}
	if m.node, err = encode(der, key); err != nil {
		return err
	}
	return m.write()
}

// ForgetSeeds removes the addresses of other nodes, for a cluster that continues without them.
func (m *Member) ForgetSeeds() error {
	m.Seeds = nil
	return m.write()
}

// AddSeeds adds addresses of other nodes. The node contacts them at its next start.
func (m *Member) AddSeeds(addresses []string) error {
	known := map[string]bool{m.Listen: true}
	for _, a := range m.Seeds {
		known[a] = true
	}
	changed := false
	for _, a := range addresses {
		if !known[a] && CheckAddress("", a) == nil {
			m.Seeds, known[a], changed = append(m.Seeds, a), true, true
		}
	}
	if !changed {
		return nil
	}
	return m.write()
}
