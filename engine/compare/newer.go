package compare

// Newer is a new text that is compared with several older ones: it is taken apart once, and no text is compared with it twice. It is not safe for concurrent use.
type Newer struct {
	read
	results map[string]Result
}

// To is a new text of a modality, with which [Newer.From] compares older ones.
func To(modality, text string) *Newer {
	return &Newer{read{modality: modality, text: text}, map[string]Result{}}
}

// From says how the new text stands to an old one, as [In] does. The result is shared and must not be changed.
func (n *Newer) From(old string) Result {
	r, known := n.results[old]
	if !known {
		r = between(&read{modality: n.modality, text: old}, &n.read)
		n.results[old] = r
	}
	return r
}
