package httpapi

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"io"
	"log/slog"
	"math/big"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// writePair writes a self-signed certificate for a name, and its key.
func writePair(t testing.TB, dir, name string) (certFile, keyFile string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name}, DNSNames: []string{name},
		NotBefore: time.Unix(0, 0), NotAfter: time.Now().Add(time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	certFile, keyFile = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	for path, block := range map[string]*pem.Block{certFile: {Type: "CERTIFICATE", Bytes: der}, keyFile: {Type: "PRIVATE KEY", Bytes: private}} {
		if err := os.WriteFile(path, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return certFile, keyFile
}

// greeted returns the name in the certificate of a handshake with a TLS version.
func greeted(t *testing.T, s *Server, version uint16) (string, error) {
	t.Helper()
	c, err := tls.Dial("tcp", s.listener.Addr().String(), &tls.Config{InsecureSkipVerify: true, MinVersion: version, MaxVersion: version})
	if err != nil {
		return "", err
	}
	defer func() { _ = c.Close() }()
	return c.ConnectionState().PeerCertificates[0].Subject.CommonName, nil
}

// TestExpiryIsTold at the start and when the file is read again, as a warning, which is logged by default.
func TestExpiryIsTold(t *testing.T) {
	var said bytes.Buffer
	dir := t.TempDir()
	cert, key := writePair(t, dir, "first") // valid for an hour
	c, err := readCertificate(cert, key, slog.New(slog.NewTextHandler(&said, &slog.HandlerOptions{Level: slog.LevelWarn})))
	if err != nil {
		t.Fatal(err)
	}
	const want = "renew it before"
	if n := strings.Count(said.String(), want); n != 1 {
		t.Errorf("told %d times at the start: %s", n, said.String())
	}
	writePair(t, dir, "second in its place")
	if _, err := c.get(nil); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(said.String(), want); n != 2 {
		t.Errorf("told %d times after it was read again: %s", n, said.String())
	}
	end := c.pair.Leaf.NotAfter
	for when, want := range map[time.Time]string{end.Add(-15 * 24 * time.Hour): "", end.Add(time.Second): "expired at " + end.UTC().Format(time.RFC3339), time.Unix(0, 0).Add(-time.Hour): "is the clock right?"} {
		if got := ExpiryOf(cert, when); (want == "") != (got == "") || !strings.Contains(got, want) {
			t.Errorf("at %v: %q, want %q", when, got, want)
		}
	}
}

func TestTLS(t *testing.T) {
	dir := t.TempDir()
	cert, key := writePair(t, dir, "first")
	s, stop := start(t, Options{Token: "secret", CertFile: cert, KeyFile: key, Addr: "0.0.0.0:0", Hosts: []string{"first"}})
	if !strings.HasPrefix(s.URL(), "https://0.0.0.0:") { // and not [::], which would include IPv6
		t.Errorf("URL %s", s.URL())
	}
	if name, err := greeted(t, s, tls.VersionTLS12); name != "first" {
		t.Errorf("TLS 1.2: %q %v", name, err)
	}
	if _, err := greeted(t, s, tls.VersionTLS11); err == nil {
		t.Error("TLS 1.1 is spoken")
	}
	client := &http.Client{Transport: &http.Transport{ForceAttemptHTTP2: true, TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}}
	defer client.CloseIdleConnections()
	r, _ := http.NewRequest("POST", "https://"+s.listener.Addr().String()+endpoint, strings.NewReader("abc"))
	r.Host = "first"
	r.Header.Set("Authorization", "Bearer secret")
	resp, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	body, _ := io.ReadAll(resp.Body)
	_ = resp.Body.Close()
	if resp.StatusCode != 200 || string(body) != "3 bytes" || resp.ProtoMajor != 1 {
		t.Errorf("%d %s over %s", resp.StatusCode, body, resp.Proto)
	}
	if err := stop(); err != nil {
		t.Errorf("Serve returned %v", err)
	}
}

// TestARenewedCertificate is served without a restart. An unusable one is not, and is reported.
func TestARenewedCertificate(t *testing.T) {
	dir := t.TempDir()
	cert, key := writePair(t, dir, "first")
	var said bytes.Buffer
	c, err := readCertificate(cert, key, slog.New(slog.NewTextHandler(&said, nil)))
	if err != nil {
		t.Fatal(err)
	}
	served := func() string {
		pair, err := c.get(nil)
		if err != nil {
			t.Fatal(err)
		}
		return pair.Leaf.Subject.CommonName
	}
	moment := time.Now()
	touch := func() { // two writes within one tick of the file system's clock look the same
		moment = moment.Add(time.Second)
		for _, name := range []string{cert, key} {
			_ = os.Chtimes(name, moment, moment) // the file may not exist
		}
	}
	writePair(t, dir, "second")
	touch()
	if name := served(); name != "second" || !strings.Contains(said.String(), "read again") {
		t.Errorf("after a renewal: %s, %s", name, said.String())
	}
	said.Reset()
	if err := os.WriteFile(key, []byte("half of a k"), 0o600); err != nil {
		t.Fatal(err)
	}
	touch()
	if name := served(); name != "second" || !strings.Contains(said.String(), key) {
		t.Errorf("with half a key: %s, %s", name, said.String())
	}
	said.Reset()
	if name := served(); name != "second" || said.Len() > 0 {
		t.Errorf("told again: %s, %s", name, said.String())
	}
	if err := os.Remove(cert); err != nil {
		t.Fatal(err)
	}
	if name := served(); name != "second" {
		t.Errorf("while it is away: %s", name)
	}
	writePair(t, dir, "third")
	touch()
	if name := served(); name != "third" {
		t.Errorf("after it was mended: %s", name)
	}
}

func TestACertificateThatCannotBeUsed(t *testing.T) {
	one, other := t.TempDir(), t.TempDir()
	cert, key := writePair(t, one, "one")
	_, otherKey := writePair(t, other, "other")
	for name, c := range map[string]struct{ cert, key, says string }{
		"another's key": {cert, otherKey, otherKey},
		"no key":        {cert, filepath.Join(one, "none"), "none"},
		"swapped":       {key, cert, key},
	} {
		if _, err := readCertificate(c.cert, c.key, slog.New(slog.DiscardHandler)); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
