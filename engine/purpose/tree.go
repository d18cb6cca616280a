package purpose

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"

	"asterism/engine/fingerprint"
	"asterism/models"

	"github.com/google/uuid"
)

// Aim is a goal and the reference that memories are compared with.
type Aim struct {
	Goal
	Record fingerprint.Record // the goal's text in a memory's stored form
	*Reference
}

// Tree is a goal and the goals below it. It is never changed.
type Tree struct {
	Aim
	Children []*Tree // by time of creation, then id
}

// The shares of a goal's own alignment and of its children's in that of the tree.
const (
	ownShare   = .7
	childShare = .3
)

// Grow makes the tree of a namespace's goals, given in any order; nil if there are none. The error names the goal that does not fit: a second
// North Star, or one whose parent is missing or not of a higher level.
func Grow(aims []Aim) (*Tree, error) {
	all := map[uuid.UUID]*Tree{}
	for _, a := range aims {
		all[a.ID] = &Tree{Aim: a}
	}
	var root *Tree
	for _, a := range inOrder(aims) {
		if a.Level == NorthStar {
			if root != nil {
				return nil, fmt.Errorf("goals %s and %s are both a North Star", root.ID, a.ID)
			}
			root = all[a.ID]
			continue
		}
		parent := all[a.Parent]
		if parent == nil {
			return nil, fmt.Errorf("goal %s is below %s, which is not there", a.ID, a.Parent)
		}
		if !parent.Level.Above(a.Level) {
			return nil, fmt.Errorf("goal %s of level %s is below %s of level %s", a.ID, a.Level, parent.ID, parent.Level)
		}
		parent.Children = append(parent.Children, all[a.ID])
	}
	if root == nil && len(aims) > 0 {
		return nil, fmt.Errorf("goal %s and %d others have no North Star", aims[0].ID, len(aims)-1)
	}
	return root, nil
}

func inOrder(aims []Aim) []Aim {
	return slices.SortedFunc(slices.Values(aims), func(a, b Aim) int {
		return cmp.Or(a.Created.Compare(b.Created), bytes.Compare(a.ID[:], b.ID[:]))
	})
}

// All lists the goals of the tree, parents before children.
func (t *Tree) All() (out []*Tree) {
	if t == nil {
		return nil
	}
	out = append(out, t)
	for _, c := range t.Children {
		out = append(out, c.All()...)
	}
	return out
}

// Find returns the subtree that begins at a goal; nil if the tree does not contain it.
func (t *Tree) Find(id uuid.UUID) *Tree {
	for _, x := range t.All() {
		if x.ID == id {
			return x
		}
	}
	return nil
}

// Spaces returns those in which a memory can have an alignment.
func (t *Tree) Spaces() (out models.Set) {
	for _, x := range t.All() {
		out |= x.Reference.Spaces()
	}
	return out
}

// WithWeights returns the tree with other weights for some of its goals.
func (t *Tree) WithWeights(weights map[uuid.UUID]float64) *Tree {
	out := *t
	if w, ok := weights[t.ID]; ok {
		out.Weight = w
	}
	out.Children = nil
	for _, c := range t.Children {
		out.Children = append(out.Children, c.WithWeights(weights))
	}
	return &out
}
