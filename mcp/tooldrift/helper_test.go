package tooldrift

import (
	"fmt"
	"strings"
	"testing"
)

// letters are the tools of the table: a letter is a tool, ' means a changed description, " a changed schema.
var letters = map[rune]string{'A': "read", 'B': "write", 'C': "search", 'D': "delete", 'E': "touch"}

// listOf makes a list from a text such as AB'C.
func listOf(t testing.TB, word string) List {
	t.Helper()
	var tools []string
	runes := []rune(word)
	for i, r := range runes {
		if letters[r] == "" {
			continue
		}
		description, kind := "Does "+letters[r], "string"
		if i+1 < len(runes) && runes[i+1] == '\'' {
			description += " better"
		}
		if i+1 < len(runes) && runes[i+1] == '"' {
			kind = "number"
		}
		tools = append(tools, fmt.Sprintf(`{"name":%q,"description":%q,"inputSchema":{"type":"object","properties":{"x":{"type":%q}},"required":["x"]}}`, letters[r], description, kind))
	}
	return parsed(t, "["+strings.Join(tools, ",")+"]")
}

func parsed(t testing.TB, raw string) List {
	t.Helper()
	l, err := ParseList([]byte(raw))
	if err != nil {
		t.Fatal(err)
	}
	return l
}
