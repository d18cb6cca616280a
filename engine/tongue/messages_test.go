package tongue

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// messages returns the translations in a GNU message catalogue, and their originals.
func messages(t *testing.T, file string) (out [][2]string) {
	b, err := os.ReadFile(file)
	if err != nil || len(b) < 20 {
		t.Fatal(file, err)
	}
	order := binary.ByteOrder(binary.LittleEndian)
	if b[0] == 0x95 {
		order = binary.BigEndian
	}
	text := func(table, i int) string {
		n, at := int(order.Uint32(b[table+8*i:])), int(order.Uint32(b[table+8*i+4:]))
		return string(b[at : at+n])
	}
	n, from, to := int(order.Uint32(b[8:])), int(order.Uint32(b[12:])), int(order.Uint32(b[16:]))
	for i := range n {
		out = append(out, [2]string{text(from, i), text(to, i)})
	}
	return out
}

var letters = regexp.MustCompile(`\pL{2,}`)

// sentence reports whether a message is one line of 3 to 14 words without placeholders.
func sentence(s string) bool {
	n := len(letters.FindAllString(s, -1))
	return n >= 3 && n <= 14 && !strings.ContainsAny(s, "\n\x00%<{\\_&")
}

// TestMessagesOfPrograms is a measurement: LOCALES=/usr/share/locale go test ./engine/tongue -run Messages -v. The messages are not ours, and are not in the repository.
func TestMessagesOfPrograms(t *testing.T) {
	folder := os.Getenv("LOCALES")
	if folder == "" {
		t.Skip("LOCALES names no folder of catalogues of messages")
	}
	r, english, told := reader(t), map[string]bool{}, 0
	for _, language := range strings.Fields("ca cs da de es eu fi fr hr hu id it nb nl pl pt pt_BR ro ru sk sv tr vi zh_CN") {
		files, err := filepath.Glob(filepath.Join(folder, language, "LC_MESSAGES", "*.mo"))
		if err != nil {
			t.Fatal(err)
		}
		of, n := map[string]bool{}, 0
		for _, f := range files {
			for _, m := range messages(t, f) {
				if sentence(m[0]) {
					english[m[0]] = true
				}
				if !strings.EqualFold(m[0], m[1]) && sentence(m[1]) && !of[m[1]] {
					of[m[1]] = true
					if !r.Reads(m[1]) {
						n++
					}
				}
			}
		}
		t.Logf("%s: %.3f of %d messages are told to be in another language", language, float64(n)/float64(max(1, len(of))), len(of))
	}
	var wrong []string
	for m := range english {
		if !r.Reads(m) {
			told++
			wrong = append(wrong, m)
		}
	}
	slices.Sort(wrong)
	t.Logf("English: %.4f of %d, such as %q", float64(told)/float64(max(1, len(english))), len(english), wrong[:min(40, len(wrong))])
	if float64(told) > .01*float64(len(english)) {
		t.Error("more than one in a hundred English messages is taken for another language")
	}
}
