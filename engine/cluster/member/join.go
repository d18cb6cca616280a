package member

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"time"
)

// joinWait is how long the node at the door may take to answer.
const joinWait = 20 * time.Second

// Join asks the node of an invitation to admit this machine, and writes the member into a data folder. The authority's key arrives over a connection whose other end has proved that
// it belongs to the authority of the invitation.
func Join(ctx context.Context, data string, v Invite, p Place, now time.Time) (*Member, error) {
	if err := refuseMember(data); err != nil {
		return nil, err
	}
	if now.After(v.Ends) {
		return nil, fmt.Errorf("the invitation has ended at %s: make another with `asterism cluster invite`", v.Ends.Format(time.RFC3339))
	}
	m := &Member{dir: filepath.Join(data, Folder), Settings: Settings{Format: format, Cluster: "not-known-yet", Shards: 1, Joined: now.UTC().Truncate(time.Second)}}
	if err := m.place(p); err != nil { // before the invitation is used up
		return nil, err
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	csr, err := x509.CreateCertificateRequest(rand.Reader, &x509.CertificateRequest{Subject: pkix.Name{CommonName: p.Node}}, key)
	if err != nil {
		return nil, err
	}
	w, err := ask(ctx, v, request{Secret: v.Secret, Node: p.Node, CSR: csr, Listen: p.Listen}, now)
	if err != nil {
		return nil, fmt.Errorf("join at %s: %w", v.Door, err)
	}
	made, err := decode(w.Authority, w.AuthorityKey)
	if err != nil {
		return nil, fmt.Errorf("join at %s: read authority: %w", v.Door, err)
	}
	m.authority, m.Cluster, m.Shards, m.Seeds = authority{made}, w.Cluster, w.Shards, w.Seeds
	if print := m.fingerprint(); !bytes.Equal(print[:], v.Fingerprint) {
		return nil, fmt.Errorf("join at %s: the authority that was sent is not the one of the invitation", v.Door)
	}
	if m.node, err = encode(w.Certificate, key); err != nil {
		return nil, fmt.Errorf("join at %s: read certificate: %w", v.Door, err)
	}
	if err := m.check(); err != nil {
		return nil, fmt.Errorf("join at %s: %w", v.Door, err)
	}
	if err := m.write(); err != nil {
		return nil, fmt.Errorf("write cluster: %w", err)
	}
	return m, nil
}

// ask sends the request to a door, which must show the invitation's authority.
func ask(ctx context.Context, v Invite, q request, now time.Time) (*welcome, error) {
	body, err := json.Marshal(q)
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithTimeout(ctx, joinWait)
	defer stop()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://"+v.Door+joinPath, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	transport := &http.Transport{TLSClientConfig: pinned(v.Fingerprint, now), DisableKeepAlives: true}
	answer, err := (&http.Client{Transport: transport}).Do(r)
	if err != nil {
		return nil, fmt.Errorf("%w: the node there must be running (asterism serve --cluster), and this machine must reach that address", err)
	}
	defer answer.Body.Close()
	in := io.LimitReader(answer.Body, 4*mostRequest)
	if answer.StatusCode != http.StatusOK {
		var why refusal
		if err := json.NewDecoder(in).Decode(&why); err != nil || why.Error == "" {
			return nil, errors.New(answer.Status)
		}
		return nil, errors.New(why.Error)
	}
	var w welcome
	if err := json.NewDecoder(in).Decode(&w); err != nil {
		return nil, fmt.Errorf("read answer: %w", err)
	}
	return &w, nil
}

// pinned accepts a server if the authority with the fingerprint signed its certificate. The server must send the authority's certificate too. The library's own check does not know
// that authority, so it is turned off and done here.
func pinned(fingerprint []byte, now time.Time) *tls.Config {
	return &tls.Config{MinVersion: tls.VersionTLS13, InsecureSkipVerify: true, VerifyConnection: func(s tls.ConnectionState) error {
		roots, found := x509.NewCertPool(), false
		for _, c := range s.PeerCertificates {
			if sum := sha256.Sum256(c.Raw); bytes.Equal(sum[:], fingerprint) {
				roots.AddCert(c)
				found = true
			}
		}
		if !found {
			return errors.New("what answers there is not the cluster of the invitation: its authority has another fingerprint")
		}
		_, err := s.PeerCertificates[0].Verify(x509.VerifyOptions{Roots: roots, DNSName: ServerName, CurrentTime: now, KeyUsages: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}})
		return err
	}}
}
