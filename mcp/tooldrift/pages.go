package tooldrift

import (
	"encoding/json"
	"errors"
	"fmt"

	protocol "github.com/mark3labs/mcp-go/mcp"
)

// readPages reads page after page until the last. A missing first page and a repeated cursor are errors. If a later page fails or is too long, or if there are more than o allows,
// the list so far is marked incomplete.
func readPages(ask func(protocol.Cursor) (json.RawMessage, error), o FetchOptions, explain func(error) error) (List, error) {
	out, left := List{}, o.Bytes
	asked := map[protocol.Cursor]bool{"": true}
	var cursor protocol.Cursor
	for n := 1; ; n++ {
		raw, err := ask(cursor)
		if left -= len(raw); err == nil && left < 0 {
			err = fmt.Errorf("the list is longer than %d bytes", o.Bytes)
		}
		next, err := out.page(raw, err)
		switch {
		case err != nil && n == 1:
			return List{}, err
		case err != nil:
			out.Incomplete = fmt.Sprintf("page %d: %v", n, explain(err))
			return out, nil
		case next == "":
			return out, nil
		case asked[next]:
			return List{}, fmt.Errorf("page %d: %w: %q", n, ErrRepeatedCursor, next)
		case n == o.Pages:
			out.Incomplete = fmt.Sprintf("it has more than %d pages", o.Pages)
			return out, nil
		}
		asked[next], cursor = true, next
	}
}

// page adds one result of tools/list and returns the next cursor.
func (l *List) page(raw json.RawMessage, err error) (protocol.Cursor, error) {
	if err != nil {
		return "", err
	}
	var page struct {
		Tools      *[]json.RawMessage `json:"tools"`
		NextCursor protocol.Cursor    `json:"nextCursor"`
	}
	if err := json.Unmarshal(raw, &page); err != nil {
		return "", fmt.Errorf("read answer: %w", err)
	}
	if page.Tools == nil {
		return "", errors.New("the answer has no tools")
	}
	return page.NextCursor, l.add(*page.Tools)
}
