package chunk

import "strings"

// headings cuts Markdown before each ATX heading ("# …" to "###### …") outside code fences; the title of a span is the
// path of the headings above it.
func headings(lines []string) []span {
	var spans []span
	var path []string // path[i] is the open heading of level i+1, "" if a level was skipped
	fence := ""
	start := 0
	title := ""
	for i, l := range lines {
		if f := fenceOf(l); f != "" {
			switch {
			case fence == "":
				fence = f
			case strings.HasPrefix(f, fence):
				fence = ""
			}
			continue
		}
		level, text := headingOf(l)
		if fence != "" || level == 0 {
			continue
		}
		if i > start {
			spans = append(spans, span{title, lines[start:i], start})
		}
		for len(path) < level {
			path = append(path, "")
		}
		path = path[:level]
		path[level-1] = text
		start, title = i, joinPath(path)
	}
	return append(spans, span{title, lines[start:], start})
}

// headingOf returns the level (1…6) and text of an ATX heading; 0 for other lines.
func headingOf(l string) (int, string) {
	t := strings.TrimRight(l, " \t\r\n")
	level := 0
	for level < len(t) && t[level] == '#' {
		level++
	}
	if level == 0 || level > 6 || level < len(t) && t[level] != ' ' && t[level] != '\t' {
		return 0, ""
	}
	return level, strings.TrimSpace(strings.TrimRight(t[level:], "# \t"))
}

// fenceOf returns the run of ` or ~ that opens or closes a code fence.
func fenceOf(l string) string {
	t := strings.TrimLeft(l, " ")
	if len(l)-len(t) > 3 || t == "" || t[0] != '`' && t[0] != '~' {
		return ""
	}
	n := 0
	for n < len(t) && t[n] == t[0] {
		n++
	}
	if n < 3 {
		return ""
	}
	return t[:n]
}

func joinPath(path []string) string {
	var parts []string
	for _, p := range path {
		if p != "" {
			parts = append(parts, p)
		}
	}
	return strings.Join(parts, " > ")
}
