// Package onnx answers: how does ONNX Runtime turn token ids into the values of a space?
//
// The runtime's shared library is opened at run time through github.com/yalue/onnxruntime_go, so the program starts
// without it. One session stands for one model and is used by many goroutines at once: concurrent runs of one
// session are allowed by the runtime. With one thread a session no session makes a thread pool, so nine sessions
// cost no idle threads; parallelism is the scheduler's, a worker a core.
//
// The graph contract is in [asterism/models.OutputNames]: inputs input_ids and attention_mask int64 [batch, length].
// Rows are padded to the longest row of the batch with id 0 and mask 0; a graph must not let masked positions reach
// the result.
package onnx
