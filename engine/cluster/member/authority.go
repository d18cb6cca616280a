package member

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"time"
)

// How long certificates are valid. The authority's is the longest: when it expires, the cluster needs a new authority.
const (
	authorityYears = 20
	nodeYears      = 5
	skew           = time.Hour // clocks differ: a certificate is valid from an hour before it was made
)

// ServerName is in every node's certificate, and is the only name that a client checks. A node proves itself by the authority's signature, not by its address, which may change.
const ServerName = "node.asterism.internal"

// authority is the cluster's own certificate authority: its certificate and its key.
type authority struct {
	issued
}

// issued is a certificate with its key, parsed and as PEM.
type issued struct {
	cert            *x509.Certificate
	key             *ecdsa.PrivateKey
	certPEM, keyPEM []byte
}

// newAuthority makes the authority of a cluster.
func newAuthority(cluster string, now time.Time) (authority, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return authority{}, err
	}
	t := &x509.Certificate{
		SerialNumber: serial(), Subject: pkix.Name{CommonName: cluster, Organization: []string{"Asterism cluster authority"}},
		NotBefore: now.Add(-skew), NotAfter: now.AddDate(authorityYears, 0, 0),
		IsCA: true, BasicConstraintsValid: true, MaxPathLenZero: true, KeyUsage: x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, t, t, key.Public(), key)
	if err != nil {
		return authority{}, err
	}
	made, err := encode(der, key)
	return authority{made}, err
}

// sign makes a node's certificate for its public key.
func (a *authority) sign(node string, key crypto.PublicKey, now time.Time) ([]byte, error) {
	end := now.AddDate(nodeYears, 0, 0)
	if end.After(a.cert.NotAfter) {
		end = a.cert.NotAfter
	}
	t := &x509.Certificate{
		SerialNumber: serial(), Subject: pkix.Name{CommonName: node}, DNSNames: []string{ServerName},
		NotBefore: now.Add(-skew), NotAfter: end,
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}
	return x509.CreateCertificate(rand.Reader, t, a.cert, key, a.key)
}

// fingerprint returns the SHA-256 of the authority's certificate.
func (a *authority) fingerprint() [sha256.Size]byte { return sha256.Sum256(a.cert.Raw) }

// Token returns what a node of the given name shows in addition to its certificate. Every node can check it, since each has the authority's key.
func (a *authority) Token(node string) (string, error) {
	raw, err := a.key.Bytes()
	if err != nil {
		return "", err
	}
	key, err := hkdf.Key(sha256.New, raw, nil, "asterism node tokens 1", sha256.Size)
	if err != nil {
		return "", err
	}
	sum := hmac.New(sha256.New, key)
	sum.Write([]byte(node))
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// Known reports whether the token belongs to the node.
func (a *authority) Known(node, token string) bool {
	want, err := a.Token(node)
	return err == nil && hmac.Equal([]byte(want), []byte(token))
}

func serial() *big.Int {
	n, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 127))
	if err != nil {
		panic(err) // the system has no random numbers, so nothing would be secure
	}
	return n
}

func encode(der []byte, key *ecdsa.PrivateKey) (issued, error) {
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		return issued{}, err
	}
	raw, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return issued{}, err
	}
	return issued{cert, key, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: raw})}, nil
}

func readAuthority(dir string) (authority, error) {
	made, err := readIssued(filepath.Join(dir, authorityFile), filepath.Join(dir, authorityKey))
	return authority{made}, err
}

func readIssued(certFile, keyFile string) (issued, error) {
	certPEM, err := os.ReadFile(certFile)
	if err != nil {
		return issued{}, err
	}
	keyPEM, err := os.ReadFile(keyFile)
	if err != nil {
		return issued{}, err
	}
	out, err := decode(certPEM, keyPEM)
	if err != nil {
		return issued{}, fmt.Errorf("read %s and %s: %w", certFile, keyFile, err)
	}
	return out, nil
}

func decode(certPEM, keyPEM []byte) (issued, error) {
	certBlock, _ := pem.Decode(certPEM)
	keyBlock, _ := pem.Decode(keyPEM)
	if certBlock == nil || keyBlock == nil {
		return issued{}, errors.New("there is no PEM block in one of them")
	}
	cert, err := x509.ParseCertificate(certBlock.Bytes)
	if err != nil {
		return issued{}, err
	}
	key, err := x509.ParsePKCS8PrivateKey(keyBlock.Bytes)
	if err != nil {
		return issued{}, err
	}
	private, ok := key.(*ecdsa.PrivateKey)
	if !ok || !private.PublicKey.Equal(cert.PublicKey) {
		return issued{}, errors.New("the key is not the certificate's")
	}
	return issued{cert, private, certPEM, keyPEM}, nil
}
