// Package embedapi answers: how does a program for OpenAI's embeddings endpoint get the vectors of a space? It serves POST /v1/embeddings and GET /v1/models in that format; a model
// there is a space here. It stores nothing.
//
// OpenAI's format has one vector a text. So spaces with terms, bits or one vector a token are refused, and of a pair the caller must name one half ("causal-cause").
package embedapi
