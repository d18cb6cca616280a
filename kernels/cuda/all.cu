// All kernels in one unit, for the emulation.
#include "layernorm.cu"
#include "gemm.cu"
#include "attention.cu"
#include "rotary.cu"
#include "pool.cu"
