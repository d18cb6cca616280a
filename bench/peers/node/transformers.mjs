// transformers.js as its documentation shows it: the feature-extraction pipeline over a list of texts, the mean of the states, normalised. What it returns is left in its tensor.
import path from 'node:path';
import { env, pipeline } from '@huggingface/transformers';
import { dtype, model, serve, threads } from './lines.mjs';

env.allowRemoteModels = false;
env.localModelPath = path.dirname(model);
const extract = await pipeline('feature-extraction', path.basename(model), {
  device: 'cpu', dtype, session_options: { intraOpNumThreads: threads, graphOptimizationLevel: 'all' },
});
await serve(`transformers.js ${env.version}, ${dtype}`, async (texts) => {
  const { data, dims } = await extract(texts, { pooling: 'mean', normalize: true });
  return texts.map((_, i) => data.subarray(i * dims[1], (i + 1) * dims[1]));
});
