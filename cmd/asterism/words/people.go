package words

import (
	"fmt"
	"regexp"
	"strings"
)

// ForPeople rewords a text for assistants, such as the hint of an error, for a person at a command line. It replaces tools by commands, and arguments by flags if has reports that
// the command has the flag; has may be nil. It does not change text in backquotes or quotation marks. A tool without a command is called a tool.
func ForPeople(text string, has func(flag string) bool) string {
	text = phrases.Replace(text)
	flags := has != nil && !strings.Contains(text, fields)
	put := func(part string) string {
		part = named.ReplaceAllStringFunc(part, person)
		if flags {
			part = given.ReplaceAllStringFunc(part, func(found string) string { return flagged(found, has) })
		}
		return part
	}
	var b strings.Builder
	from := 0
	for _, kept := range quoted.FindAllStringIndex(text, -1) {
		b.WriteString(put(text[from:kept[0]]))
		b.WriteString(text[kept[0]:kept[1]])
		from = kept[1]
	}
	b.WriteString(put(text[from:]))
	return b.String()
}

// RetryIn replaces the name of the field with the waiting time by the time.
func RetryIn(text string, ms int64) string {
	if ms <= 0 {
		return text
	}
	return retry.ReplaceAllString(text, fmt.Sprintf("%d ms", ms))
}

// fields is the text before the names of fields in a file's lines. They look like arguments, but are not.
const fields = "(fields are "

var (
	quoted = regexp.MustCompile("`[^`]*`|\"[^\"]*\"") // commands, and values that a person gave
	retry  = regexp.MustCompile(`retry_after_ms( milliseconds)?`)
	named  = regexp.MustCompile(`(the tool )?["'/.\w-]*[a-z]_[a-z][\w"'-]*`) // a word with an underscore, and what is attached to it
	given  = regexp.MustCompile(`["'/.\w-]*\w+(=[\w*-]+)?`)
)

// person returns the command for a tool's name, and anything else unchanged.
func person(found string) string {
	name := strings.TrimPrefix(found, "the tool ")
	command, ok := CommandOf[name]
	switch {
	case !ok:
		return found
	case command == "":
		return "the tool " + name
	}
	return "`asterism " + command + "`"
}

// flagged returns the flag for an argument that is recognisable: by an underscore or a capital inside its name, or by a value after it.
func flagged(found string, has func(flag string) bool) string {
	name, value, valued := strings.Cut(found, "=")
	flag, ok := FlagOf[name]
	if !ok && valued && argument.MatchString(name) {
		flag, ok = strings.ReplaceAll(name, "_", "-"), true
	}
	switch {
	case !ok || !has(flag):
		return found
	case !valued || value == "true":
		return "--" + flag
	}
	return "--" + flag + " " + value
}

var argument = regexp.MustCompile(`^[a-z][a-z_]*$`)
