// Package safetensors answers: where in a file lies a weight? It reads the headers of safetensors files (8 bytes of
// length, a JSON object, then the values without a gap) and says of every tensor which bytes it has, so that a runtime
// can map them. Values are read only when they are asked for.
package safetensors
