package models

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

// Evidence is the kind of evidence of a space that two texts belong together. Where each kind counts once (engine/drift), it does so
// however many spaces are of it.
type Evidence uint8

// The kinds of evidence.
const (
	OfMeaning Evidence = iota
	OfWords
	OfForm
	OfRelations
	OfTime
)

// Evidences names the kinds of evidence, in order.
var Evidences = [...]string{OfMeaning: "meaning", OfWords: "words", OfForm: "form", OfRelations: "relations", OfTime: "time"}

// Info is what one space promises, and every number and text of it that another package needs. A space has all fields; where one may be left
// out, its comment says when.
type Info struct {
	Space    Space
	Name     string // "semantic"
	Kind     Kind
	Width    int // dimensions, bits, or vocabulary size
	Origin   Origin
	Evidence Evidence
	Full     string // the model of the full profile on the Hugging Face hub; left out for arithmetic
	About    string // what the space is for

	Licence      string // of Full, by the hub's identifier, left out without it; E10's page states none, its authors publish under the MIT licence
	Multilingual string // a model of many languages that may be pulled instead of Full, under MultilingualLicence; left out where there is none

	Free string // where Licence forbids commercial use: a model of the same kind that may be used for anything

	Weights Weights     // how much the space weighs in a search by a named profile
	Auto    AutoWeights // how much in one whose weights are chosen by the question's words
	Typical Scale       // of the similarities of a question with memories it has nothing to do with
	Prior   Prior       // how near memories are to each other
	Advice  Advice      // what to say when memories drift in this space
	Signs   int         // how many components a dense vector's code in the search index has, a multiple of 128; left out where there is none
}

// Weights are a space's shares of the named profiles of engine/intent, in percent; Balanced is the same for all.
type Weights struct{ Semantic, Causal, Code, Temporal, Fact, Balanced float64 }

// AutoWeights are a space's fitted shares of questions of meaning, of code, and of long ones, in percent. engine/intent/weights.go says how
// they were fitted.
type AutoWeights struct{ Meaning, Code, Long float64 }

// Scale is the mean and standard deviation of a space's similarities. engine/search/standard.go says how they were measured.
type Scale struct{ Mean, Deviation float64 }

// Prior is what is known of a space before anything is stored. engine/utl/priors.go says how it was measured.
type Prior struct {
	Mean, Spread float64 // mean and deviation of the neighbour distance in a small namespace
	Link         float64 // similarity from which two memories count as linked
	Shrink       float64 // neighbour distances fall with the number of memories n as n^−Shrink
}

// Advice is what it means that memories have drifted from a reference (%s) in a space, and what can be done when that is a goal, or the
// centre of the memories.
type Advice struct{ Issue, Goal, Centre string }

// MultilingualLicence is the licence of every model that [Info.Multilingual] names.
const MultilingualLicence = "mit"

// FreeLicence is the licence of every model that [Info.Free] names.
const FreeLicence = "apache-2.0"
