// Package embedapi answers: how does a program that knows OpenAI's embeddings endpoint get the vectors of a space? It serves
// POST /v1/embeddings and GET /v1/models in that shape; a model there is a space here. Nothing is stored.
//
// OpenAI's shape is one vector a text. So spaces of terms, bits or a vector a token are refused, and of a pair one half must be named ("causal-cause").
package embedapi
