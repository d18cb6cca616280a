package device

import (
	"io/fs"
	"os"
	"strings"
)

// hugePagesFile is where Linux says whether memory that nobody asked it for comes in huge pages (kernel documentation, "Transparent Hugepage Support").
const hugePagesFile = "sys/kernel/mm/transparent_hugepage/enabled"

// HugePages is whether the system gives memory in huge pages: "always", "madvise" (to who asks, which we do not), "never"; empty where it does not say. It decides how
// often a page must be found, and so belongs to every figure of a search over much memory.
func HugePages() string { return hugePages(os.DirFS("/")) }

// hugePages reads the choice, which stands in brackets. root is the file system's root.
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
