package clustercmd

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"asterism/cmd/asterism/shell"
	"asterism/engine"
	"asterism/engine/cluster/bus"
	"asterism/engine/cluster/member"
	"asterism/engine/store/rocks"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// defaultListen is where a node listens to the others by default: only this machine can reach it.
const defaultListen = "127.0.0.1:7747"

// placeFlags are the flags for a node's name and addresses.
func placeFlags(fl *pflag.FlagSet, p *member.Place) {
	fl.StringVar(&p.Node, "node", "", "the node's name, small letters, digits and hyphens (default: that of this machine)")
	fl.StringVar(&p.Listen, "listen", defaultListen, "where the other nodes reach this one, host and port; they speak over TLS")
	fl.StringVar(&p.Door, "door", "", "where machines that want to join reach it, host and port (default: the port after --listen)")
}

// settle sets the machine's name if none was given.
func settle(p *member.Place) error {
	if p.Node != "" {
		return member.CheckName("name of the node", p.Node)
	}
	host, err := os.Hostname()
	if err != nil {
		return fmt.Errorf("find this machine's name: %w: give one with --node", err)
	}
	name, _, _ := strings.Cut(strings.ToLower(host), ".")
	if err := member.CheckName("name of this machine", name); err != nil {
		return &engine.Error{Kind: engine.KindInvalid, Message: err.Error(), Hint: "give the node another one with --node"}
	}
	p.Node = name
	return nil
}

// made is the output of `init` and `join`.
type made struct {
	Cluster    string `json:"cluster"`
	Node       string `json:"node"`
	Listen     string `json:"listen"`
	Door       string `json:"door"`
	Shards     int    `json:"shards"`
	Folder     string `json:"folder"`
	Invitation string `json:"invitation,omitempty"`
}

func madeOf(m *member.Member, folder string) made {
	return made{Cluster: m.Cluster, Node: m.Node, Listen: m.Listen, Door: m.Door, Shards: m.Shards, Folder: folder}
}

func initCmd(g commands) *cobra.Command {
	var f member.Founding
	cmd := &cobra.Command{
		Use:   "init",
		Short: "Make a cluster, with this machine as its first node",
		Long: "Make a cluster in the folder that --data names: its authority, which signs the certificates of all nodes, and its first node. Start the node afterwards; the\n" +
			"invitation that is printed lets one machine join while the node runs. A folder that holds the store of one machine is refused: make the cluster in another,\n" +
			"and bring the memories with `asterism export` and `asterism ingest`.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return g.found(cmd.Context(), f) },
	}
	cmd.Flags().StringVar(&f.Name, "name", "asterism", "name of the cluster, small letters, digits and hyphens; six digits of its authority are put behind it")
	cmd.Flags().IntVar(&f.Shards, "shards", member.DefaultShards, fmt.Sprintf("into how many shards namespaces are divided, 1 to %d; it stays so", member.MaxShards))
	placeFlags(cmd.Flags(), &f.Place)
	return cmd
}

func (g commands) found(ctx context.Context, f member.Founding) error {
	if err := settle(&f.Place); err != nil {
		return err
	}
	if err := g.refuseStore(); err != nil {
		return err
	}
	m, err := member.Found(g.Data, f, time.Now())
	if err != nil {
		return invalid(err)
	}
	if err := bus.Found(ctx, g.Data, m, slog.New(slog.DiscardHandler)); err != nil {
		return errors.Join(err, os.RemoveAll(filepath.Join(g.Data, member.Folder))) // so that it can be tried again
	}
	invitation, err := m.Invite(member.DefaultInvite, time.Now())
	if err != nil {
		return err
	}
	out := madeOf(m, g.Data)
	out.Invitation = invitation.String()
	if g.JSON {
		return shell.PrintJSON(out)
	}
	shell.Printf("cluster %s is made, with %d shards; its first node is %s, in %s\n", out.Cluster, out.Shards, out.Node, out.Folder)
	shell.Printf("start it:        asterism serve --cluster %s --http 127.0.0.1:7737\n", out.Folder)
	shell.Printf("let another in:  asterism --data DIR cluster join --listen HOST:PORT %s\n", out.Invitation)
	shell.Printf("                 within %v, while this node runs; `asterism --data %s cluster invite` makes more\n", member.DefaultInvite, out.Folder)
	return nil
}

// refuseStore returns an error for a folder with a single machine's store.
func (g commands) refuseStore() error {
	if err := rocks.Find(g.Data); errors.Is(err, os.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	return &engine.Error{Kind: engine.KindInvalid, Message: fmt.Sprintf("--data %s holds the store of one machine, which cannot become a part of a cluster as it is", g.Data),
		Hint: "name an empty folder with --data; `asterism export` and `asterism import` bring the memories over"}
}

// invalid returns an error about the given values.
func invalid(err error) error { return &engine.Error{Kind: engine.KindInvalid, Message: err.Error()} }
