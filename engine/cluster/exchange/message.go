package exchange

import (
	"fmt"
	"strconv"

	"github.com/nats-io/nats.go"
)

// The headers of a message, and its kinds.
const (
	headerID   = "Asterism-Id"
	headerKind = "Asterism-Kind"
	headerPart = "Asterism-Part"
	headerOf   = "Asterism-Of"
	// headerListens is set on the parts of a question whose asker takes messages during the work. A node that does not know the header sends none.
	headerListens = "Asterism-Listens"

	kindQuestion = "question"
	kindAnswer   = "answer"
	kindRefusal  = "refusal"
	kindWorking  = "working"
	kindTold     = "told"
	kindCancel   = "cancel"
	kindLook     = "look"
)

// mostParts bounds the parts of a question or an answer.
const mostParts = 256

// mostWords is how many messages may wait for an asker before words of [Tell] are dropped.
const mostWords = 64

func message(subject, reply, id, kind string, part, of int, data []byte) *nats.Msg {
	m := nats.NewMsg(subject)
	m.Reply, m.Data = reply, data
	m.Header.Set(headerID, id)
	m.Header.Set(headerKind, kind)
	m.Header.Set(headerPart, strconv.Itoa(part))
	m.Header.Set(headerOf, strconv.Itoa(of))
	return m
}

// send sends data in as many parts as necessary, in order, each with the headers.
func (x *Exchange) send(subject, reply, id, kind string, data []byte, headers ...string) error {
	of := max(1, (len(data)+x.part-1)/x.part)
	if of > mostParts {
		return fmt.Errorf("%d bytes are %d messages, and at most %d are sent at once", len(data), of, mostParts)
	}
	for i := range of {
		piece := data[i*x.part : min(len(data), (i+1)*x.part)]
		m := message(subject, reply, id, kind, i, of, piece)
		for _, h := range headers {
			m.Header.Set(h, "1")
		}
		if err := x.conn.PublishMsg(m); err != nil {
			return err
		}
	}
	return nil
}

// parts joins the parts of a message.
type parts struct {
	next int
	data []byte
}

// add adds the next part. The server keeps the order, so a missing part is lost.
func (p *parts) add(m *nats.Msg) (whole bool, err error) {
	part, err := strconv.Atoi(m.Header.Get(headerPart))
	if err != nil {
		return false, fmt.Errorf("read message: part %q is no number", m.Header.Get(headerPart))
	}
	of, err := strconv.Atoi(m.Header.Get(headerOf))
	if err != nil || of < 1 || of > mostParts {
		return false, fmt.Errorf("read message: it has %q parts, and 1 to %d are possible", m.Header.Get(headerOf), mostParts)
	}
	if part != p.next || part >= of {
		return false, fmt.Errorf("%w: part %d of %d came where part %d was due", ErrLost, part, of, p.next)
	}
	p.data, p.next = append(p.data, m.Data...), part+1
	return p.next == of, nil
}
