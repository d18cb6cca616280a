// A pretended cuBLASLt, linked into the pretended driver (mock.c): ASTERISM_CUBLASLT_LIB names the same library. Device memory is host memory, so it
// multiplies there, as a step of the stream that it is given. It knows the one form of product that the project asks for, bf16 with sums in
// float32 and w turned, and answers 7 (an invalid value) to everything else, so that a wrong number of an attribute shows.
//
//   ASTERISM_MOCK_BLAS=wrong    its products are off by a hundredth
//   ASTERISM_MOCK_BLAS=none     it finds no algorithm
//   ASTERISM_MOCK_BLAS=exact    an algorithm is for the number of rows that it was found for, and for no other
#include "cuda.h"

#include <math.h>
#include <string.h>

int asterism_mock_put(CUstream stream, void (*f)(void *), void *data, size_t bytes);

enum { GOOD = 0, INVALID = 7, MARK = 0x61737472 };
enum { MOST_WORKSPACE = 32 << 20 };

struct desc { int turned_a; uint32_t epilogue; uint64_t bias; };
struct layout { uint64_t rows, columns; int64_t leading; };
struct preference { uint64_t workspace; uint32_t reduction; int alignments; };
struct found { uint64_t algorithm[8]; size_t workspace; int state; float waves; int reserved[4]; };

#define EXPORTED __attribute__((visibility("default")))

// make gives a zeroed structure to whoever asks for one.
static int make(void **out, size_t bytes) { return (*out = calloc(1, bytes)) ? GOOD : INVALID; }

static int drop(void *p) {
  free(p);
  return GOOD;
}

EXPORTED size_t cublasLtGetVersion(void) { return 120400; }
EXPORTED int cublasLtCreate(void **handle) { return make(handle, 8); }
EXPORTED int cublasLtDestroy(void *handle) { return drop(handle); }
EXPORTED int cublasLtMatmulDescCreate(void **desc, int compute, int scale) { return compute == 68 && scale == 0 ? make(desc, sizeof(struct desc)) : INVALID; }
EXPORTED int cublasLtMatmulDescDestroy(void *desc) { return drop(desc); }
EXPORTED int cublasLtMatrixLayoutDestroy(void *layout) { return drop(layout); }
EXPORTED int cublasLtMatmulPreferenceCreate(void **preference) { return make(preference, sizeof(struct preference)); }
EXPORTED int cublasLtMatmulPreferenceDestroy(void *preference) { return drop(preference); }

EXPORTED int cublasLtMatmulDescSetAttribute(void *of, int attribute, const void *value, size_t bytes) {
  struct desc *d = of;
  if (attribute == 3 && bytes == 4) return memcpy(&d->turned_a, value, 4), d->turned_a == 1 ? GOOD : INVALID;
  if (attribute == 7 && bytes == 4) return memcpy(&d->epilogue, value, 4), d->epilogue == 4 || d->epilogue == 32 || d->epilogue == 36 ? GOOD : INVALID;
  if (attribute == 8 && bytes == 8) return memcpy(&d->bias, value, 8), GOOD;
  return INVALID;
}

EXPORTED int cublasLtMatrixLayoutCreate(void **out, int type, uint64_t rows, uint64_t columns, int64_t leading) {
  if (type != 14 || leading != (int64_t)rows || make(out, sizeof(struct layout)) != GOOD) return INVALID;
  *(struct layout *)*out = (struct layout){rows, columns, leading};
  return GOOD;
}

EXPORTED int cublasLtMatrixLayoutSetAttribute(void *of, int attribute, const void *value, size_t bytes) {
  struct layout *l = of;
  return attribute == 3 && bytes == 8 ? memcpy(&l->columns, value, 8), GOOD : INVALID;
}

EXPORTED int cublasLtMatmulPreferenceSetAttribute(void *of, int attribute, const void *value, size_t bytes) {
  struct preference *p = of;
  if (attribute == 1 && bytes == 8) return memcpy(&p->workspace, value, 8), GOOD;
  if (attribute == 3 && bytes == 4) return memcpy(&p->reduction, value, 4), p->reduction == 2 ? GOOD : INVALID;
  if (attribute >= 5 && attribute <= 8 && bytes == 4 && *(const uint32_t *)value == 16) return p->alignments++, GOOD;
  return INVALID;
}

