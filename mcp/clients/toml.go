package clients

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// changeTOML sets the table [key.name], or removes it if the entry is nil. It replaces the table's lines, or adds them at the end. It refuses a file with the table in another form
// of TOML (inline, dotted), since reading line by line does not find all of that.
func changeTOML(before []byte, key, name string, want any) ([]byte, error) {
	var was map[string]any
	if err := toml.Unmarshal(before, &was); err != nil {
		return nil, err
	}
	lines := strings.SplitAfter(string(before), "\n")
	from, to := tableLines(lines, key+"."+name)
	if servers, ok := was[key].(map[string]any); ok && servers[name] != nil && from == to {
		return nil, fmt.Errorf("%s.%s does not stand there as a table of its own", key, name)
	}
	var table string
	if want != nil {
		body, err := toml.Marshal(want)
		if err != nil {
			return nil, err
		}
		table = fmt.Sprintf("[%s.%s]\n%s", key, name, body)
	}
	after := []byte(strings.Join(lines[:from], "") + table + strings.Join(lines[to:], ""))
	if from == to && want != nil {
		after = appended(before, table)
	}
	if want == nil {
		after = append(bytes.TrimRight(after, "\n"), '\n')
		if len(bytes.TrimSpace(after)) == 0 {
			after = nil
		}
	}
	var is map[string]any
	if err := toml.Unmarshal(after, &is); err != nil {
		return nil, fmt.Errorf("the change would break it: %w", err)
	}
	if servers, ok := is[key].(map[string]any); (ok && servers[name] != nil) != (want != nil) {
		return nil, errors.New("the change would not be seen")
	}
	return after, onlyEntryChanged(was, is, key, name)
}

// appended adds a table at the end, after an empty line.
func appended(before []byte, table string) []byte {
	text := strings.TrimRight(string(before), "\n")
	if text == "" {
		return []byte(table)
	}
	return []byte(text + "\n\n" + table)
}

// tableLines finds the lines of a table: from its header to the next header. Tables below it ([a.b.c]) belong to it; blank lines and comments before the next header do not. Both
// results are 0 if there is no such table.
func tableLines(lines []string, table string) (from, to int) {
	in := false
	for i, line := range lines {
		header, ok := headerOf(line)
		if !ok {
			continue
		}
		mine := header == table || strings.HasPrefix(header, table+".")
		if mine && !in {
			from, in = i, true
		}
		if !mine && in {
			return from, lastOf(lines, from, i)
		}
	}
	if !in {
		return 0, 0
	}
	return from, len(lines)
}

func lastOf(lines []string, from, to int) int {
	for to > from+1 {
		line := strings.TrimSpace(lines[to-1])
		if line != "" && !strings.HasPrefix(line, "#") {
			break
		}
		to--
	}
	return to
}

// headerOf reads [a.b], or [[a.b]] of an array of tables, with bare or quoted parts.
func headerOf(line string) (string, bool) {
	line = strings.TrimSpace(line)
	if !strings.HasPrefix(line, "[") {
		return "", false
	}
	inside, _, ok := strings.Cut(strings.TrimPrefix(line[1:], "["), "]")
	if !ok {
		return "", false
	}
	parts := strings.Split(inside, ".")
	for i, p := range parts {
		parts[i] = strings.Trim(strings.TrimSpace(p), `"'`)
	}
	return strings.Join(parts, "."), true
}
