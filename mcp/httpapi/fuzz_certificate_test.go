package httpapi

import (
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// FuzzCertificate: any content of the two files is a usable pair, or is refused with the file's name.
func FuzzCertificate(f *testing.F) {
	certFile, keyFile := writePair(f, f.TempDir(), "first")
	cert, key := mustRead(f, certFile), mustRead(f, keyFile)
	f.Add(cert, key)
	f.Add(key, cert)
	f.Add(cert, key[:len(key)/2])
	f.Add(append(cert, cert...), key)
	f.Add([]byte("-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n"), key)
	f.Fuzz(func(t *testing.T, cert, key []byte) {
		dir := t.TempDir()
		certFile, keyFile := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
		for name, data := range map[string][]byte{certFile: cert, keyFile: key} {
			if err := os.WriteFile(name, data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		c, err := readCertificate(certFile, keyFile, slog.New(slog.DiscardHandler))
		switch {
		case err != nil && !(strings.Contains(err.Error(), certFile) && strings.Contains(err.Error(), keyFile)):
			t.Errorf("refused without the files' names: %v", err)
		case err == nil && (c.pair == nil || c.pair.Leaf == nil || c.pair.PrivateKey == nil):
			t.Error("a pair without its certificate or its key is served")
		}
	})
}

func mustRead(t testing.TB, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}
