package client

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"os"
)

// Trust returns how a server's certificate is checked. The server that owns the store names its certificate's file in serve.json, which only the store's owner can write. Only that
// certificate is accepted, whatever its issuer and name. For other servers it is nil, which means the machine's authorities ($SSL_CERT_FILE names more).
func Trust(certFile string) *tls.Config {
	if certFile == "" {
		return nil
	}
	return &tls.Config{
		MinVersion:         tls.VersionTLS12,
		InsecureSkipVerify: true, // VerifyConnection requires more than a chain to an authority: exactly this certificate
		VerifyConnection: func(c tls.ConnectionState) error {
			want, err := readLeaf(certFile) // read now, since it may have been renewed
			if err != nil {
				return err
			}
			if len(c.PeerCertificates) == 0 || !bytes.Equal(c.PeerCertificates[0].Raw, want.Raw) {
				return fmt.Errorf("the server's certificate is not the one in %s", certFile)
			}
			return nil
		},
	}
}

// Lenient is [Trust], but it accepts any certificate and reports why it should not: the server on this machine keeps the certificate that it has read, even if the file has changed
// or is gone. No secret may be sent over such a connection.
func Lenient(certFile string, tell func(why error)) *tls.Config {
	c := Trust(certFile)
	if c == nil {
		return nil
	}
	check := c.VerifyConnection
	c.VerifyConnection = func(s tls.ConnectionState) error {
		if err := check(s); err != nil {
			tell(err)
		}
		return nil
	}
	return c
}

// readLeaf reads the first certificate of a PEM file.
func readLeaf(file string) (*x509.Certificate, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("read the server's certificate: %w", err)
	}
	for block, rest := pem.Decode(text); block != nil; block, rest = pem.Decode(rest) {
		if block.Type == "CERTIFICATE" {
			leaf, err := x509.ParseCertificate(block.Bytes)
			if err != nil {
				return nil, fmt.Errorf("read the server's certificate in %s: %w", file, err)
			}
			return leaf, nil
		}
	}
	return nil, fmt.Errorf("read the server's certificate: %s holds none", file)
}