// fits tells whether w turned, [columns, depth], times x, [depth, rows], is out.
static int fits(const struct desc *d, const struct layout *w, const struct layout *x, const struct layout *c, const struct layout *out) {
  return d->turned_a && w->rows == x->rows && out->rows == w->columns && out->columns == x->columns && c->rows == out->rows && c->columns == out->columns;
}

static int says(const char *what) {
  const char *value = getenv("ASTERISM_MOCK_BLAS");
  return value && strcmp(value, what) == 0;
}

EXPORTED int cublasLtMatmulAlgoGetHeuristic(void *handle, void *desc, void *w, void *x, void *c, void *out, void *of, int most, struct found *found, int *count) {
  struct preference *p = of;
  if (!handle || most < 1 || p->workspace > MOST_WORKSPACE || p->alignments != 4 || p->reduction != 2 || !fits(desc, w, x, c, out)) return INVALID;
  *count = says("none") ? 0 : 1;
  *found = (struct found){.algorithm = {MARK, ((struct layout *)x)->columns}, .workspace = (size_t)p->workspace};
  return GOOD;
}

EXPORTED int cublasLtMatmulAlgoCheck(void *handle, void *desc, void *w, void *x, void *c, void *out, const uint64_t *algorithm, struct found *found) {
  uint64_t rows = ((struct layout *)x)->columns;
  if (!handle || !fits(desc, w, x, c, out) || algorithm[0] != MARK || rows > algorithm[1] || (says("exact") && rows != algorithm[1])) return INVALID;
  *found = (struct found){.workspace = MOST_WORKSPACE};
  return GOOD;
}

struct product {
  const uint16_t *w, *x, *bias, *added;
  uint16_t *out;
  uint64_t rows, columns, depth;
  int gelu;
  float factor;
};

static float widen(uint16_t v) {
  uint32_t bits = (uint32_t)v << 16;
  float f;
  memcpy(&f, &bits, 4);
  return f;
}

static uint16_t narrow(float f) {
  uint32_t bits;
  memcpy(&bits, &f, 4);
  return f != f ? 0x7fff : (uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

static void multiply(void *of) {
  const struct product *p = of;
  for (uint64_t r = 0; r < p->rows; r++)
    for (uint64_t c = 0; c < p->columns; c++) {
      float sum = 0;
      for (uint64_t k = 0; k < p->depth; k++) sum += widen(p->x[r * p->depth + k]) * widen(p->w[c * p->depth + k]);
      sum *= p->factor;
      if (p->bias) sum += widen(p->bias[c]);
      if (p->gelu) sum = .5f * sum * (1 + tanhf(.79788456f * (sum + .044715f * sum * sum * sum)));
      if (p->added) sum += widen(p->added[r * p->columns + c]);
      p->out[r * p->columns + c] = narrow(sum);
    }
}

EXPORTED int cublasLtMatmul(void *handle, void *of, const void *alpha, const void *w, void *w_layout, const void *x, void *x_layout, const void *beta, const void *c,
                            void *c_layout, void *out, void *out_layout, const uint64_t *algorithm, void *workspace, size_t bytes, void *stream) {
  struct desc *d = of;
  struct layout *xl = x_layout;
  float scale = *(const float *)beta;
  if (!handle || *(const float *)alpha != 1 || (scale != 0 && scale != 1) || !fits(d, w_layout, x_layout, c_layout, out_layout)) return INVALID;
  if (algorithm[0] != MARK || algorithm[1] < xl->columns || !workspace || bytes != MOST_WORKSPACE) return INVALID;
  if (((uintptr_t)w | (uintptr_t)x | (uintptr_t)c | (uintptr_t)out) % 16 || ((d->epilogue & 4) && !d->bias)) return INVALID;
  struct product p = {.w = w, .x = x, .out = out, .added = scale == 1 ? c : NULL, .rows = xl->columns, .columns = ((struct layout *)out_layout)->rows, .depth = xl->rows,
                      .bias = d->epilogue & 4 ? (const uint16_t *)(uintptr_t)d->bias : NULL, .gelu = d->epilogue & 32 ? 1 : 0, .factor = says("wrong") ? 1.01f : 1};
  memset(workspace, 0xff, bytes);
  return asterism_mock_put(stream, multiply, &p, sizeof p) == 0 ? GOOD : INVALID;
}
