// Package onnx answers: how does ONNX Runtime turn token ids into the values of a space?
//
// The runtime's shared library is opened at run time through github.com/yalue/onnxruntime_go, so the program starts
// without it. Each model has one session, which many goroutines use at once: the runtime allows concurrent runs of a
// session. A session has one thread and so no thread pool: nine sessions cost no idle threads. The scheduler runs
// batches in parallel, with one worker a core.
//
// The graph contract is in [asterism/models.OutputNames]: inputs input_ids and attention_mask int64 [batch, length]. The mask is 1
// for a token, 0 for padding up to the longest row of the batch, which must not reach the result, and 2 for a token that a short
// question was filled up with: it attends to all tokens and no token attends to it. A graph's weights may be in other files of its
// folder, which the runtime maps.
//
// Graphs built by the package convert give a row the same bits alone and in any batch; others within [Bound].
//
// GPUs are used through the runtime's own providers where an operator has put them into the library's folder
// ([FindProviders]). Inputs and outputs are not bound to the GPU's memory; gpu.go says why.
package onnx
