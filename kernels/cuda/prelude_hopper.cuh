// What kernels for sm_90a need beyond prelude.cuh: barriers in shared memory that count bytes (mbarrier), bulk copies, products of a warpgroup
// (wgmma), registers moved between warps. Each is one instruction of the PTX ISA, version 8.0; emulate/hopper.hpp gives them their meaning on a CPU.
#pragma once
#include "prelude.cuh"

typedef u32 u32x4 __attribute__((vector_size(16)));
typedef float f32x2 __attribute__((vector_size(8)));

#ifdef ASTERISM_EMULATE
#include "emulate/hopper.hpp"
#else

#define KERNEL_ALONE(threads) extern "C" __global__ __attribute__((launch_bounds(threads, 1))) void // one block a multiprocessor

// shared_address is where something lies in shared memory: what instructions of this level are told instead of a pointer.
static inline __device__ u32 shared_address(const void *p) { return (u32)(u64)(__attribute__((address_space(3))) const void *)p; }

static inline __device__ u32 swap_words(u32 v, int distance) { return (u32)__nvvm_shfl_sync_bfly_i32(0xffffffffu, (int)v, distance, 31); }

// warp_meet waits for all lanes; what they did before it happened for all of them.
static inline __device__ void warp_meet() { asm volatile("bar.warp.sync 0xffffffff;" ::: "memory"); }

// A warpgroup gives registers back to its block, or takes some: afterwards each thread may have n.
template <int n> static inline __device__ void fewer_registers() { asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(n)); }
template <int n> static inline __device__ void more_registers() { asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(n)); }

// A gate is a barrier in shared memory, 8 bytes. Its phase ends when as many threads have arrived as gate_open was told and as many bytes have been copied
// as were announced; then the next one begins. gate_wait waits for the end of the phase of that parity, the first one's being 0: before it has
// ended, the phase of parity 1 counts as over. Who has waited sees what those who arrived did before.
static inline __device__ void gate_open(void *gate, int arrivals) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(gate)), "r"(arrivals) : "memory");
}
// gates_show makes opened gates visible to bulk copies; the other threads see them behind the block's next barrier.
static inline __device__ void gates_show() {
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}
static inline __device__ void gate_arrive(void *gate) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared_address(gate)) : "memory");
}
// gate_arrive_expecting announces bytes and arrives.
static inline __device__ void gate_arrive_expecting(void *gate, int bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(gate)), "r"(bytes) : "memory");
}
static inline __device__ void gate_wait(void *gate, int parity) {
  u32 over = 0;
  while (!over)
    asm volatile("{ .reg .pred over; mbarrier.try_wait.parity.shared::cta.b64 over, [%1], %2; selp.u32 %0, 1, 0, over; }"
                 : "=r"(over)
                 : "r"(shared_address(gate)), "r"(parity)
                 : "memory");
}

// copy_bulk copies bytes, a multiple of 16, from device to shared memory, both at multiples of 16, and tells the gate when they are there.
static inline __device__ void copy_bulk(void *shared, const void *global, int bytes, void *gate) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(shared_address(shared)), "l"(global),
               "r"(bytes), "r"(shared_address(gate))
               : "memory");
}

// A cluster is blocks that run side by side and reach one another's shared memory, which lies alike in all of them. cluster_rank is which of them this is;
// cluster_meet waits for all threads of all of them, and shows them what was written before.
static inline __device__ int cluster_rank() {
  int r;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(r));
  return r;
}
static inline __device__ void cluster_meet() {
  asm volatile("barrier.cluster.arrive.aligned;" ::: "memory");
  asm volatile("barrier.cluster.wait.aligned;" ::: "memory");
}

// gate_arrive_at arrives at the gate that lies in the block of a rank where `gate` lies in this one. Who waits by gate_wait_cluster sees what was done before such
// an arrival; that it was read, too.
static inline __device__ void gate_arrive_at(void *gate, int rank) {
  asm volatile("{ .reg .b32 there; mapa.shared::cluster.u32 there, %0, %1;\n"
               "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [there]; }" ::"r"(shared_address(gate)), "r"(rank)
               : "memory");
}
static inline __device__ void gate_wait_cluster(void *gate, int parity) {
  u32 over = 0;
  while (!over)
    asm volatile("{ .reg .pred over; mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 over, [%1], %2; selp.u32 %0, 1, 0, over; }"
                 : "=r"(over)
                 : "r"(shared_address(gate)), "r"(parity)
                 : "memory");
}

