package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"asterism/cmd/asterism/owner"
)

// certificateFor writes a self-signed certificate, for a name that is not this machine's, and its key.
func certificateFor(t *testing.T, name string) (certFile, keyFile string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), DNSNames: []string{name}, NotBefore: time.Unix(0, 0), NotAfter: time.Now().Add(time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	certFile, keyFile = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	for path, block := range map[string]*pem.Block{certFile: {Type: "CERTIFICATE", Bytes: der}, keyFile: {Type: "PRIVATE KEY", Bytes: private}} {
		if err := os.WriteFile(path, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return certFile, keyFile
}

// TestTLSIsTold: a command that calls without TLS gets an error that says so. doctor and health report a certificate that expires soon, and a server on all addresses prints one
// that can be called.
func TestTLSIsTold(t *testing.T) {
	data := filepath.Join(t.TempDir(), "store")
	cert, key := certificateFor(t, "memory.example")
	address, _ := serving(t, data, "--http", "0.0.0.0:0", "--tls-cert", cert, "--tls-key", key)
	rest, isLocal := strings.CutPrefix(address, "https://localhost:")
	if !isLocal {
		t.Fatalf("it serves at %s", address)
	}
	for _, args := range [][]string{{"list"}, {"health"}} {
		if _, errs, code := run(t, data, append([]string{"--connect", "http://localhost:" + rest}, args...)...); code != 1 || !strings.Contains(errs, "it speaks TLS") && !strings.Contains(errs, "speaks TLS, and was called without") || !strings.Contains(errs, "write https://") {
			t.Errorf("%v without TLS: exit code %d, %s", args, code, errs)
		}
	}
	want := "the TLS certificate " + cert + " expires at "
	if out, errs, code := run(t, data, "health"); code != 0 || !strings.Contains(errs, want) {
		t.Errorf("health: exit code %d, %s%s; want %q", code, out, errs, want)
	}
	if out, _, code := run(t, data, "doctor"); code != 2 || !strings.Contains(out, want) {
		t.Errorf("doctor: exit code %d, %s; want %q", code, out, want)
	}
}

// TestCommandsTrustTheOwnersCertificateAlone: they connect to a TLS server that owns the store, and to no other in its place.
func TestCommandsTrustTheOwnersCertificateAlone(t *testing.T) {
	data := filepath.Join(t.TempDir(), "store")
	cert, key := certificateFor(t, "memory.example")
	address, _ := serving(t, data, "--http", "0.0.0.0:0", "--tls-cert", cert, "--tls-key", key)
	if !strings.HasPrefix(address, "https://") {
		t.Fatalf("it serves at %s", address)
	}
	found, err := owner.FindServer(data)
	if err != nil || found == nil || !strings.HasPrefix(found.URL, "https://localhost:") || found.Certificate != cert {
		t.Fatalf("announced: %+v %v", found, err)
	}
	bySocket(t, data, "remember", "The kettle is in the lab", "--why", "tea") // needs no certificate
	through(t, found.URL, data, "list")                                       // when named, it is still the same server
	if link := ok(t, data, "dashboard"); !strings.HasPrefix(link, "https://localhost:") {
		t.Errorf("dashboard: %s", link)
	}
	if _, errs, code := run(t, filepath.Join(t.TempDir(), "elsewhere"), "--connect", found.URL, "list"); code != 1 || !strings.Contains(errs, "SSL_CERT_FILE") {
		t.Errorf("without knowing it: exit code %d, %s", code, errs)
	}
	other, _ := certificateFor(t, "memory.example")
	swap(t, other, cert) // the server keeps its own: the key does not match this one
	if _, errs, code := run(t, data, "--connect", found.URL, "list"); code != 1 || !strings.Contains(errs, "certificate is not the one in "+cert) {
		t.Errorf("another certificate: exit code %d, %s", code, errs)
	}
	if out, errs, code := run(t, data, "health"); code != 0 || out != "ready\n" || !strings.Contains(errs, "certificate is not the one in "+cert) {
		t.Errorf("health beside another certificate: exit code %d, %s%s", code, out, errs)
	}
	if err := os.WriteFile(cert, []byte("no certificate"), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, errs, code := run(t, data, "health"); code != 0 || out != "ready\n" || !strings.Contains(errs, cert+" holds none") {
		t.Errorf("health beside no certificate: exit code %d, %s%s", code, out, errs)
	}
}

// swap replaces a file's content by another's in one step.
func swap(t *testing.T, from, to string) {
	t.Helper()
	if err := os.Rename(from, to); err != nil {
		t.Fatal(err)
	}
}

// TestServeRefusesWhatIsUnsafe, and says what to do, before it opens anything.
func TestServeRefusesWhatIsUnsafe(t *testing.T) {
	cert, key := certificateFor(t, "x")
	for name, c := range map[string]struct {
		args []string
		says string
	}{
		"plain text":          {[]string{"--http", "0.0.0.0:0"}, "--tls-cert and --tls-key, or --plain-http"},
		"no token":            {[]string{"--http", "0.0.0.0:0", "--no-token", "--tls-cert", cert, "--tls-key", key}, "only a loopback address"},
		"half a pair":         {[]string{"--http", "127.0.0.1:0", "--tls-cert", cert}, "give both --tls-cert and --tls-key"},
		"no such file":        {[]string{"--http", "127.0.0.1:0", "--tls-cert", cert + "x", "--tls-key", key}, cert + "x"},
		"swapped":             {[]string{"--http", "127.0.0.1:0", "--tls-cert", key, "--tls-key", cert}, key},
		"a rate below zero":   {[]string{"--http", "127.0.0.1:0", "--rate=-1"}, `"-1" is no number of requests`},
		"too few connections": {[]string{"--http", "127.0.0.1:0", "--max-connections", "1"}, "--max-connections is 1"},
		"no connections":      {[]string{"--http", "127.0.0.1:0", "--max-connections", "0"}, "--max-connections is 0, want 2 or more"},
		"no requests":         {[]string{"--http", "127.0.0.1:0", "--max-requests", "0"}, "--max-requests is 0, want 2 or more"},
		"an end before it":    {[]string{"--http", "127.0.0.1:0", "--end-within", "-1s"}, "--end-within is -1s, want more than 0"},
		"a port beyond all":   {[]string{"--http", "127.0.0.1:99999"}, "port 99999 is outside 0…65535"},
		"no address":          {[]string{"--http", "nonsense"}, "such as 127.0.0.1:7737"},
	} {
		if _, errs, code := run(t, filepath.Join(t.TempDir(), "store"), append([]string{"serve"}, c.args...)...); code != 1 || !strings.Contains(errs, c.says) {
			t.Errorf("%s: exit code %d, %s", name, code, errs)
		}
	}
}
