package httpapi

import (
	"crypto/tls"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"sync"
	"time"
)

// certificate is a pair of files that is read again when one of them has changed, so that a renewed certificate needs no restart. If the new pair is unusable (such as half
// written), the one before stays in use. Safe for concurrent use.
type certificate struct {
	certFile, keyFile string
	log               *slog.Logger

	mu   sync.Mutex
	pair *tls.Certificate
	seen [2]stamp // of the files at the last reading
}

// stamp changes when a file changes.
type stamp struct {
	size, modified int64
	mode           fs.FileMode
}

// readCertificate reads a pair of PEM files. Both names are required.
func readCertificate(certFile, keyFile string, log *slog.Logger) (*certificate, error) {
	if certFile == "" || keyFile == "" {
		return nil, errors.New("TLS needs a certificate and its key: give both --tls-cert and --tls-key, or neither")
	}
	c := &certificate{certFile: certFile, keyFile: keyFile, log: log}
	seen, err := c.stamps()
	if err != nil {
		return nil, err
	}
	pair, err := c.read()
	if err != nil {
		return nil, err
	}
	c.pair, c.seen = pair, seen
	c.tellExpiry()
	return c, nil
}

// tellExpiry warns of a certificate that clients refuse, or will soon.
func (c *certificate) tellExpiry() {
	if why := expiryWords(c.certFile, c.pair.Leaf, time.Now()); why != "" {
		c.log.Warn(why)
	}
}

func (c *certificate) stamps() (seen [2]stamp, err error) {
	for i, name := range [2]string{c.certFile, c.keyFile} {
		st, err := os.Stat(name)
		if err != nil {
			return seen, fmt.Errorf("read the TLS certificate: %w", err)
		}
		seen[i] = stamp{st.Size(), st.ModTime().UnixNano(), st.Mode()}
	}
	return seen, nil
}

// read reads the pair. Its errors name the file at fault, which the library's do not.
func (c *certificate) read() (*tls.Certificate, error) {
	cert, err := os.ReadFile(c.certFile)
	if err != nil {
		return nil, fmt.Errorf("read the TLS certificate: %w", err)
	}
	key, err := os.ReadFile(c.keyFile)
	if err != nil {
		return nil, fmt.Errorf("read the key of the TLS certificate: %w", err)
	}
	pair, err := tls.X509KeyPair(cert, key)
	if err != nil {
		return nil, fmt.Errorf("use %s with the key in %s: %w", c.certFile, c.keyFile, err)
	}
	return &pair, nil
}

// get returns the certificate for a handshake. It checks the files each time, which takes microseconds; a handshake takes milliseconds.
func (c *certificate) get(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	seen, err := c.stamps()
	if err != nil || seen == c.seen {
		return c.pair, nil // missing files are probably being replaced
	}
	c.seen = seen // an unusable pair is reported once, and read again when it changes
	pair, err := c.read()
	if err != nil {
		c.log.Error("the TLS certificate has changed and cannot be used: the one before stays", "error", err)
		return c.pair, nil
	}
	c.pair = pair
	c.log.Info("the TLS certificate was read again", "file", c.certFile)
	c.tellExpiry()
	return c.pair, nil
}

// config requires TLS 1.2 or later, and HTTP/1.1: with HTTP/2 one connection could have many requests, more than are counted.
func (c *certificate) config() *tls.Config {
	return &tls.Config{MinVersion: tls.VersionTLS12, GetCertificate: c.get, NextProtos: []string{"http/1.1"}}
}
