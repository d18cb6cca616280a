// fastembed-js over a model of one's own. It takes the state of the first token for the text's vector, whatever the model was made for, and fills every text up to maxLength.
import path from 'node:path';
import { EmbeddingModel, FlagEmbedding } from 'fastembed';
import { dtype, model, serve } from './lines.mjs';

const embedder = await FlagEmbedding.init({
  model: EmbeddingModel.CUSTOM, modelAbsoluteDirPath: model, modelName: path.join('onnx', dtype === 'q8' ? 'model_quantized.onnx' : 'model.onnx'),
});
await serve(`fastembed-js, ${dtype}`, async (texts) => {
  const out = [];
  for await (const batch of embedder.embed(texts, texts.length)) out.push(...batch);
  return out;
});
