package mcp

import (
	"asterism/mcp/project"
	"errors"
	"io"
	"testing"

	"asterism/mcp/tools"
	"asterism/mcp/wire"
)

// gone is a connection to a server that has ended.
type gone struct{}

func (gone) Read([]byte) (int, error)  { return 0, io.EOF }
func (gone) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }
func (gone) Close() error              { return nil }
func (gone) CloseWrite() error         { return nil }

// TestTranscriptsThroughARelay plays the transcripts of the other tests through a relay whose first server has ended.
func TestTranscriptsThroughARelay(t *testing.T) {
	playAll(t, func(t *testing.T) *conn {
		path, _ := socket(t, Options{Engine: newFake().provider, Tools: "all"})
		inR, inW := io.Pipe()
		outR, outW := io.Pipe()
		c := &conn{t: t, in: inW, lines: make(chan string, 1024), ended: make(chan error, 1)}
		r := wire.NewRelay(inR, outW, wire.StyleResult, tools.ReadOnly(), project.Home{})
		if err := r.Through(gone{}); !errors.Is(err, wire.ErrServerGone) {
			t.Fatal(err)
		}
		link, err := wire.DialSocket(path, patience)
		if err != nil {
			t.Fatal(err)
		}
		go c.collect(outR)
		go func() {
			c.ended <- r.Through(link)
			_ = outW.Close()
		}()
		return c
	})
}
