//go:build cuda

package cuda

// cuBLASLt, opened if it is installed. Declared here is its binary interface: the numbers of its attributes, and the one structure that a caller allocates. The library stores matrices by
// columns and we store them by rows, so it gets the transposed product: out [rows, columns] is its [columns, rows], made of w transposed and x.

/*
#cgo LDFLAGS: -ldl
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

enum { COMPUTE_32F = 68, R_32F = 0, R_16BF = 14, TURNED = 1 };
enum { DESC_TRANSA = 3, DESC_EPILOGUE = 7, DESC_BIAS = 8 };
enum { EPILOGUE_BIAS = 4, EPILOGUE_GELU = 32, EPILOGUE_GELU_BIAS = 36 };
enum { LAYOUT_COLUMNS = 3 };
enum { PREF_WORKSPACE = 1, PREF_REDUCTION = 3, PREF_ALIGNMENT_A = 5, PREF_ALIGNMENT_D = 8 };
enum { REDUCED_IN_FLOAT32 = 2 }; // parts of a sum may be added in the workspace, not in the output, where they would be rounded to bf16 each

typedef struct { uint64_t algorithm[8]; size_t workspace; int state; float waves; int reserved[4]; } found_algorithm;

#define CALLS(C)                                                                                                      \
  C(Create, int, (void **))                                                                                           \
  C(Destroy, int, (void *))                                                                                           \
  C(GetVersion, size_t, (void))                                                                                       \
  C(MatmulDescCreate, int, (void **, int, int))                                                                       \
  C(MatmulDescDestroy, int, (void *))                                                                                 \
  C(MatmulDescSetAttribute, int, (void *, int, const void *, size_t))                                                 \
  C(MatrixLayoutCreate, int, (void **, int, uint64_t, uint64_t, int64_t))                                             \
  C(MatrixLayoutDestroy, int, (void *))                                                                               \
  C(MatrixLayoutSetAttribute, int, (void *, int, const void *, size_t))                                               \
  C(MatmulPreferenceCreate, int, (void **))                                                                           \
  C(MatmulPreferenceDestroy, int, (void *))                                                                           \
  C(MatmulPreferenceSetAttribute, int, (void *, int, const void *, size_t))                                           \
  C(MatmulAlgoGetHeuristic, int, (void *, void *, void *, void *, void *, void *, void *, int, found_algorithm *, int *)) \
  C(MatmulAlgoCheck, int, (void *, void *, void *, void *, void *, void *, const uint64_t *, found_algorithm *))         \
  C(Matmul, int, (void *, void *, const void *, const void *, void *, const void *, void *, const void *, const void *, void *, void *, void *, const uint64_t *, void *, size_t, void *))

typedef struct {
  void *library, *handle;
#define C(name, result, parameters) result (*name) parameters;
  CALLS(C)
#undef C
} blas_lt;

// plan is a product on one stream, with as many rows as its algorithm was chosen for, or fewer: rows is what its matrices have now.
typedef struct {
  void *desc, *w, *x, *out;
  uint64_t rows, algorithm[8];
  int usable;
} plan;

// blas_close leaves the library in memory: it contains a CUDA runtime, which has registered with the driver and for the end of the process.
static void blas_close(blas_lt *b) {
  if (b->handle) b->Destroy(b->handle);
  free(b);
}

// blas_open returns NULL when there is no such library, or one that lacks a call.
static blas_lt *blas_open(const char *path) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library) return NULL;
  blas_lt *b = calloc(1, sizeof *b);
  b->library = library;
  int all = 1;
#define C(name, result, parameters) all &= (b->name = (result(*) parameters)dlsym(library, "cublasLt" #name)) != NULL;
  CALLS(C)
#undef C
  if (all && b->Create(&b->handle) == 0) return b;
  blas_close(b);
  return NULL;
}

static size_t blas_version(blas_lt *b) { return b->GetVersion(); }

static void plan_close(blas_lt *b, plan *p) {
  if (p->desc) b->MatmulDescDestroy(p->desc);
  if (p->w) b->MatrixLayoutDestroy(p->w);
  if (p->x) b->MatrixLayoutDestroy(p->x);
  if (p->out) b->MatrixLayoutDestroy(p->out);
  free(p);
}

static int describe(blas_lt *b, plan *p, uint64_t rows, uint64_t columns, uint64_t depth, uint32_t epilogue, uint64_t bias) {
  int32_t turned = TURNED;
  int bad = b->MatmulDescCreate(&p->desc, COMPUTE_32F, R_32F);
  if (!bad) bad = b->MatmulDescSetAttribute(p->desc, DESC_TRANSA, &turned, sizeof turned);
  if (!bad && epilogue) bad = b->MatmulDescSetAttribute(p->desc, DESC_EPILOGUE, &epilogue, sizeof epilogue);
  if (!bad && bias) bad = b->MatmulDescSetAttribute(p->desc, DESC_BIAS, &bias, sizeof bias);
  if (!bad) bad = b->MatrixLayoutCreate(&p->w, R_16BF, depth, columns, (int64_t)depth);
  if (!bad) bad = b->MatrixLayoutCreate(&p->x, R_16BF, depth, rows, (int64_t)depth);
  if (!bad) bad = b->MatrixLayoutCreate(&p->out, R_16BF, columns, rows, (int64_t)columns);
  return bad;
}

static int choose(blas_lt *b, plan *p, uint64_t workspace) {
  void *preference = NULL;
  uint32_t alignment = 16, reduction = REDUCED_IN_FLOAT32; // the alignment of all operands
  found_algorithm found;
  int count = 0, bad = b->MatmulPreferenceCreate(&preference);
  if (!bad) bad = b->MatmulPreferenceSetAttribute(preference, PREF_WORKSPACE, &workspace, sizeof workspace);
  if (!bad) bad = b->MatmulPreferenceSetAttribute(preference, PREF_REDUCTION, &reduction, sizeof reduction);
  for (int of = PREF_ALIGNMENT_A; !bad && of <= PREF_ALIGNMENT_D; of++) bad = b->MatmulPreferenceSetAttribute(preference, of, &alignment, sizeof alignment);
  if (!bad) bad = b->MatmulAlgoGetHeuristic(b->handle, p->desc, p->w, p->x, p->out, p->out, preference, 1, &found, &count);
  if (preference) b->MatmulPreferenceDestroy(preference);
  p->usable = !bad && count > 0 && found.state == 0 && found.workspace <= workspace;
  for (int i = 0; p->usable && i < 8; i++) p->algorithm[i] = found.algorithm[i];
  return bad;
}

// plan_open describes a product; it is not usable when the library has no way for it.
static plan *plan_open(blas_lt *b, uint64_t rows, uint64_t columns, uint64_t depth, uint32_t epilogue, uint64_t bias, uint64_t workspace) {
  plan *p = calloc(1, sizeof *p);
  p->rows = rows;
  if (describe(b, p, rows, columns, depth, epilogue, bias) == 0) choose(b, p, workspace);
  return p;
}

static int usable(plan *p) { return p->usable; }

// plan_rows makes it a product of that many rows. 0: its algorithm is for them too.
static int plan_rows(blas_lt *b, plan *p, uint64_t rows, uint64_t workspace) {
  found_algorithm found;
  if (p->rows == rows) return 0;
  p->rows = 0; // of no number, should this fail half way
  int bad = b->MatrixLayoutSetAttribute(p->x, LAYOUT_COLUMNS, &rows, sizeof rows);
  if (!bad) bad = b->MatrixLayoutSetAttribute(p->out, LAYOUT_COLUMNS, &rows, sizeof rows);
  if (!bad) bad = b->MatmulAlgoCheck(b->handle, p->desc, p->w, p->x, p->out, p->out, p->algorithm, &found);
  if (!bad && found.workspace > workspace) bad = -1;
  if (!bad) p->rows = rows;
  return bad;
}

static int plan_run(blas_lt *b, plan *p, uint64_t out, uint64_t x, uint64_t w, uint64_t bias, uint64_t added, uint64_t workspace, size_t bytes, uint64_t stream) {
  float alpha = 1, beta = added ? 1 : 0;
  if (bias) {
    int bad = b->MatmulDescSetAttribute(p->desc, DESC_BIAS, &bias, sizeof bias);
    if (bad) return bad;
  }
  void *c = (void *)(uintptr_t)(added ? added : out);
  return b->Matmul(b->handle, p->desc, &alpha, (void *)(uintptr_t)w, p->w, (void *)(uintptr_t)x, p->x, &beta, c, p->out, (void *)(uintptr_t)out, p->out,
                   p->algorithm, (void *)(uintptr_t)workspace, bytes, (void *)(uintptr_t)stream);
}
*/
import "C"

