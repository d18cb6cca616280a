package client

import (
	"encoding/pem"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// FuzzReadLeaf: any content of the certificate's file is read, or refused with the file's name.
func FuzzReadLeaf(f *testing.F) {
	for _, text := range []string{"", "no PEM", "-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n",
		"-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"} {
		f.Add([]byte(text))
	}
	f.Add(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: []byte{0x30, 0x03, 0x02, 0x01, 0x01}}))
	f.Fuzz(func(t *testing.T, text []byte) {
		file := filepath.Join(t.TempDir(), "cert.pem")
		if err := os.WriteFile(file, text, 0o600); err != nil {
			t.Fatal(err)
		}
		leaf, err := readLeaf(file)
		if err != nil && !strings.Contains(err.Error(), file) {
			t.Errorf("refused without the file's name: %v", err)
		}
		if err == nil && (leaf == nil || len(leaf.Raw) == 0) {
			t.Error("no certificate and no error")
		}
	})
}
