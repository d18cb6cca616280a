package wire

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// MaxMessageBytes is the longest message that a transport reads: enough for content of the largest size with every byte escaped.
const MaxMessageBytes = 8 << 20

// errTooLong means that a line was longer than MaxMessageBytes and was skipped.
var errTooLong = errors.New("message too long")

// lineReader reads one message a line and never keeps more than the limit.
type lineReader struct {
	r     *bufio.Reader
	limit int
}

func newLineReader(r io.Reader, limit int) *lineReader {
	return &lineReader{bufio.NewReaderSize(r, 64<<10), limit}
}

// next returns the next line without its end. With errTooLong it returns the line's id, if it has one, instead.
// A last line without an end counts.
func (l *lineReader) next() ([]byte, error) {
	var line []byte
	for {
		part, err := l.r.ReadSlice('\n')
		line = append(line, part...)
		if len(bytes.TrimSuffix(line, []byte{'\n'})) > l.limit {
			return l.skip(line, err)
		}
		switch {
		case err == nil:
			return line[:len(line)-1], nil
		case errors.Is(err, bufio.ErrBufferFull):
		case errors.Is(err, io.EOF) && len(line) > 0:
			return line, nil
		default:
			return nil, err
		}
	}
}

// skip reads to the end of a line that is too long, and only looks for its id.
func (l *lineReader) skip(head []byte, err error) ([]byte, error) {
	var f idFinder
	f.feed(head)
	for errors.Is(err, bufio.ErrBufferFull) {
		var part []byte
		part, err = l.r.ReadSlice('\n')
		f.feed(part)
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	return f.id(), errTooLong
}