import (
	"fmt"
	"math/bits"
	"sync"
	"unsafe"

	"gorgonia.org/cu"

	"asterism/engine/backend/cuda/blaslib"
	"asterism/kernels/cuda"
)

// driverVersion is the driver's, 12040 for 12.4.
func driverVersion() int { return cu.Version() }

// blasPlans is how many plans a stream keeps; then all are dropped. Each takes some hundred bytes, and a search in the library.
const blasPlans = 512

// lt is the library.
type lt struct {
	c    *C.blas_lt
	path string // that it was opened by

	mu    sync.Mutex
	plans map[uintptr]map[planKey]*C.plan // by stream: the place of the bias is written into a plan before each use
}

// planKey is what a plan is for.
type planKey struct {
	rows, columns, depth int
	biased, tanh         bool
}

// openLibrary finds cuBLASLt in the places that [blaslib.Here] names. nil: it is in none.
// The context of a GPU must be current.
func openLibrary() library {
	for _, path := range blaslib.Here() {
		name := C.CString(path)
		c := C.blas_open(name)
		C.free(unsafe.Pointer(name))
		if c != nil {
			return &lt{c: c, path: path, plans: map[uintptr]map[planKey]*C.plan{}}
		}
	}
	return nil
}

func (l *lt) found() string { return l.path }