// copy_bulk_to does what copy_bulk does in each block of the cluster whose bit is set in ranks, at the same place; device memory is read once. Each block's own
// gate is told, which may be before it was told what to expect: its phase does not end while somebody has not arrived.
static inline __device__ void copy_bulk_to(void *shared, const void *global, int bytes, void *gate, int ranks) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], %2, [%3], %4;" ::"r"(shared_address(shared)),
               "l"(global), "r"(bytes), "r"(shared_address(gate)), "h"((unsigned short)ranks)
               : "memory");
}

// copies_arrive has this thread arrive at a gate as soon as all that its copy_16 have started is there; it does not wait (PTX ISA, cp.async.mbarrier.arrive). The arrival
// counts among those that the gate was opened for.
static inline __device__ void copies_arrive(void *gate) {
  asm volatile("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];" ::"r"(shared_address(gate)) : "memory");
}

// copies_show makes what copy_16 brought visible to warpgroup_multiply, of this thread what it has waited for, and of others what a gate told it of: the
// tensor cores read shared memory through another proxy than copy_16 writes it (PTX ISA, async proxy).
static inline __device__ void copies_show() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }

// The accumulators of a warpgroup's product are named as outputs wherever they may change hands, so that the compiler moves nothing that reads or
// writes them over that place. kind says what they are: "+f" numbers, "+r" whole numbers.
#define REGISTERS_8(kind, d, i) kind(d[i]), kind(d[i + 1]), kind(d[i + 2]), kind(d[i + 3]), kind(d[i + 4]), kind(d[i + 5]), kind(d[i + 6]), kind(d[i + 7])
#define REGISTERS_32(kind, d, i) REGISTERS_8(kind, d, i), REGISTERS_8(kind, d, i + 8), REGISTERS_8(kind, d, i + 16), REGISTERS_8(kind, d, i + 24)
#define REGISTERS_FIRST_32(kind, d) REGISTERS_32(kind, d, 0)
#define REGISTERS_64(kind, d) REGISTERS_32(kind, d, 0), REGISTERS_32(kind, d, 32)
#define REGISTERS_128(kind, d) REGISTERS_64(kind, d), REGISTERS_32(kind, d, 64), REGISTERS_32(kind, d, 96)
#define PLACES_32 \
  "{%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,%17,%18,%19,%20,%21,%22,%23,%24,%25,%26,%27,%28,%29,%30,%31"
#define PLACES_64 \
  "{%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,%17,%18,%19,%20,%21,%22,%23,%24,%25,%26,%27,%28,%29,%30,%31,"             \
  "%32,%33,%34,%35,%36,%37,%38,%39,%40,%41,%42,%43,%44,%45,%46,%47,%48,%49,%50,%51,%52,%53,%54,%55,%56,%57,%58,%59,%60,%61,%62,%63"
#define PLACES_128                                                                                                                         \
  PLACES_64 ",%64,%65,%66,%67,%68,%69,%70,%71,%72,%73,%74,%75,%76,%77,%78,%79,%80,%81,%82,%83,%84,%85,%86,%87,%88,%89,%90,%91,%92,%93,%94,%95," \
            "%96,%97,%98,%99,%100,%101,%102,%103,%104,%105,%106,%107,%108,%109,%110,%111,"                                                 \
            "%112,%113,%114,%115,%116,%117,%118,%119,%120,%121,%122,%123,%124,%125,%126,%127"

// warpgroup_begin comes before the first product and whenever a thread has touched accumulators since (wgmma.fence); warpgroup_close ends a group of products;
// warpgroup_wait waits for all that are closed.
static inline __device__ void warpgroup_close() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }

// warpgroup_multiply starts d[64×n] += a[64×k]·b[n×k]ᵀ, n = 64, 128 or 256: of 16 bf16 with sums in float32 (PTX ISA, wgmma.mma_async.m64nNk16), or of 32 signed bytes with
// sums in int32, which wrap (m64nNk32, .s32.s8.s8): 32 bytes of the depth either way. Of four warps, warp w has rows 16w to 16w+15; with g = lane/4 and t =
// lane%4, d[4j] and d[4j+1] are row g, columns 8j+2t and 8j+2t+1; d[4j+2] and d[4j+3] row g+8.
#define WARPGROUP(type, kind, numbers, registers, places, a_at, b_at, also_at, product, rest)                                                     \
  static inline __device__ void warpgroup_begin(type (&d)[numbers]) { asm volatile("wgmma.fence.sync.aligned;" : registers(kind, d)::"memory"); }  \
  static inline __device__ void warpgroup_wait(type (&d)[numbers]) { asm volatile("wgmma.wait_group.sync.aligned 0;" : registers(kind, d)::"memory"); } \
  static inline __device__ void warpgroup_multiply(type (&d)[numbers], u64 a, u64 b) {                                                            \
    asm volatile("{ .reg .pred also; setp.ne.b32 also, " also_at ", 0;\n"                                                                         \
                 "wgmma.mma_async.sync.aligned." product " " places "}, " a_at ", " b_at ", also" rest "; }"                                      \
                 : registers(kind, d)                                                                                                             \
                 : "l"(a), "l"(b), "r"(1));                                                                                                       \
  }
