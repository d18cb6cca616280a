// Command mask answers: how does a program run on a lesser x86 than this one?
//
//	mask avx2 PROGRAM ARGUMENTS…
//
// The program, what it starts, and all their threads are answered by CPUID as that processor would
// answer: its own kernels, ONNX Runtime's and the C library's choose as they do there, and run at
// full speed. That shows that what is chosen there is right. It does not show that nothing else is
// used: an instruction that CPUID no longer names still runs. QEMU refuses it, and is a hundred
// times slower.
//
// It works by CPUID faulting (Intel SDM, volume 3, "CPUID faulting"; Linux: arch_prctl(2),
// ARCH_SET_CPUID): the instruction faults, the kernel stops the process for its tracer, and the
// tracer, which is this program, puts the answer into its registers. It needs Linux on x86-64 and a
// processor, or a virtual one, whose /proc/cpuinfo names cpuid_fault. It is a program of its own
// since it has to be there before the first instruction of the other.
package main
