package device

import (
	"io/fs"
	"os"
	"strings"
)

// hugePagesFile is where Linux says whether memory comes in huge pages without a request (kernel documentation, "Transparent Hugepage Support").
const hugePagesFile = "sys/kernel/mm/transparent_hugepage/enabled"

// HugePages returns whether the system uses huge pages for memory: "always", "madvise" (only on request, which this program does not make), "never"; empty if unknown.
// It affects the number of page look-ups, so every measurement of a search over much memory should state it.
func HugePages() string { return hugePages(os.DirFS("/")) }

// hugePages reads the choice, which is in brackets. root is the file system's root.
func hugePages(root fs.FS) string {
	text, err := fs.ReadFile(root, hugePagesFile)
	if err != nil {
		return ""
	}
	_, after, _ := strings.Cut(string(text), "[")
	chosen, _, closed := strings.Cut(after, "]")
	if !closed {
		return ""
	}
	return chosen
}
