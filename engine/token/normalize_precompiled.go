package token

import (
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// precompiled replaces characters by a SentencePiece model's map. Like the reference it first looks up a user-perceived character (an extended
// grapheme cluster) of at most five bytes, and its code points one by one if that is unknown or longer.
type precompiled struct{ m *charmap }

// clusterBytes is the greatest length of a cluster that is looked up whole.
const clusterBytes = 5

func (n precompiled) normalize(_ *scratch, dst, src *aligned) {
	for i := 0; i < len(src.b); {
		end := i + clusterLength(src.b[i:])
		n.put(dst, src, i, end)
		i = end
	}
}

// clusterLength is the length of the cluster that b begins with. Two ASCII characters form a cluster only if they are a carriage return and a
// line feed.
func clusterLength(b []byte) int {
	if b[0] < utf8.RuneSelf && (len(b) == 1 || b[1] < utf8.RuneSelf) {
		if b[0] == '\r' && len(b) > 1 && b[1] == '\n' {
			return 2
		}
		return 1
	}
	cluster, _, _, _ := uniseg.FirstGraphemeCluster(b, -1)
	return len(cluster)
}

// put appends the replacement of the cluster [i, end) of src.
func (n precompiled) put(dst, src *aligned, i, end int) {
	if end-i <= clusterBytes {
		if text, ok := n.m.find(src.b[i:end]); ok {
			dst.putString(text, src.span(i, end))
			return
		}
	}
	for i < end {
		_, w := utf8.DecodeRune(src.b[i:])
		if text, ok := n.m.find(src.b[i : i+w]); ok {
			dst.putString(text, src.span(i, i+w))
		} else {
			dst.copyRange(src, i, i+w)
		}
		i += w
	}
}
