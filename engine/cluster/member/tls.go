package member

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"time"
)

// TLS is the configuration with which nodes connect, for both ends: each shows its certificate and requires one of the same authority.
func (m *Member) TLS() *tls.Config {
	pool := x509.NewCertPool()
	pool.AddCert(m.authority.cert)
	return &tls.Config{
		MinVersion:   tls.VersionTLS13,
		Certificates: []tls.Certificate{{Certificate: [][]byte{m.node.cert.Raw}, PrivateKey: m.node.key}},
		RootCAs:      pool, ClientCAs: pool, ClientAuth: tls.RequireAndVerifyClientCert,
		ServerName: ServerName,
	}
}

// Ends returns when the node's certificate and the authority's expire.
func (m *Member) Ends() (node, authority time.Time) {
	return m.node.cert.NotAfter, m.authority.cert.NotAfter
}

// WarnBefore is how long before its end the node warns of an expiring certificate.
const WarnBefore = 60 * 24 * time.Hour

// Current returns an error when one of the certificates has expired or is not valid yet.
func (m *Member) Current(now time.Time) error {
	for what, c := range map[string]*x509.Certificate{"node's": m.node.cert, "authority's": m.authority.cert} {
		if now.After(c.NotAfter) {
			return fmt.Errorf("the %s certificate has ended at %s: `asterism cluster renew` makes another", what, c.NotAfter.Format(time.RFC3339))
		}
		if now.Before(c.NotBefore) {
			return fmt.Errorf("the %s certificate holds from %s on, and this machine's clock says %s: set the clock", what, c.NotBefore.Format(time.RFC3339), now.Format(time.RFC3339))
		}
	}
	return nil
}
