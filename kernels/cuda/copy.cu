// A copy within the GPU's memory: out[i] = in[i]. A search needs it where very many rows have one score; gpu-bench measures by it what the kernels that are bound
// by memory could reach at most, with the bytes read and the bytes written counted both.
//
// Sixteen bytes an access and four of them a thread, all under way before the first is written: a GPU hides the way to its memory behind many
// requests, and neighbouring threads ask for neighbouring pieces, so that each request is a whole line.
#include "prelude.cuh"

typedef u32 Piece __attribute__((vector_size(16)));

KERNEL(256) copy_pieces(Piece *out, const Piece *in, int pieces) {
  int first = block_x() * 1024 + thread_x();
  Piece v[4];
  UNROLL for (int i = 0; i < 4; i++)
    if (first + 256 * i < pieces) v[i] = in[first + 256 * i];
  UNROLL for (int i = 0; i < 4; i++)
    if (first + 256 * i < pieces) out[first + 256 * i] = v[i];
}