func (l *lt) version() string { return fmt.Sprintf("cuBLASLt %d", uint64(C.blas_version(l.c))) }

func (l *lt) multiply(queue uintptr, workspace cuda.Pointer, p blasProduct) (bool, error) {
	plan := l.plan(queue, p, planRows(p.rows))
	if C.usable(plan) == 0 || C.plan_rows(l.c, plan, C.uint64_t(p.rows), blasWorkspace) != 0 {
		plan = l.plan(queue, p, p.rows) // a plan for more rows does not fit these
	}
	if C.usable(plan) == 0 || C.plan_rows(l.c, plan, C.uint64_t(p.rows), blasWorkspace) != 0 {
		return false, nil
	}
	bad := C.plan_run(l.c, plan, C.uint64_t(p.out), C.uint64_t(p.x), C.uint64_t(p.w), C.uint64_t(p.bias), C.uint64_t(p.added), C.uint64_t(workspace), blasWorkspace, C.uint64_t(queue))
	if bad != 0 {
		return false, fmt.Errorf("multiply %d×%d by %d×%d: cuBLASLt answers %d", p.rows, p.depth, p.columns, p.depth, int(bad))
	}
	return true, nil
}

// planRows rounds a number of rows up to the one that its algorithm is chosen for: eight steps an octave, so that batches of all lengths share some fifty plans a
// matrix. With a plan for every length new ones would be made again and again, each by a search in the library.
func planRows(rows int) int {
	step := 1 << max(bits.Len(uint(rows-1))-4, 0)
	return (rows + step - 1) / step * step
}

// plan finds the stream's plan for that many rows, or makes it. Only the stream's own goroutine uses it.
func (l *lt) plan(queue uintptr, p blasProduct, rows int) *C.plan {
	key := planKey{rows, p.columns, p.depth, p.bias != 0, p.tanh}
	l.mu.Lock()
	defer l.mu.Unlock()
	if found, ok := l.plans[queue][key]; ok {
		return found
	}
	if len(l.plans[queue]) >= blasPlans {
		l.forget(queue)
	}
	if l.plans[queue] == nil {
		l.plans[queue] = map[planKey]*C.plan{}
	}
	plan := C.plan_open(l.c, C.uint64_t(rows), C.uint64_t(p.columns), C.uint64_t(p.depth), epilogueOf(p), C.uint64_t(p.bias), blasWorkspace)
	l.plans[queue][key] = plan
	return plan
}

// forget drops a stream's plans.
func (l *lt) forget(queue uintptr) {
	for _, plan := range l.plans[queue] {
		C.plan_close(l.c, plan)
	}
	delete(l.plans, queue)
}

func epilogueOf(p blasProduct) C.uint32_t {
	switch {
	case p.tanh && p.bias != 0:
		return C.EPILOGUE_GELU_BIAS
	case p.tanh:
		return C.EPILOGUE_GELU
	case p.bias != 0:
		return C.EPILOGUE_BIAS
	}
	return 0
}

func (l *lt) close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	for queue := range l.plans {
		l.forget(queue)
	}
	C.blas_close(l.c)
	return nil
}
