// Package convert answers: how does a repository of a model become a graph? It reads config.json, tokenizer.json and the
// weights of a model as the Hugging Face hub lays them out, and writes a small ONNX graph of ours next to them. The
// weights stay where they are: the graph names file, offset and length of each (ONNX external data), and the runtime maps
// the file. Only numbers that must change are written, to graph.weights: integers, and floats of 16 bits widened.
//
// A graph computes tokens, not rectangles: the tokens of all rows are packed into one matrix [tokens, hidden]. They are
// in separate rows, padded to a multiple of [block] places, only where they attend to one another (attention) or become
// one vector (pooling). So padding costs nothing in the matrix products, and a token's numbers are computed by the same
// instructions whatever else is in the batch: the same bits alone, in any batch, in any order.
//
// A repository that has an ONNX graph of its own and no safetensors keeps that graph, with our pooling behind it and its weights in its own file. It computes padded rows
// with the operators of its export, so bits may differ between batches. That works for E1, E5, E6, E7, E8, E10 (as text_model.onnx and vision_model.onnx), E11 and E13.
//
// [ReadShape] is the only reader of config.json. Graphs and the networks of a GPU are both made from what it returns, so both refuse the same options.
package convert