WARPGROUP(float, "+f", 32, REGISTERS_FIRST_32, PLACES_32, "%32", "%33", "%34", "m64n64k16.f32.bf16.bf16", ", 1, 1, 0, 0")
WARPGROUP(float, "+f", 64, REGISTERS_64, PLACES_64, "%64", "%65", "%66", "m64n128k16.f32.bf16.bf16", ", 1, 1, 0, 0")
WARPGROUP(float, "+f", 128, REGISTERS_128, PLACES_128, "%128", "%129", "%130", "m64n256k16.f32.bf16.bf16", ", 1, 1, 0, 0")
WARPGROUP(int, "+r", 64, REGISTERS_64, PLACES_64, "%64", "%65", "%66", "m64n128k32.s32.s8.s8", "")
WARPGROUP(int, "+r", 128, REGISTERS_128, PLACES_128, "%128", "%129", "%130", "m64n256k32.s32.s8.s8", "")
#undef WARPGROUP

// warpgroup_multiply_columns starts d[64×n] += a[64×16]·b[16×n] in bf16, n = 64 or 128. a comes from registers, of each warp its 16 rows as multiply_accumulate wants them,
// which nobody may change before the product is waited for; b lies in shared memory as it is read here: 16 rows of the depth (swizzled_columns).
static inline __device__ void warpgroup_multiply_columns(float (&d)[32], const u32 (&a)[4], u64 b) {
  asm volatile("{ .reg .pred also; setp.ne.b32 also, %37, 0;\n"
               "wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 " PLACES_32 "}, {%32,%33,%34,%35}, %36, also, 1, 1, 1; }"
               : REGISTERS_32("+f", d, 0)
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(1));
}
static inline __device__ void warpgroup_multiply_columns(float (&d)[64], const u32 (&a)[4], u64 b) {
  asm volatile("{ .reg .pred also; setp.ne.b32 also, %69, 0;\n"
               "wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16 " PLACES_64 "}, {%64,%65,%66,%67}, %68, also, 1, 1, 1; }"
               : REGISTERS_64("+f", d)
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(1));
}
#undef PLACES_32
#undef PLACES_128
#undef PLACES_64
#undef REGISTERS_128
#undef REGISTERS_64
#undef REGISTERS_FIRST_32
#undef REGISTERS_32
#undef REGISTERS_8

#endif

// swizzled_rows describes a matrix in shared memory to warpgroup_multiply: rows of 128 bytes of the depth, one behind the other from a multiple of
// 1024, whose 16-byte part c lies at c ^ (row mod 8). PTX ISA, matrix descriptor: bits 0–13 the address, 16–29 the leading dimension's stride (not
// used in this layout, 1 by convention), 32–45 that of 8 rows, all divided by 16; 62–63 the swizzle, 1 for 128 bytes. The next 32 bytes of the depth
// are 2 more in the lowest field.
static inline __device__ u64 swizzled_rows(const void *p) { return (u64)((shared_address(p) & 0x3ffffu) >> 4) | 1ull << 16 | 1024ull >> 4 << 32 | 1ull << 62; }

// swizzled_columns describes such a matrix to warpgroup_multiply_columns, which reads it transposed: a row of 128 bytes is 64 columns at one place of the depth; from
// eight rows to the next are 1024 bytes (bits 32–45), and to the next 64 columns `apart` (bits 16–29). PTX ISA, matrix descriptor, MN-major; the next 16 rows begin 2048 bytes on.
static inline __device__ u64 swizzled_columns(const void *p, int apart) {
  return (u64)((shared_address(p) & 0x3ffffu) >> 4) | (u64)(apart >> 4) << 16 | 1024ull >> 4 << 32 | 1ull << 62;
}
