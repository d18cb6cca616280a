package answer

// MetaControlled is the answer of control_meta_learning.
type MetaControlled struct {
	Done   string `json:"done"`             // as it was asked for
	Events int    `json:"events,omitempty"` // removed, by clear
}
