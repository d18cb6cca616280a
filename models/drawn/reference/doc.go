// Package reference answers: what should a model of the full profile give? It computes the models in float64 with plain
// loops, straight from a repository's files (config.json and safetensors), and shares no code with the package that
// writes them (models/drawn) nor with the one that turns them into graphs (engine/backend/onnx/convert). It reads the
// weights one matrix at a time, so a model of full size needs little more memory than its largest matrix.
package reference
