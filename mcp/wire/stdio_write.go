package wire

import (
	"context"
	"encoding/json"

	protocol "github.com/mark3labs/mcp-go/mcp"
)

// pumpNotes writes notifications as they arrive.
func (c *stdioConn) pumpNotes(ctx context.Context) {
	for {
		select {
		case n := <-c.client.notes:
			c.note(n)
		case <-ctx.Done():
			return
		}
	}
}

// note sends one notification.
func (c *stdioConn) note(n protocol.JSONRPCNotification) {
	c.writing.Lock()
	defer c.writing.Unlock()
	c.writeLocked(n)
}

// write sends an answer, after the earlier notifications: progress after its answer is meaningless.
func (c *stdioConn) write(answer protocol.JSONRPCMessage) {
	if answer == nil {
		return
	}
	c.writing.Lock()
	defer c.writing.Unlock()
	for {
		select {
		case n := <-c.client.notes:
			c.writeLocked(n)
			continue
		default:
		}
		break
	}
	c.writeLocked(answer)
}

// writeLocked sends one message. If the client is gone the connection ends: nobody can read an error.
func (c *stdioConn) writeLocked(m any) {
	if c.writeErr != nil {
		return
	}
	line, err := json.Marshal(m)
	if err != nil {
		c.server.opt.Log.Error("message not encoded", "error", err)
		return
	}
	if _, err := c.out.Write(append(line, '\n')); err != nil {
		c.writeErr = err
		c.stop()
	}
}

func (c *stdioConn) writeError() error {
	c.writing.Lock()
	defer c.writing.Unlock()
	return c.writeErr
}
