package bus

import (
	"net"
	"net/url"
	"slices"
	"strconv"

	"asterism/engine/cluster/member"

	"github.com/nats-io/nats-server/v2/server"
)

// mostMemory is the greatest memory store of JetStream, in bytes. All our data is in files.
const mostMemory = 64 << 20

// systemUser may change the set of servers. Only this process can connect as that user.
const systemUser = "-system-"

// options returns the server's options: a port for clients on this machine only, and one for other servers.
func options(data string, m *member.Member, seeds []string) (*server.Options, error) {
	host, port, err := net.SplitHostPort(m.Listen)
	if err != nil {
		return nil, err
	}
	n, err := strconv.Atoi(port)
	if err != nil {
		return nil, err
	}
	token, err := m.Token(m.Node)
	if err != nil {
		return nil, err
	}
	o := &server.Options{
		ServerName: m.Node, NoSigs: true,
		Host: "127.0.0.1", Port: server.RANDOM_PORT, // the server starts no routes without a port for clients; clients need this node's secret
		JetStream: true, StoreDir: storeDir(data), SyncAlways: true, JetStreamMaxMemory: mostMemory,
		MaxPayload: MaxPayload, MaxPending: 8 * MaxPayload,
		Cluster:                    server.ClusterOpts{Name: m.Cluster, Host: host, Port: n, TLSConfig: m.TLS(), TLSTimeout: 5, AuthTimeout: 10, Username: m.Node, Password: token},
		CustomRouterAuthentication: admitted{m},
	}
	slices.Sort(seeds)
	system := server.NewAccount(server.DEFAULT_SYSTEM_ACCOUNT)
	o.Accounts, o.SystemAccount = []*server.Account{system}, system.Name
	o.Users = []*server.User{{Username: systemUser, Password: token, Account: system}, {Username: m.Node, Password: token}}
	for _, address := range append([]string{m.Listen}, slices.Compact(seeds)...) { // its own address counts as a seed, so that JetStream knows that it belongs to a cluster
		if err := member.CheckAddress("address of a node", address); err != nil {
			return nil, err
		}
		if address == m.Listen && len(o.Routes) > 0 {
			continue
		}
		o.Routes = append(o.Routes, &url.URL{Scheme: "nats-route", Host: address, User: url.UserPassword(m.Node, token)})
	}
	return o, nil
}

// admitted accepts the servers of nodes: the token must belong to the node in the certificate.
type admitted struct{ m *member.Member }

// Check implements server.Authentication.
func (a admitted) Check(c server.ClientAuthentication) bool {
	s, said := c.GetTLSConnectionState(), c.GetOpts()
	if s == nil || len(s.PeerCertificates) == 0 || said == nil {
		return false
	}
	node := s.PeerCertificates[0].Subject.CommonName
	return said.Username == node && a.m.Known(node, said.Password)
}
