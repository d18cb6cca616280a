// Package safetensors answers: where in a file is a weight? It reads the headers of safetensors files (8 bytes of
// length, a JSON object, then the values without a gap) and returns which bytes each tensor has, so that a runtime can
// map them. Values are read only on request.
package safetensors
