package chunk

import "unicode/utf8"

// shorten cuts spans that are longer than l.Max at their blank lines, otherwise at lines, otherwise between
// characters.
func shorten(spans []span, l Limits) []span {
	var out []span
	for _, s := range spans {
		for s.size() > l.Max {
			var head span
			head, s = cut(s, l.Max)
			out = append(out, head)
		}
		out = append(out, s)
	}
	return out
}

// cut takes off the longest head of at most max bytes that ends at a blank line in its second half, otherwise at any
// line.
func cut(s span, max int) (head, rest span) {
	size, lastLine, lastBlank := 0, 0, 0
	for i, l := range s.lines {
		size += len(l)
		if size > max {
			break
		}
		lastLine = i + 1
		if blankLine(l) && size > max/2 {
			lastBlank = i + 1
		}
	}
	at := lastBlank
	if at == 0 {
		at = lastLine
	}
	if at == 0 {
		return cutLine(s, max)
	}
	return span{s.title, s.lines[:at], s.first}, span{s.title, s.lines[at:], s.first + at}
}

// cutLine cuts the first line, which alone is too long, at the last space or otherwise the last character within max
// bytes.
func cutLine(s span, max int) (head, rest span) {
	line := s.lines[0]
	at := max
	for at > 1 && !utf8.RuneStart(line[at]) {
		at--
	}
	for i := at; i > max/2; i-- {
		if line[i-1] == ' ' {
			at = i
			break
		}
	}
	tail := append([]string{line[at:]}, s.lines[1:]...)
	return span{s.title, []string{line[:at]}, s.first}, span{s.title, tail, s.first}
}

// join joins a span that is shorter than l.Min with the next one.
func join(spans []span, l Limits) []span {
	var out []span
	for _, s := range spans {
		if n := len(out) - 1; n >= 0 && out[n].size() < l.Min && out[n].size()+s.size() <= l.Max {
			lines := append(append([]string{}, out[n].lines...), s.lines...)
			title := out[n].title
			if title == "" {
				title = s.title
			}
			out[n] = span{title, lines, out[n].first}
			continue
		}
		out = append(out, s)
	}
	return out
}
