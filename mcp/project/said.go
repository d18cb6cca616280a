package project

import "encoding/json"

// Key is the experimental capability by which programs of ours say at which namespace they are at home: they pass messages on for an assistant whose folder the server does
// not know, or are commands in a terminal.
const Key = "asterism/home"

// Said is what a client's experimental capabilities say of its home; nil: nothing.
func Said(experimental map[string]any) *Home {
	said, ok := experimental[Key]
	if !ok {
		return nil
	}
	b, err := json.Marshal(said)
	var h Home
	if err != nil || json.Unmarshal(b, &h) != nil || check("the client", h.Namespace) != nil {
		return nil
	}
	return &h
}
