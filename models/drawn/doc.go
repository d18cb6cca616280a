// Package drawn answers: what is in a repository of a model? From one description it writes a folder as on the hub
// (config.json, tokenizer.json, safetensors, the files of sentence-transformers, an ONNX export), for the nine models of
// the full profile, with random weights. So loaders are tested on exactly the real layouts, and timed at full size, without
// weights of others. Names of keys, files and tensors are those of the public repositories.
package drawn
