// Package makemodel answers: what does a transformer of a given size cost? It writes ONNX graphs of BERT encoders
// (Devlin et al. 2018) with random weights, for benchmarks: the time of a graph does not depend on its weights. The
// graphs keep the contract of models.OutputNames for a dense space, so that the onnx backend runs them as they are.
package makemodel
