// ONNX Runtime called one text at a time. Here the texts are rows of ids already, special tokens included: a tokenizer has no part in its time.
import path from 'node:path';
import ort from 'onnxruntime-node';
import { dtype, model, serve, threads, unit } from './lines.mjs';

const file = path.join(model, 'onnx', dtype === 'q8' ? 'model_quantized.onnx' : 'model.onnx');
const session = await ort.InferenceSession.create(file, { intraOpNumThreads: threads, graphOptimizationLevel: 'all' });
await serve(`ONNX Runtime, ${dtype}`, async (rows, { pooling }) => {
  const out = [];
  for (const ids of rows) {
    const shape = [1, ids.length];
    const { last_hidden_state: states } = await session.run({
      input_ids: new ort.Tensor('int64', BigInt64Array.from(ids, BigInt), shape),
      attention_mask: new ort.Tensor('int64', new BigInt64Array(ids.length).fill(1n), shape),
      token_type_ids: new ort.Tensor('int64', new BigInt64Array(ids.length), shape),
    });
    const width = states.dims[2];
    if (pooling === 'first') {
      out.push(unit(states.data.slice(0, width)));
      continue;
    }
    const sum = new Float32Array(width);
    for (let i = 0; i < states.data.length; i++) sum[i % width] += states.data[i];
    out.push(unit(sum));
  }
  return out;
});
