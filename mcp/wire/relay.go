package wire

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"sync"

	"asterism/engine/caught"
	"asterism/mcp/project"
)

// ErrServerGone means that a server ended, or broke the connection, while its client was still there.
var ErrServerGone = errors.New("the server has gone")

// Link is a connection to a server, one message a line in both directions, such as *net.UnixConn.
type Link interface {
	io.ReadWriteCloser
	CloseWrite() error // announces the end of what is sent
}

// Relay connects one client over standard input and output with a server in another process. The server may change during the conversation: to a third process, or to this process
// itself. Only one of Through and Rest runs at a time.
type Relay struct {
	in    io.Reader
	style string // of errors

	begun    bool
	messages chan message // of the client, once begun; closed at the end
	readErr  error        // set before messages is closed

	writing  sync.Mutex // owns out and writeErr
	out      io.Writer
	writeErr error

	conversation *conversation
	home         project.Home // sent for the client in its handshake, if it has a namespace
}

// message is one line without its end, or the id of one that was too long.
type message struct {
	line []byte
	long bool
}

// NewRelay returns a relay for a client with a home. errorStyle is [StyleResult] or [StyleProtocol]; reads are the names of the tools that change nothing.
func NewRelay(in io.Reader, out io.Writer, errorStyle string, reads []string, home project.Home) *Relay {
	return &Relay{home: home, in: in, out: out, style: errorStyle, messages: make(chan message), conversation: newConversation(reads)}
}

// Through passes messages between the client and a server until the client has ended and the server has sent its last message, or until the server is gone ([ErrServerGone]). Tool
// calls that were running then get an error that says that their outcome is unknown. Calls that only read, and all other requests without an answer, are sent to the next server.
// Through closes the server's link.
func (r *Relay) Through(server Link) error {
	r.begin()
	defer server.Close()
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		_ = caught.Do(func() { r.forwardAnswers(server) }) // after a panic the next server continues
	}()
	ended := r.pass(server, gone)
	if !ended {
		_ = server.Close() // a write failed, and the reader has not noticed yet
	}
	<-gone
	r.answerLost()
	if err := r.broken(); err != nil {
		return err
	}
	if !ended {
		return ErrServerGone
	}
	return r.readErr
}

// Rest returns the rest of the conversation as a reader and a writer, for a server in this process. Messages with a lasting effect come first again. The client already has their
// answers, so these are not sent a second time.
func (r *Relay) Rest() (in io.Reader, out io.Writer) {
	if !r.begun {
		return r.in, r.out
	}
	left, w := io.Pipe()
	go func() {
		err := caught.Do(func() {
			if r.pass(pipe{w}, nil) {
				_ = w.CloseWithError(r.readErr) // nil means the end
			}
		})
		if err != nil {
			_ = w.CloseWithError(err)
		}
	}()
	return left, answers{r}
}

// begin starts to read from the client. A blocking read cannot be interrupted, so it only ends with the process.
func (r *Relay) begin() {
	if r.begun {
		return
	}
	r.begun = true
	go func() {
		defer close(r.messages)
		r.readErr = caught.Run(r.readAll)
	}()
}

// readAll reads messages of the client until it ends.
func (r *Relay) readAll() error {
	for lines := newLineReader(r.in, MaxMessageBytes); ; {
		line, err := lines.next()
		switch {
		case errors.Is(err, errTooLong):
			r.messages <- message{line, true}
		case err == nil:
			r.messages <- message{line: line}
		case errors.Is(err, io.EOF):
			return nil
		default:
			return err
		}
	}
}

// pass sends a server the messages to be repeated, and then those of the client. ended means that the client has ended; otherwise the server is gone.
func (r *Relay) pass(server Link, gone <-chan struct{}) (ended bool) {
	for _, line := range r.conversation.replay() {
		if send(server, line) != nil {
			return false
		}
	}
	for {
		select {
		case <-gone:
			return false
		case m, ok := <-r.messages:
			switch {
			case !ok:
				_ = server.CloseWrite()
				return true
			case m.long:
				r.write(refusedAsLong(m.line))
			default:
				line := m.line
				if r.home.Namespace != "" {
					line = sayHome(line, r.home)
				}
				r.conversation.fromClient(line)
				if send(server, line) != nil {
					return false
				}
			}
		}
	}
}

func send(server io.Writer, line []byte) error {
	_, err := server.Write(append(line[:len(line):len(line)], '\n'))
	return err
}

// forwardAnswers passes messages of a server to the client, until the server ends.
func (r *Relay) forwardAnswers(server Link) {
	for lines := bufio.NewReaderSize(server, 64<<10); ; {
		line, err := lines.ReadBytes('\n')
		if err != nil { // an incomplete line is no message
			return
		}
		if _, err := (answers{r}).Write(line); err != nil {
			_ = server.Close() // the client no longer reads
			return
		}
	}
}

// answerLost answers the tool calls whose server is gone and that are not sent to the next one.
func (r *Relay) answerLost() {
	for _, call := range r.conversation.lost() {
		r.write(lostCall(call, r.style))
	}
}

// write sends the client a message of the relay.
func (r *Relay) write(m any) {
	if line, err := json.Marshal(m); err == nil {
		_, _ = r.put(append(line, '\n'))
	}
}

func (r *Relay) put(line []byte) (int, error) {
	r.writing.Lock()
	defer r.writing.Unlock()
	if r.writeErr != nil {
		return 0, r.writeErr
	}
	n, err := r.out.Write(line)
	r.writeErr = err
	return n, err
}

// broken returns the error of writing to the client.
func (r *Relay) broken() error {
	r.writing.Lock()
	defer r.writing.Unlock()
	return r.writeErr
}

// answers is the writer for a server: each Write is one line with its end.
type answers struct{ r *Relay }

func (a answers) Write(line []byte) (int, error) {
	if !a.r.conversation.fromServer(line) {
		return len(line), nil
	}
	return a.r.put(line)
}

// pipe is a link that only uses the direction to the server.
type pipe struct{ *io.PipeWriter }

func (pipe) Read([]byte) (int, error) { return 0, io.EOF }
func (p pipe) CloseWrite() error      { return nil } // Rest closes the pipe, with the error of the read
