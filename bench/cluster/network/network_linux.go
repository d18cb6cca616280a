package network

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"sync"
	"time"
)

// Network is some hosts, numbered from 0. It is safe for concurrent use.
type Network struct {
	hosts []*host
	all   sync.WaitGroup

	mu    sync.Mutex
	rules map[[2]int]Rule
	rng   *rand.Rand
}

// mostHosts is how many addresses there are for them.
const mostHosts = 250

// New makes n hosts that reach each other without fault; seed draws what rules leave to chance. Two networks may stand side by side.
func New(n int, seed uint64) (*Network, error) {
	if n < 1 || n > mostHosts {
		return nil, fmt.Errorf("make a network of %d hosts: 1 to %d can be made", n, mostHosts)
	}
	if err := Available(); err != nil {
		return nil, err
	}
	w := &Network{rules: map[[2]int]Rule{}, rng: rand.New(rand.NewPCG(seed, 0))}
	for i := range n {
		h, err := newHost(i)
		if err != nil {
			return nil, errors.Join(fmt.Errorf("make host %d: %w", i, err), w.Close())
		}
		w.hosts = append(w.hosts, h)
	}
	for i := range w.hosts {
		w.all.Go(func() { w.carry(i) })
	}
	return w, nil
}

// Address is a host's address, as the others reach it.
func (w *Network) Address(host int) string { return address(host) }

// Command makes a command run on a host.
func (w *Network) Command(host int, cmd *exec.Cmd) *exec.Cmd {
	ip, err := exec.LookPath("ip")
	if err != nil {
		cmd.Err = err
		return cmd
	}
	cmd.Args = append([]string{ip, "netns", "exec", w.hosts[host].name, cmd.Path}, cmd.Args[1:]...)
	cmd.Path = ip
	return cmd
}

// Set defines what happens from now on to packets from one host to another, in that direction.
func (w *Network) Set(from, to int, r Rule) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.rules[[2]int{from, to}] = r
}

// Both sets a rule for both directions.
func (w *Network) Both(a, b int, r Rule) {
	w.Set(a, b, r)
	w.Set(b, a, r)
}

// Isolate cuts a host off from all others.
func (w *Network) Isolate(host int) {
	for other := range w.hosts {
		w.Both(host, other, Rule{Cut: true})
	}
}

// Heal takes all rules away.
func (w *Network) Heal() {
	w.mu.Lock()
	defer w.mu.Unlock()
	clear(w.rules)
}

// Close takes the hosts away; what still runs on them keeps its namespace, without a device.
func (w *Network) Close() (err error) {
	for _, h := range w.hosts {
		err = errors.Join(err, h.close())
	}
	w.all.Wait()
	return err
}

// largestPacket is above the devices' 1500 bytes.
const largestPacket = 2048

// carry hands on what a host sends, until the host is closed.
func (w *Network) carry(from int) {
	buf := make([]byte, largestPacket)
	for {
		n, err := w.hosts[from].device.Read(buf)
		if err != nil {
			return
		}
		to, ok := destination(buf[:n])
		if !ok || to >= len(w.hosts) || to == from {
			continue
		}
		for _, late := range w.copies(from, to) {
			if late == 0 {
				_, _ = w.hosts[to].device.Write(buf[:n]) // a packet that a host does not take is lost, as on any network
				continue
			}
			packet := append([]byte(nil), buf[:n]...)
			time.AfterFunc(late, func() { _, _ = w.hosts[to].device.Write(packet) })
		}
	}
}

func (w *Network) copies(from, to int) []time.Duration {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.rules[[2]int{from, to}].copies(w.rng)
}
