package safetensors

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/x448/float16"
)

// TestFloats reads the same values in every type that has them.
func TestFloats(t *testing.T) {
	want := []float32{0, 1, -2, 0.5, 65504, float32(math.Inf(1))}
	var f64, f32, f16, bf16 []byte
	for i, v := range want {
		f64 = binary.LittleEndian.AppendUint64(f64, math.Float64bits(float64(v)))
		f32 = binary.LittleEndian.AppendUint32(f32, math.Float32bits(v))
		f16 = binary.LittleEndian.AppendUint16(f16, []uint16{0, 0x3c00, 0xc000, 0x3800, 0x7bff, 0x7c00}[i])
		bf16 = binary.LittleEndian.AppendUint16(bf16, []uint16{0, 0x3f80, 0xc000, 0x3f00, 0x477f, 0x7f80}[i])
	}
	for name, raw := range map[DType][]byte{F64: f64, F32: f32, F16: f16, BF16: bf16} {
		t.Run(string(name), func(t *testing.T) {
			header := fmt.Sprintf(`{"skip":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},"w":{"dtype":%q,"shape":[3,2],"data_offsets":[1,%d]}}`, name, 1+len(raw))
			s, err := Open(context.Background(), folder(t, map[string][]byte{SingleName: file(header, append([]byte{9}, raw...))}))
			if err != nil {
				t.Fatal(err)
			}
			w, _ := s.Tensor("w")
			got, err := s.Floats(context.Background(), w)
			if err != nil {
				t.Fatal(err)
			}
			exact := slices.Clone(want)
			if name == BF16 {
				exact[4] = 65280 // 8 bits of precision
			}
			if !slices.Equal(got, exact) {
				t.Errorf("values are %v, want %v", got, exact)
			}
			rows, err := s.Rows(context.Background(), w, 1, 2)
			if err != nil || !slices.Equal(rows, exact[2:]) {
				t.Errorf("rows 1 and 2 are %v, %v, want %v", rows, err, exact[2:])
			}
		})
	}
}

// TestFloatsOfManyPieces reads a tensor that is longer than one piece.
func TestFloatsOfManyPieces(t *testing.T) {
	const n = piece/2 + 3
	raw := make([]byte, 2*n)
	binary.LittleEndian.PutUint16(raw[2*(n-1):], 0x3c00)
	binary.LittleEndian.PutUint16(raw[piece:], 0x4000)
	header := fmt.Sprintf(`{"w":{"dtype":"F16","shape":[%d],"data_offsets":[0,%d]}}`, n, 2*n)
	s, err := Open(context.Background(), folder(t, map[string][]byte{SingleName: file(header, raw)}))
	if err != nil {
		t.Fatal(err)
	}
	w, _ := s.Tensor("w")
	got, err := s.Floats(context.Background(), w)
	if err != nil || len(got) != n || got[n-1] != 1 || got[piece/2] != 2 {
		t.Fatalf("%d values, %v, want %d that end in 1", len(got), err, n)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := s.Floats(ctx, w); !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v, want that of the context", err)
	}
	if err := os.Truncate(filepath.Join(s.Dir, SingleName), piece); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Floats(context.Background(), w); err == nil {
		t.Error("a file that was cut short since is read without an error")
	}
}

func TestReadRefuses(t *testing.T) {
	s, err := Open(context.Background(), folder(t, map[string][]byte{SingleName: small}))
	if err != nil {
		t.Fatal(err)
	}
	a, _ := s.Tensor("a")
	b, _ := s.Tensor("b")
	if _, err := s.Floats(context.Background(), b); err == nil || !strings.Contains(err.Error(), "I64") {
		t.Errorf("error of whole numbers is %v, want one that names I64", err)
	}
	for _, c := range []struct {
		t       Tensor
		from, n int
	}{{a, -1, 1}, {a, 0, 3}, {a, 3, 0}, {a, 1, math.MaxInt}, {a, 0, -1}, {b, 0, 0}} {
		if _, err := s.Rows(context.Background(), c.t, c.from, c.n); err == nil {
			t.Errorf("%d rows from %d of %v are read", c.n, c.from, c.t.Shape)
		}
	}
}

// TestHalf compares all 65,536 numbers with the formula of IEEE 754.
func TestHalf(t *testing.T) {
	for i := range 1 << 16 {
		h := uint16(i)
		e, f := int(h>>10&31), float64(h&1023)
		want := math.Ldexp(1+f/1024, e-15)
		switch {
		case e == 0:
			want = math.Ldexp(f/1024, -14)
		case e == 31 && f == 0:
			want = math.Inf(1)
		case e == 31:
			want = math.NaN()
		}
		if h>>15 == 1 {
			want = -want
		}
		got := float64(float16.Frombits(h).Float32())
		if math.IsNaN(want) != math.IsNaN(got) || !math.IsNaN(want) && (got != want || math.Signbit(got) != math.Signbit(want)) {
			t.Fatalf("half %#04x is %v, want %v", h, got, want)
		}
	}
}
