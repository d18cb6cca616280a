package member

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

// request is what a machine that wants to join sends, and welcome is the answer.
type request struct {
	Secret []byte `json:"secret"`
	Node   string `json:"node"`
	CSR    []byte `json:"csr"` // a certificate request, DER
	Listen string `json:"listen"`
}

type welcome struct {
	Authority    []byte   `json:"authority"` // PEM
	AuthorityKey []byte   `json:"authority_key"`
	Certificate  []byte   `json:"certificate"`
	Cluster      string   `json:"cluster"`
	Shards       int      `json:"shards"`
	Seeds        []string `json:"seeds"`
}

type refusal struct {
	Error string `json:"error"`
}

const (
	joinPath    = "/join"
	mostRequest = 64 << 10 // bytes
)

// DoorHandler serves machines that want to join, over TLS with [Member.DoorTLS]. seeds returns the addresses of the known nodes, and taken reports whether a node has that name.
func (m *Member) DoorHandler(seeds func() []string, taken func(node string) bool, now func() time.Time) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST "+joinPath, func(w http.ResponseWriter, r *http.Request) {
		var q request
		w.Header().Set("Content-Type", "application/json")
		if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, mostRequest)).Decode(&q); err != nil {
			refuse(w, http.StatusBadRequest, fmt.Errorf("read request: %w", err))
			return
		}
		if err := m.invited(q.Secret, now()); err != nil {
			refuse(w, http.StatusForbidden, err)
			return
		}
		if taken(q.Node) {
			refuse(w, http.StatusConflict, fmt.Errorf("a node is called %q already: give another name with --node", q.Node))
			return
		}
		out, err := m.admit(q, now())
		if err != nil {
			refuse(w, http.StatusBadRequest, err)
			return
		}
		out.Seeds = seeds()
		_ = json.NewEncoder(w).Encode(out) // a machine that is gone joins later with another invitation
	})
	return mux
}

// admit signs the certificate of a machine, and uses up its invitation.
func (m *Member) admit(q request, now time.Time) (*welcome, error) {
	if err := CheckName("name of the node", q.Node); err != nil {
		return nil, err
	}
	if err := CheckAddress("address of the node", q.Listen); err != nil {
		return nil, err
	}
	csr, err := x509.ParseCertificateRequest(q.CSR)
	if err == nil {
		err = csr.CheckSignature()
	}
	if err != nil {
		return nil, fmt.Errorf("read certificate request: %w", err)
	}
	der, err := m.sign(q.Node, csr.PublicKey, now)
	if err != nil {
		return nil, err
	}
	if err := m.spend(q.Secret); err != nil {
		return nil, err
	}
	return &welcome{Authority: m.authority.certPEM, AuthorityKey: m.authority.keyPEM, Certificate: der, Cluster: m.Cluster, Shards: m.Shards}, nil
}

func refuse(w http.ResponseWriter, status int, err error) {
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(refusal{err.Error()})
}

// DoorTLS is the TLS configuration of the door: the node's certificate together with the authority's. The invitation contains the fingerprint of the latter.
func (m *Member) DoorTLS() *tls.Config {
	return &tls.Config{MinVersion: tls.VersionTLS13, Certificates: []tls.Certificate{{Certificate: [][]byte{m.node.cert.Raw, m.authority.cert.Raw}, PrivateKey: m.node.key}}}
}
