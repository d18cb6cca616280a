"""The nine models of the full profile in plain PyTorch, from the files of their repositories: what somebody who knows PyTorch would write, with its own fused
attention. Batches are padded on the right; ids and mask are [texts, tokens], the mask is 1 for tokens. A net gives [texts, width] of length 1, a vector a token for
ColBERT, and a weight a term for SPLADE."""

import json
import math
import os

import torch
import torch.nn.functional as F

import weights

FUSED = hasattr(F, "scaled_dot_product_attention")  # since PyTorch 2.0


def attend(q, k, v, mask, causal):
    """Scaled dot-product attention of [texts, heads, tokens, size]. A mask of None: nothing is padded. Where tokens see only what is before them, padding on the right
    is seen by nobody whose result counts."""
    if k.shape[1] != q.shape[1]:
        k, v = (t.repeat_interleave(q.shape[1] // t.shape[1], dim=1) for t in (k, v))
    seen = None if mask is None or causal else mask[:, None, None, :].bool()
    if FUSED:
        return F.scaled_dot_product_attention(q, k, v, attn_mask=seen, is_causal=causal)
    score = q @ k.transpose(-1, -2) / math.sqrt(q.shape[-1])
    if causal:
        n = q.shape[-2]
        seen = torch.ones(n, n, dtype=torch.bool, device=q.device).tril()
    if seen is not None:
        score = score.masked_fill(~seen, float("-inf"))
    return score.softmax(-1) @ v


def rotate(x, base):
    """Rotary positions, halves beside each other."""
    half, n = x.shape[-1] // 2, x.shape[-2]
    turn = base ** (-torch.arange(half, device=x.device, dtype=torch.float32) / half)
    angle = torch.arange(n, device=x.device, dtype=torch.float32)[:, None] * turn
    cos, sin = angle.cos().to(x.dtype), angle.sin().to(x.dtype)
    a, b = x[..., :half], x[..., half:]
    return torch.cat((a * cos - b * sin, b * cos + a * sin), -1)


class Net:
    """What the families share. w are the tensors, c is config.json."""

    def __init__(self, folder, device, dtype):
        with open(os.path.join(folder, "config.json")) as f:
            self.c = json.load(f)
        self.w = weights.read(folder, device, dtype)
        self.family = self.c["architectures"][0]
        self.forward = {
            "BertModel": self.bert_mean, "BertForMaskedLM": self.splade, "HF_ColBERT": self.colbert,
            "NomicBertModel": self.nomic, "Qwen2Model": self.qwen2, "CLIPModel": self.clip,
        }[self.family]

    def linear(self, x, name):
        return F.linear(x, self.w[name + ".weight"], self.w.get(name + ".bias"))

    def norm(self, x, name, epsilon):
        return F.layer_norm(x, x.shape[-1:], self.w[name + ".weight"], self.w[name + ".bias"], epsilon)

    def rms(self, x, name, epsilon):
        y = x.float()
        return (y * torch.rsqrt(y.square().mean(-1, keepdim=True) + epsilon)).to(x.dtype) * self.w[name + ".weight"]

    @staticmethod
    def heads(x, n):
        return x.view(x.shape[0], x.shape[1], n, -1).transpose(1, 2)

    @staticmethod
    def joined(x):
        return x.transpose(1, 2).flatten(2)

    @staticmethod
    def mean(x, mask):
        if mask is None:
            return F.normalize(x.float().mean(1), dim=-1)
        return F.normalize((x.float() * mask[:, :, None]).sum(1), dim=-1)

    def bert(self, ids, mask):
        c, w = self.c, self.w
        p = "bert." if "bert.embeddings.word_embeddings.weight" in w else ""
        e, n, epsilon = p + "embeddings.", c["num_attention_heads"], c["layer_norm_eps"]
        x = F.embedding(ids, w[e + "word_embeddings.weight"]) + w[e + "position_embeddings.weight"][: ids.shape[1]] + w[e + "token_type_embeddings.weight"][0]
        x = self.norm(x, e + "LayerNorm", epsilon)
        for i in range(c["num_hidden_layers"]):
            at = f"{p}encoder.layer.{i}."
            q, k, v = (self.heads(self.linear(x, at + "attention.self." + part), n) for part in ("query", "key", "value"))
            y = self.linear(self.joined(attend(q, k, v, mask, False)), at + "attention.output.dense")
            x = self.norm(x + y, at + "attention.output.LayerNorm", epsilon)
            y = self.linear(F.gelu(self.linear(x, at + "intermediate.dense")), at + "output.dense")
            x = self.norm(x + y, at + "output.LayerNorm", epsilon)
        return x

    def bert_mean(self, ids, mask):
        return self.mean(self.bert(ids, mask), mask)

    def splade(self, ids, mask):
        x = F.gelu(self.linear(self.bert(ids, mask), "cls.predictions.transform.dense"))
        x = self.norm(x, "cls.predictions.transform.LayerNorm", self.c["layer_norm_eps"])
        score = F.linear(x, self.w["bert.embeddings.word_embeddings.weight"], self.w["cls.predictions.bias"])
        if mask is not None:
            score = score.masked_fill(~mask[:, :, None].bool(), 0)
        return score.relu().amax(1).float().log1p()

    def colbert(self, ids, mask):
        return F.normalize(self.linear(self.bert(ids, mask), "linear").float(), dim=-1).half()

    def nomic(self, ids, mask):
        c, w, epsilon = self.c, self.w, self.c["layer_norm_epsilon"]
        x = F.embedding(ids, w["embeddings.word_embeddings.weight"]) + w["embeddings.token_type_embeddings.weight"][0]
        x = self.norm(x, "emb_ln", epsilon)
        for i in range(c["n_layer"]):
            at = f"encoder.layers.{i}."
            q, k, v = (self.heads(part, c["n_head"]) for part in self.linear(x, at + "attn.Wqkv").chunk(3, -1))
            y = attend(rotate(q, c["rotary_emb_base"]), rotate(k, c["rotary_emb_base"]), v, mask, False)
            x = self.norm(x + self.linear(self.joined(y), at + "attn.out_proj"), at + "norm1", epsilon)
            y = self.linear(x, at + "mlp.fc11") * F.silu(self.linear(x, at + "mlp.fc12"))
            x = self.norm(x + self.linear(y, at + "mlp.fc2"), at + "norm2", epsilon)
        return self.mean(x, mask)

    def qwen2(self, ids, mask):
        c, w, epsilon = self.c, self.w, self.c["rms_norm_eps"]
        p = "model." if "model.embed_tokens.weight" in w else ""
        n, keys, theta = c["num_attention_heads"], c["num_key_value_heads"], c["rope_theta"]
        x = F.embedding(ids, w[p + "embed_tokens.weight"])
        for i in range(c["num_hidden_layers"]):
            at = f"{p}layers.{i}."
            h = self.rms(x, at + "input_layernorm", epsilon)
            q, k, v = (self.heads(self.linear(h, at + "self_attn." + part), m) for part, m in (("q_proj", n), ("k_proj", keys), ("v_proj", keys)))
            x = x + self.linear(self.joined(attend(rotate(q, theta), rotate(k, theta), v, mask, True)), at + "self_attn.o_proj")
            h = self.rms(x, at + "post_attention_layernorm", epsilon)
            x = x + self.linear(F.silu(self.linear(h, at + "mlp.gate_proj")) * self.linear(h, at + "mlp.up_proj"), at + "mlp.down_proj")
        x = self.rms(x, p + "norm", epsilon)
        last = torch.full((x.shape[0],), x.shape[1], device=x.device) if mask is None else mask.sum(1)
        return F.normalize(x[torch.arange(x.shape[0], device=x.device), last - 1].float(), dim=-1)

    def clip(self, ids, mask):
        c, w = self.c["text_config"], self.w
        n, epsilon, p = c["num_attention_heads"], c["layer_norm_eps"], "text_model."
        x = F.embedding(ids, w[p + "embeddings.token_embedding.weight"]) + w[p + "embeddings.position_embedding.weight"][: ids.shape[1]]
        for i in range(c["num_hidden_layers"]):
            at = f"{p}encoder.layers.{i}."
            h = self.norm(x, at + "layer_norm1", epsilon)
            q, k, v = (self.heads(self.linear(h, at + "self_attn." + part), n) for part in ("q_proj", "k_proj", "v_proj"))
            x = x + self.linear(self.joined(attend(q, k, v, mask, True)), at + "self_attn.out_proj")
            h = self.linear(self.norm(x, at + "layer_norm2", epsilon), at + "mlp.fc1")
            x = x + self.linear(h * torch.sigmoid(1.702 * h), at + "mlp.fc2")
        x = self.norm(x, p + "final_layer_norm", epsilon)
        end = x[torch.arange(x.shape[0], device=x.device), ids.argmax(-1)]
        return F.normalize(F.linear(end, w["text_projection.weight"]).float(), dim=-1)
