package picture

import (
	"encoding/base64"
	"fmt"
	"strings"
)

// Describe says in a few words which image content names, in one of the forms that [Read] takes: "image/png of 1234 bytes", or the path as it was
// given. whole is true when content is the image itself. Nothing is read.
func Describe(content string) (words string, whole bool) {
	content = strings.TrimSpace(content)
	head, body, ok := cutURI(content)
	if !ok {
		return content, false
	}
	kind, parameters, _ := strings.Cut(head, ";")
	n := len(body)
	if isBase64(parameters) {
		n = base64.RawStdEncoding.DecodedLen(len(strings.TrimRight(body, "=")))
	}
	return fmt.Sprintf("%s of %d bytes", kind, n), true
}
