package ptxrun

import (
	"encoding/binary"
	"strings"
	"testing"

	"asterism/kernels/cuda"
)

// paired runs a program with clusters of two blocks of 64 threads, and returns what its first 64 words are. %r2 is the rank, %r3 that of the other block, %r4 where
// shared memory begins.
func paired(t *testing.T, statements string) ([]uint32, error) {
	t.Helper()
	text := strings.Replace(program("	mov.u32 %r2, %cluster_ctarank; xor.b32 %r3, %r2, 1; mov.u64 %rd5, room; cvt.u32.u64 %r4, %rd5;\n"+statements),
		".maxntid 64, 1, 1\n", ".maxntid 64, 1, 1\n.explicitcluster\n.reqnctapercluster 2, 1, 1\n", 1)
	programs, err := Load(map[string]string{"f": text})
	if err != nil {
		t.Fatal(err)
	}
	g := programs.Start(3)
	p, err := g.Alloc(4 * 64)
	if err != nil {
		t.Fatal(err)
	}
	data := make([]byte, 4*64)
	for i := range 64 {
		binary.LittleEndian.PutUint32(data[4*i:], uint32(100+i))
	}
	if err := g.Upload(p, data); err != nil {
		t.Fatal(err)
	}
	if err := g.Launch(cuda.Launch{Kernel: "f", GridX: 4, GridY: 1, Threads: 64, Args: []cuda.Arg{p}}); err != nil {
		return nil, err
	}
	if err := g.Download(data, p); err != nil {
		t.Fatal(err)
	}
	out := make([]uint32, 64)
	for i := range out {
		out[i] = binary.LittleEndian.Uint32(data[4*i:])
	}
	return out, nil
}

// Parts of the programs below.
const (
	meet     = "barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;\n"
	openGate = "setp.ne.u32 %p1, %r1, 0; @%p1 bra opened; mbarrier.init.shared::cta.b64 [%r4], 1; fence.mbarrier_init.release.cluster; opened:\n" + meet
	await    = "again: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %p2, [%r4], 0; @!%p2 bra again;\n"
	tellPeer = "@%p1 bra told; mapa.shared::cluster.u32 %r5, %r4, %r3; mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r5]; told:\n"
)

// TestClusters: blocks of a cluster arrive at each other's mbarriers, and a copy to both lands in both at the same place.
func TestClusters(t *testing.T) {
	if _, err := paired(t, openGate+tellPeer+await+meet); err != nil {
		t.Error(err)
	}
	both := openGate + "@%p1 bra told; mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r4], 16;\n" +
		"setp.ne.u32 %p3, %r2, 0; @%p3 bra told; add.s32 %r6, %r4, 64; mov.u16 %rs1, 3;\n" +
		"cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%r6], [%rd1], 16, [%r4], %rs1; told:\n" + await +
		"ld.shared.u32 %r7, [room+72];\n" + meet + "mad.lo.s32 %r8, %r2, 4, 0; cvt.u64.u32 %rd6, %r8; add.s64 %rd6, %rd1, %rd6; st.global.u32 [%rd6+128], %r7;\n"
	got, err := paired(t, both)
	if err != nil || got[32] != 102 || got[33] != 102 {
		t.Errorf("the blocks have %v, error %v", got, err)
	}
}

// TestClusterFaults: each is an error.
func TestClusterFaults(t *testing.T) {
	for statements, want := range map[string]string{
		"barrier.cluster.wait.aligned;":                                                                                "has not arrived",
		"barrier.cluster.arrive.aligned; barrier.cluster.arrive.aligned;":                                              "arrives twice",
		"mapa.shared::cluster.u32 %r5, %r4, 5; mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r5];":          "rank 5",
		"mapa.shared::cluster.u32 %r5, %r4, %r3; mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r5];" + meet: "nobody has initialised",
		"mapa.shared::cluster.u32 %r5, %r4, %r3; st.shared.u32 [%r5], 1;":                                              "outside of shared memory",
		openGate + await: "does not end",
		"setp.eq.u32 %p1, %r2, 0; @%p1 bra go; ret; go:\n" + meet + "mapa.shared::cluster.u32 %r5, %r4, %r3; mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r5];": "has ended",
	} {
		if _, err := paired(t, statements); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error is %v, want one that says %q", statements, err, want)
		}
	}
	programs, err := Load(map[string]string{"f": strings.Replace(program(""), ".maxntid 64, 1, 1\n", ".maxntid 64, 1, 1\n.reqnctapercluster 2, 1, 1\n", 1)})
	if err != nil {
		t.Fatal(err)
	}
	if err := programs.Start(1).Launch(cuda.Launch{Kernel: "f", GridX: 3, GridY: 1, Threads: 64, Args: []cuda.Arg{cuda.Pointer(0)}}); err == nil || !strings.Contains(err.Error(), "clusters of 2") {
		t.Errorf("three blocks in clusters of two: error is %v", err)
	}
}
