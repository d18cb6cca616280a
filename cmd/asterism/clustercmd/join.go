package clustercmd

import (
	"context"
	"errors"
	"fmt"
	"time"

	"asterism/cmd/asterism/shell"
	"asterism/engine"
	"asterism/engine/cluster/member"

	"github.com/spf13/cobra"
)

func inviteCmd(g commands) *cobra.Command {
	var good time.Duration
	cmd := &cobra.Command{
		Use:   "invite",
		Short: "Make an invitation that lets one machine join",
		Long:  "Make an invitation, one word that lets one machine join. Who has it gets the cluster's keys, so hand it over as one hands over a password. The node answers it while it runs.",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			m, err := open(g.Data)
			if err != nil {
				return err
			}
			v, err := m.Invite(good, time.Now())
			if err != nil {
				return invalid(err)
			}
			if g.JSON {
				return shell.PrintJSON(map[string]any{"invitation": v.String(), "door": v.Door, "ends": v.Ends})
			}
			shell.Println(v)
			return nil
		},
	}
	cmd.Flags().DurationVar(&good, "for", member.DefaultInvite, fmt.Sprintf("how long it is good, at most %v", member.MaxInvite))
	return cmd
}

func joinCmd(g commands) *cobra.Command {
	var p member.Place
	cmd := &cobra.Command{
		Use:   "join INVITATION",
		Short: "Make this machine a node of a cluster that has invited it",
		Long: "Ask the node that has made the invitation to let this machine in, and write the new node into the folder that --data names. It is a node from its first start on:\n" +
			"`asterism serve --cluster DIR`.",
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return g.join(cmd.Context(), args[0], p) },
	}
	placeFlags(cmd.Flags(), &p)
	return cmd
}

func (g commands) join(ctx context.Context, word string, p member.Place) error {
	if err := settle(&p); err != nil {
		return err
	}
	if err := g.refuseStore(); err != nil {
		return err
	}
	v, err := member.ParseInvite(word)
	if err != nil {
		return invalid(err)
	}
	m, err := member.Join(ctx, g.Data, v, p, time.Now())
	if err != nil {
		return invalid(err)
	}
	out := madeOf(m, g.Data)
	if g.JSON {
		return shell.PrintJSON(out)
	}
	shell.Printf("this machine is node %s of cluster %s, in %s\n", out.Node, out.Cluster, out.Folder)
	shell.Printf("start it: asterism serve --cluster %s --http 127.0.0.1:7737\n", out.Folder)
	return nil
}

func renewCmd(g commands) *cobra.Command {
	return &cobra.Command{
		Use:   "renew",
		Short: "Give this node a new key and certificate, before the old one ends",
		Long:  "Give this node a new key and a certificate that the cluster's authority signs, whose key every node has. The node takes it up at its next start.",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			m, err := open(g.Data)
			if err != nil {
				return err
			}
			if err := m.Renew(time.Now()); err != nil {
				return invalid(err)
			}
			ends, _ := m.Ends()
			if g.JSON {
				return shell.PrintJSON(map[string]any{"node": m.Node, "ends": ends})
			}
			shell.Printf("node %s has a certificate until %s, from its next start on\n", m.Node, ends.Format(time.DateOnly))
			return nil
		},
	}
}

// open reads the node in a folder.
func open(data string) (*member.Member, error) {
	m, err := member.Open(data)
	if errors.Is(err, member.ErrNone) {
		return nil, &engine.Error{Kind: engine.KindInvalid, Message: err.Error()}
	}
	return m, err
}
