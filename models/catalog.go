package models

// Count is the number of spaces a memory is embedded in. No other place in the project has this number.
const Count = 13

// DenseColumns is how many dense vectors of models a memory has: one a space, two a pair. A test compares it with the catalogue.
const DenseColumns = 7

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

// Catalog lists the thirteen spaces in order. It is the only table of the spaces: [Info] says what each field means and what reads it. A
// table of another length than Count does not compile; a test names what an entry leaves out.
var Catalog [Count]Info = [...]Info{
	Semantic: {
		Space: Semantic, Name: "semantic", About: "meaning",
		Kind: Dense, Width: 1024, Origin: FromModel, Evidence: OfMeaning, Signs: 384,
		Full: "intfloat/e5-large-v2", Licence: "mit", Multilingual: "intfloat/multilingual-e5-large",
		Weights: Weights{Semantic: 28, Causal: 15, Code: 15, Temporal: 12, Fact: 10, Balanced: 1},
		Auto:    AutoWeights{Meaning: 13.4, Code: 17.5, Long: 1.7},
		Typical: Scale{Mean: 0.08, Deviation: 0.11},
		Prior:   Prior{Mean: 0.643, Spread: 0.065, Link: 0.406, Shrink: 0.13},
		Advice: Advice{
			Issue:  "the memories speak of other things than %s",
			Goal:   "read the newest memories against the goal: take up its next step, or set a new North Star if the change is meant",
			Centre: "look whether these memories belong into this namespace, and set a North Star that says what they are for",
		},
	},
	TemporalRecent: {
		Space: TemporalRecent, Name: "temporal_recent", About: "freshness",
		Kind: Dense, Width: 512, Origin: FromTime, Evidence: OfTime,
		Weights: Weights{Semantic: 5, Causal: 3, Code: 2, Temporal: 22, Fact: 2, Balanced: 1},
		Auto:    AutoWeights{Meaning: 0, Code: 0, Long: 0},
		Typical: Scale{Mean: 0.51, Deviation: 0.039},
		Prior:   Prior{Mean: 0.006, Spread: 0.044, Link: 0.995, Shrink: 0},
		Advice: Advice{
			Issue:  "the memories are older or newer than %s",
			Goal:   "choose a timeframe that fits, and look whether work on the goal has paused",
			Centre: "choose a timeframe that fits",
		},
	},
	TemporalPeriodic: {
		Space: TemporalPeriodic, Name: "temporal_periodic", About: "daily, weekly and yearly cycles",
		Kind: Dense, Width: 512, Origin: FromTime, Evidence: OfTime,
		Weights: Weights{Semantic: 5, Causal: 3, Code: 2, Temporal: 22, Fact: 2, Balanced: 1},
		Auto:    AutoWeights{Meaning: 0, Code: 0, Long: 0},
		Typical: Scale{Mean: 0, Deviation: 0.046},
		Prior:   Prior{Mean: 0.737, Spread: 0.088, Link: 0.411, Shrink: 0},
		Advice: Advice{
			Issue:  "the work falls on other hours and days than %s",
			Goal:   "look whether the routine has changed, and whether the goal still has its place in it",
			Centre: "look whether the routine has changed",
		},
	},
	TemporalPositional: {
		Space: TemporalPositional, Name: "temporal_positional", About: "order of events",
		Kind: Dense, Width: 512, Origin: FromTime, Evidence: OfTime,
		Weights: Weights{Semantic: 5, Causal: 3, Code: 15, Temporal: 22, Fact: 2, Balanced: 1},
		Auto:    AutoWeights{Meaning: 0, Code: 0, Long: 0},
		Typical: Scale{Mean: 0, Deviation: 0.044},
		Prior:   Prior{Mean: 0.908, Spread: 0.023, Link: 0.274, Shrink: 0},
		Advice: Advice{
			Issue:  "the memories stand elsewhere in the order of events than %s",
			Goal:   "compare a timeframe of the same stage of the work",
			Centre: "compare a timeframe of the same stage",
		},
	},
	Causal: {
		Space: Causal, Name: "causal", About: "cause and effect",
		Kind: Pair, Width: 768, Origin: FromModel, Evidence: OfRelations, Signs: 256,
		Full: "nomic-ai/nomic-embed-text-v1.5", Licence: "apache-2.0",
		Weights: Weights{Semantic: 10, Causal: 40, Code: 5, Temporal: 3, Fact: 18, Balanced: 1},
		Auto:    AutoWeights{Meaning: 4.4, Code: 3.1, Long: 1.3},
		Typical: Scale{Mean: 0.022, Deviation: 0.033},
		Prior:   Prior{Mean: 0.714, Spread: 0.062, Link: 0.277, Shrink: 0.14},
		Advice: Advice{
			Issue:  "the causes and effects in the memories are not those of %s",
			Goal:   "say in the text of new memories how each step brings the goal about, and drop steps that do not",
			Centre: "say in the text of new memories what they follow from and what follows",
		},
	},
	Sparse: {
		Space: Sparse, Name: "sparse", About: "discriminative terms",
		Kind: Terms, Width: 30522, Origin: FromModel, Evidence: OfWords,
		Full: "naver/splade-cocondenser-ensembledistil", Licence: "cc-by-nc-sa-4.0", Free: "prithivida/Splade_PP_en_v2",
		Weights: Weights{Semantic: 4, Causal: 3, Code: 5, Temporal: 2, Fact: 10, Balanced: 1},
		Auto:    AutoWeights{Meaning: 1.8, Code: 0.9, Long: 14.9},
		Typical: Scale{Mean: 0.09, Deviation: 0.22},
		Prior:   Prior{Mean: 0.867, Spread: 0.05, Link: 0.105, Shrink: 0.06},
		Advice: Advice{
			Issue:  "the words that mark %s are rare in the memories",
			Goal:   "use the goal's own terms in notes, or put the goal into the words that the work now uses",
			Centre: "use the words that older memories have for the same things",
		},
	},
	Code: {
		Space: Code, Name: "code", About: "code",
		Kind: Dense, Width: 1536, Origin: FromModel, Evidence: OfForm, Signs: 384,
		Full: "Qodo/Qodo-Embed-1-1.5B", Licence: "qodoai-open-rail-m",
		Weights: Weights{Semantic: 18, Causal: 10, Code: 35, Temporal: 3, Fact: 5, Balanced: 1},
		Auto:    AutoWeights{Meaning: 0.5, Code: 48.4, Long: 7.2},
		Typical: Scale{Mean: 0.12, Deviation: 0.11},
		Prior:   Prior{Mean: 0.627, Spread: 0.08, Link: 0.449, Shrink: 0.11},
		Advice: Advice{
			Issue:  "the code that is kept does something else than that of %s",
			Goal:   "go back to the code that serves the goal, or add a goal for this part of it",
			Centre: "keep the code of another project in a namespace of its own",
		},
	},
	Graph: {
		Space: Graph, Name: "graph", About: "relations and structure",
		Kind: Dense, Width: 384, Origin: FromModel, Evidence: OfRelations, Signs: 256,
		Full: "sentence-transformers/paraphrase-MiniLM-L6-v2", Licence: "apache-2.0",
		Weights: Weights{Semantic: 5, Causal: 8, Code: 2, Temporal: 2, Fact: 5, Balanced: 1},
		Auto:    AutoWeights{Meaning: 5.7, Code: 2.4, Long: 1.6},
		Typical: Scale{Mean: 0.015, Deviation: 0.06},
		Prior:   Prior{Mean: 0.81, Spread: 0.054, Link: 0.168, Shrink: 0.06},
		Advice: Advice{
			Issue:  "things stand in other relations than in %s",
			Goal:   "link new memories to those that serve the goal, or add a goal for what they belong to",
			Centre: "link these memories to those they belong with",
		},
	},
	HDC: {
		Space: HDC, Name: "hdc", About: "robustness to noise and typos",
		Kind: Binary, Width: 10000, Origin: FromText, Evidence: OfForm,
		Weights: Weights{Semantic: 5, Causal: 3, Code: 2, Temporal: 3, Fact: 2, Balanced: 1},
		Auto:    AutoWeights{Meaning: 9.3, Code: 5.7, Long: 14.2},
		Typical: Scale{Mean: 0.27, Deviation: 0.048},
		Prior:   Prior{Mean: 0.605, Spread: 0.035, Link: 0.428, Shrink: 0.04},
		Advice: Advice{
			Issue:  "the texts are spelt and built unlike %s",
			Goal:   "look for another language, notation or template in the newest memories; if it is meant, this space can be left aside",
			Centre: "look for another language, notation or template among these memories",
		},
	},
	Multimodal: {
		Space: Multimodal, Name: "multimodal", About: "text and image in one space",
		Kind: Dense, Width: 768, Origin: FromModel, Evidence: OfMeaning, Signs: 256,
		Full: "openai/clip-vit-large-patch14", Licence: "mit",
		Weights: Weights{Semantic: 5, Causal: 5, Code: 5, Temporal: 3, Fact: 5, Balanced: 1},
		Auto:    AutoWeights{Meaning: 0.1, Code: 0.1, Long: 0.1},
		Typical: Scale{Mean: 0.02, Deviation: 0.1},
		Prior:   Prior{Mean: 0.691, Spread: 0.093, Link: 0.274, Shrink: 0.16},
		Advice: Advice{
			Issue:  "the scenes and objects described are not those of %s",
			Goal:   "describe concretely what the work is to produce, or set a goal that names what is pictured now",
			Centre: "describe concretely what is seen or made, as older memories do",
		},
	},
	Entity: {
		Space: Entity, Name: "entity", About: "entities and relations",
		Kind: Dense, Width: 384, Origin: FromModel, Evidence: OfRelations, Signs: 256,
		Full: "sentence-transformers/all-MiniLM-L6-v2", Licence: "apache-2.0",
		Weights: Weights{Semantic: 3, Causal: 3, Code: 5, Temporal: 2, Fact: 35, Balanced: 1},
		Auto:    AutoWeights{Meaning: 0.1, Code: 0.1, Long: 0.1},
		Typical: Scale{Mean: 0.046, Deviation: 0.1},
		Prior:   Prior{Mean: 0.612, Spread: 0.175, Link: 0.377, Shrink: 0.18},
		Advice: Advice{
			Issue:  "the people, systems and places named are not those of %s",
			Goal:   "name whom and what each memory concerns, and add a goal for new ones that belong to the work",
			Centre: "name whom and what each memory concerns; a new circle may deserve a namespace",
		},
	},
	LateInteraction: {
		Space: LateInteraction, Name: "late_interaction", About: "token-level match",
		Kind: Tokens, Width: 128, Origin: FromModel, Evidence: OfMeaning,
		Full: "colbert-ir/colbertv2.0", Licence: "mit",
		Weights: Weights{Semantic: 5, Causal: 2, Code: 5, Temporal: 2, Fact: 2, Balanced: 1},
		Auto:    AutoWeights{Meaning: 13.3, Code: 7.3, Long: 0.4},
		Typical: Scale{Mean: 0.79, Deviation: 0.012},
		Prior:   Prior{Mean: 0.139, Spread: 0.055, Link: 0.944, Shrink: 0.06},
		Advice: Advice{
			Issue:  "hardly a passage matches %s phrase by phrase",
			Goal:   "search with the goal's phrases for the last memories that match, and go on from there",
			Centre: "search with the phrases of older memories for the last ones that match",
		},
	},
	Splade: {
		Space: Splade, Name: "splade", About: "learned keyword expansion",
		Kind: Terms, Width: 30522, Origin: FromModel, Evidence: OfWords,
		Full: "prithivida/Splade_PP_en_v1", Licence: "apache-2.0",
		Weights: Weights{Semantic: 2, Causal: 2, Code: 2, Temporal: 2, Fact: 2, Balanced: 1},
		Auto:    AutoWeights{Meaning: 51.6, Code: 14.6, Long: 58.5},
		Typical: Scale{Mean: 0.16, Deviation: 0.3},
		Prior:   Prior{Mean: 0.845, Spread: 0.052, Link: 0.119, Shrink: 0.07},
		Advice: Advice{
			Issue:  "the wider vocabulary of %s, synonyms included, is missing",
			Goal:   "search with the goal's keywords for what was done last, and widen the goal if its field has grown",
			Centre: "look which new field the memories have moved into, and tag them by it",
		},
	},
}
