// Package embedapi answers: how does a program that knows OpenAI's embeddings endpoint get the vectors of a space? It serves
// POST /v1/embeddings and GET /v1/models in that shape; a model there is a space here. Nothing is stored.
package embedapi
