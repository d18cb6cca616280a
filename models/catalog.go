package models

import (
	"fmt"
	"strings"
)

// Count is the number of spaces a memory is embedded in. Nothing else in the project says this number.
const Count = 13

// Space is the zero-based index of a space: E1 is 0, E13 is 12.
type Space uint8

// The spaces, in their fixed order.
const (
	Semantic Space = iota
	TemporalRecent
	TemporalPeriodic
	TemporalPositional
	Causal
	Sparse
	Code
	Graph
	HDC
	Multimodal
	Entity
	LateInteraction
	Splade
)

// Kind is the shape of a space's values.
type Kind uint8

// The shapes.
const (
	Dense  Kind = iota // Width float32, unit length
	Pair               // two dense vectors of Width: cause, then effect
	Terms              // sparse: vocabulary ids below Width with positive weights
	Binary             // Width bits
	Tokens             // one unit vector of Width a token
)

// Origin says how a space's values come about.
type Origin uint8

// The origins.
const (
	FromModel Origin = iota // an ONNX model over token ids
	FromTime                // arithmetic over the memory's timestamp; computed when read, never stored
	FromText                // arithmetic over the text's characters
)

// Info is what one space promises.
type Info struct {
	Space  Space
	Name   string // "semantic"
	Kind   Kind
	Width  int // dimensions, bits, or vocabulary size
	Origin Origin
	Full   string // the model of the full profile on the Hugging Face hub; empty for arithmetic
	About  string // what the space is for

	Licence string // of Full, by the hub's identifier; E10's page states none, its authors publish under the MIT licence
	Free    string // where Licence forbids commercial use: a model of the same kind that may be used for anything
}

// FreeLicence is the licence of every model that [Info.Free] names.
const FreeLicence = "apache-2.0"

// Catalog lists the thirteen spaces in order.
var Catalog = [Count]Info{
	{Semantic, "semantic", Dense, 1024, FromModel, "intfloat/e5-large-v2", "meaning", "mit", ""},
	{TemporalRecent, "temporal_recent", Dense, 512, FromTime, "", "freshness", "", ""},
	{TemporalPeriodic, "temporal_periodic", Dense, 512, FromTime, "", "daily, weekly and yearly cycles", "", ""},
	{TemporalPositional, "temporal_positional", Dense, 512, FromTime, "", "order of events", "", ""},
	{Causal, "causal", Pair, 768, FromModel, "nomic-ai/nomic-embed-text-v1.5", "cause and effect", "apache-2.0", ""},
	{Sparse, "sparse", Terms, 30522, FromModel, "naver/splade-cocondenser-ensembledistil", "discriminative terms", "cc-by-nc-sa-4.0", "prithivida/Splade_PP_en_v2"},
	{Code, "code", Dense, 1536, FromModel, "Qodo/Qodo-Embed-1-1.5B", "code", "qodoai-open-rail-m", ""},
	{Graph, "graph", Dense, 384, FromModel, "sentence-transformers/paraphrase-MiniLM-L6-v2", "relations and structure", "apache-2.0", ""},
	{HDC, "hdc", Binary, 10000, FromText, "", "robustness to noise and typos", "", ""},
	{Multimodal, "multimodal", Dense, 768, FromModel, "openai/clip-vit-large-patch14", "text and image in one space", "mit", ""},
	{Entity, "entity", Dense, 384, FromModel, "sentence-transformers/all-MiniLM-L6-v2", "entities and relations", "apache-2.0", ""},
	{LateInteraction, "late_interaction", Tokens, 128, FromModel, "colbert-ir/colbertv2.0", "token-level match", "mit", ""},
	{Splade, "splade", Terms, 30522, FromModel, "prithivida/Splade_PP_en_v1", "learned keyword expansion", "apache-2.0", ""},
}

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

// Set is a set of spaces, one bit each.
type Set uint16

// All holds every space.
const All Set = 1<<Count - 1

// SetOf returns the set of the given spaces.
func SetOf(spaces ...Space) Set {
	var s Set
	for _, v := range spaces {
		s |= 1 << v
	}
	return s
}

// Has reports whether v is in s.
func (s Set) Has(v Space) bool { return s>>v&1 == 1 }

// With returns s and v.
func (s Set) With(v Space) Set { return s | 1<<v }

// Without returns s less the spaces of o.
func (s Set) Without(o Set) Set { return s &^ o }

// Spaces lists the members in order.
func (s Set) Spaces() []Space {
	var out []Space
	for v := Space(0); int(v) < Count; v++ {
		if s.Has(v) {
			out = append(out, v)
		}
	}
	return out
}

// Codes lists the members' codes in order.
func (s Set) Codes() (out []string) {
	for _, v := range s.Spaces() {
		out = append(out, v.Code())
	}
	return out
}

// OfOrigin returns the set of the spaces whose values come about in the given way.
func OfOrigin(o Origin) Set {
	var s Set
	for i, c := range Catalog {
		if c.Origin == o {
			s = s.With(Space(i))
		}
	}
	return s
}
