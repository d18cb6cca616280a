package project

import "encoding/json"

// Key is the experimental capability by which our own programs report their home: relays for an assistant whose folder the server does not know, and commands in a terminal.
const Key = "asterism/home"

// Said returns the home in a client's experimental capabilities; nil: none.
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
