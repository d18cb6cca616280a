package picture

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"
)

func TestDescribe(t *testing.T) {
	for size := range 5 {
		body := base64.StdEncoding.EncodeToString([]byte("abcde")[:size])
		want := "image/png of " + string(rune('0'+size)) + " bytes"
		for _, content := range []string{"data:image/png;base64," + body, " image/png;name=x;base64," + body + "\n"} {
			if words, whole := Describe(content); words != want || !whole {
				t.Errorf("%q is %q, whole %t; want %q, true", content, words, whole, want)
			}
		}
	}
	if words, whole := Describe("data:image/webp,raw"); words != "image/webp of 3 bytes" || !whole {
		t.Errorf("a URI without base64 is %q, whole %t", words, whole)
	}
	for _, path := range []string{"cats/tom.png", "/a,b.png", "image.png"} {
		if words, whole := Describe(path); words != path || whole {
			t.Errorf("the path %q is %q, whole %t", path, words, whole)
		}
	}
}

// FuzzDescribe: it agrees with Read about what is an image and its size.
func FuzzDescribe(f *testing.F) {
	f.Add("data:image/png;base64,aGVsbG8=")
	f.Add("cat.png")
	f.Fuzz(func(t *testing.T, content string) {
		words, whole := Describe(content)
		data, err := Read(content, nil)
		if err != nil || strings.ContainsAny(content, "%\r\n") { // escapes and line ends are counted as written
			return
		}
		if !whole || !strings.HasSuffix(words, fmt.Sprintf(" of %d bytes", len(data))) {
			t.Errorf("%q was read (%d bytes), and is described as %q, whole %t", content, len(data), words, whole)
		}
	})
}
