package fault

import (
	"strings"
	"testing"
)

func TestHalfCharacter(t *testing.T) {
	for raw, want := range map[string]string{
		`{"content":"caf\u00e9 \ud83d\ude00 \uD83D\uDE00 \\ud800 \\\\udc00"}`: "", // pairs, and backslashes before letters
		`{"content":"x\ud800"}`:                  `content holds \ud800 after 1 characters`,
		`{"content":"é😀\ud83d\ude00\n\udc00 x"}`: `content holds \udc00 after 4 characters`,
		`{"a":1,"content":"\ude00\ud83d"}`:       `content holds \ude00 after 0 characters`,
		`{"content":"\ud83d\ud83d\ude00"}`:       `content holds \ud83d after 0 characters`,
		`{"content":"\ud83dx"}`:                  `content holds \ud83d after`,
		`{"content":"\\\ud800"}`:                 `content holds \ud800 after 1 characters`,
		`{"memories":[{"content":"x"},{"content":"y","tags":["a", "b\uDBFF"]}],"x":2}`: `memories[1].tags[1] holds \uDBFF after 1 characters`,
		`{"memories":[[],{"x":{}},"\ud800"]}`:                                          `memories[2] holds \ud800`,
		`{"\ud800":1}`:                                                                 `a name of a member holds \ud800 after 0`,
		`{"params":{"arguments":{"a":{"params":"\ud800"}}}}`:                           `a.params holds`,
		`{"params":{"uri":"\ud800"}}`:                                                  `uri holds`,
		`"\ud800"`:                                                                     `the message holds`,
		`{"content":"\ud800`:                                                           `the message holds`, // no JSON
		`{"content":"\u12`:                                                             "",
		`{"content":"\`:                                                                "",
		``:                                                                             "",
	} {
		got := HalfCharacter([]byte(raw), "params", "arguments")
		if !strings.HasPrefix(got, want) || (got == "") != (want == "") {
			t.Errorf("%s: %q, want %q", raw, got, want)
		}
	}
}
