package words

import (
	"fmt"
	"regexp"
	"strings"
)

// ForPeople is a text that was written for an assistant, such as the hint of an error, as a person at a command line takes it: commands stand in the place of tools, and flags in
// that of arguments, as far as the command that was run has them; has may be nil. What stands in backquotes or quotation marks is not touched, and a tool that no command calls is called one.
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

// RetryIn puts how long to wait in the place of the member of an answer that says so.
func RetryIn(text string, ms int64) string {
	if ms <= 0 {
		return text
	}
	return retry.ReplaceAllString(text, fmt.Sprintf("%d ms", ms))
}

// fields is what the names of fields of a file's lines stand behind: they are called as an argument is, and are none.
const fields = "(fields are "

var (
	quoted = regexp.MustCompile("`[^`]*`|\"[^\"]*\"") // commands, and values that somebody gave
	retry  = regexp.MustCompile(`retry_after_ms( milliseconds)?`)
	named  = regexp.MustCompile(`(the tool )?["'/.\w-]*[a-z]_[a-z][\w"'-]*`) // a word with an underscore, with what is attached to it
	given  = regexp.MustCompile(`["'/.\w-]*\w+(=[\w*-]+)?`)
)

// person is the command in the place of a tool's name, and anything else as it is.
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

// flagged is the flag in the place of an argument that is named in a way that no plain word is: with an underscore or a capital inside, or with a value behind it.
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
