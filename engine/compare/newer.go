package compare

import "sync"

// Newer is a new text that is compared with several older ones: it is taken apart once, and no text is compared with it twice. It is safe for concurrent use.
type Newer struct {
	read
	apart   sync.Once // the text is taken apart
	mu      sync.Mutex
	results map[string]Result
}

// To is a new text of a modality, with which [Newer.From] compares older ones.
func To(modality, text string) *Newer {
	return &Newer{read: read{modality: modality, text: text}, results: map[string]Result{}}
}

// Text is the new text.
func (n *Newer) Text() string { return n.text }

// From says how the new text stands to an old one, as [In] does. The result is shared and must not be changed.
func (n *Newer) From(old string) Result {
	if r, known := n.knows(old); known {
		return r
	}
	n.apart.Do(n.takeApart)
	r := between(&read{modality: n.modality, text: old}, &n.read)
	n.mu.Lock()
	defer n.mu.Unlock()
	n.results[old] = r
	return r
}

func (n *Newer) knows(old string) (Result, bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	r, known := n.results[old]
	return r, known
}

// takeApart makes all that comparisons read of the new text, before several of them read it at once.
func (n *Newer) takeApart() {
	n.wordsOf()
	if len(n.text) <= mostBytes { // else it is compared by its words alone
		n.tokensOf()
	}
}
