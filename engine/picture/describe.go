package picture

import (
	"encoding/base64"
	"fmt"
	"strings"
)

// Describe names the image in content, in one of the forms of [Read]: "image/png of 1234 bytes", or the given path. whole is true if content is
// the image itself. It reads no file.
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
