package models

import (
	"fmt"
	"strings"
)

// Info returns the catalogue entry of s.
func (s Space) Info() Info { return Catalog[s] }

// Code returns "E1" … "E13".
func (s Space) Code() string { return fmt.Sprintf("E%d", int(s)+1) }

// String returns the code and the name, for messages: "E1 semantic".
func (s Space) String() string {
	if int(s) >= Count {
		return fmt.Sprintf("space(%d)", s)
	}
	return s.Code() + " " + Catalog[s].Name
}

// ParseSpace reads a space's code ("E7", "e7") or name ("code").
func ParseSpace(v string) (Space, error) {
	for i, c := range Catalog {
		if strings.EqualFold(v, Space(i).Code()) || strings.EqualFold(v, c.Name) {
			return Space(i), nil
		}
	}
	return 0, fmt.Errorf("parse space %q: valid are E1 to E%d and their names (semantic, …)", v, Count)
}
