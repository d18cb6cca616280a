package picture

import (
	"bytes"
	"errors"
	"image"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// side is the size to which testdata/make.py prepares images.
const side = 32

// TestSquareIsTheReferences compares every byte with the reference library's result (testdata/make.py). For lossy formats, our decoder and the
// reference's round the colours differently.
func TestSquareIsTheReferences(t *testing.T) {
	allowed := map[string]float64{"photo.jpg": 2, "photo420.jpg": 2, "lossy.webp": 3}
	wants, err := filepath.Glob("testdata/*.rgb")
	if err != nil || len(wants) < 10 {
		t.Fatalf("%d goldens in testdata: %v", len(wants), err)
	}
	for _, path := range wants {
		name := strings.TrimSuffix(filepath.Base(path), ".rgb")
		t.Run(name, func(t *testing.T) {
			got := square(t, read(t, "testdata/"+name))
			if worst := worstOf(t, got.Pix, read(t, path)); worst > allowed[name] {
				t.Errorf("a pixel is off by %g levels, want at most %g", worst, allowed[name])
			}
		})
	}
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func square(t *testing.T, data []byte) *RGB {
	t.Helper()
	p, err := Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	q, err := p.Square(side)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

func worstOf(t *testing.T, got, want []byte) (worst float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%d bytes, want %d", len(got), len(want))
	}
	for i := range got {
		worst = max(worst, math.Abs(float64(got[i])-float64(want[i])))
	}
	return worst
}

func TestPlanesAreNormalisedByChannel(t *testing.T) {
	p := &RGB{2, 1, []uint8{0, 51, 255, 255, 102, 0}}
	got := p.Planes([]float32{7}, [3]float32{0.5, 0.2, 0}, [3]float32{0.5, 0.1, 2})
	want := []float32{7, -1, 1, 0, 2, 0.5, 0}
	for i := range want {
		if math.Abs(float64(got[i]-want[i])) > 1e-6 {
			t.Fatalf("planes are %v, want %v", got, want)
		}
	}
}

func TestDecodeRefuses(t *testing.T) {
	good := read(t, "testdata/wide.png")
	huge := bytes.Clone(good)
	copy(huge[16:], []byte{0, 1, 0, 0, 0, 1, 0, 0}) // width and height in the header, 65,536 each
	copy(huge[29:], checksum(huge[12:29]))
	for name, c := range map[string]struct {
		data []byte
		want error
		says string
	}{
		"nothing":         {nil, ErrFormat, "PNG, JPEG and still WebP"},
		"text":            {[]byte("no image"), ErrFormat, "text/plain"},
		"gif":             {[]byte("GIF89a\x01\x00\x01\x00\x00\x00\x00;"), ErrFormat, "image/gif"},
		"cut off":         {good[:len(good)/2], ErrFormat, "damaged png"},
		"too many pixels": {huge, ErrTooLarge, "65536 × 65536"},
		"too many bytes":  {make([]byte, MaxBytes+1), ErrTooLarge, "at most 33554432"},
	} {
		if _, err := Decode(c.data); !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: error is %v, want %v that says %q", name, err, c.want, c.says)
		}
	}
	p, err := Decode(good)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Square(0); err == nil {
		t.Error("a square of no pixels was made")
	}
}

// TestFlatImagesStayFlat: weights sum to one, so a single colour stays the same everywhere.
func TestFlatImagesStayFlat(t *testing.T) {
	for _, size := range [][2]int{{1, 1}, {1, 500}, {333, 7}, {224, 225}} {
		img := image.NewGray(image.Rect(0, 0, size[0], size[1]))
		for i := range img.Pix {
			img.Pix[i] = 200
		}
		var file bytes.Buffer
		if err := png.Encode(&file, img); err != nil {
			t.Fatal(err)
		}
		for i, v := range square(t, file.Bytes()).Pix {
			if v != 200 {
				t.Fatalf("%v: pixel %d is %d, want 200", size, i/3, v)
			}
		}
	}
}

func FuzzDecode(f *testing.F) {
	for _, name := range []string{"wide.png", "photo.jpg", "lossy.webp", "palette.png"} {
		b, err := os.ReadFile("testdata/" + name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	const most = 1 << 18 // pixels: a head of a few bytes can claim many more, and the test would only read those
	f.Fuzz(func(t *testing.T, data []byte) {
		if c, _, err := image.DecodeConfig(bytes.NewReader(data)); err == nil && c.Height > 0 && c.Width > most/c.Height {
			return
		}
		p, err := Decode(data)
		if err != nil {
			if !errors.Is(err, ErrFormat) && !errors.Is(err, ErrTooLarge) {
				t.Errorf("error %v is of no kind", err)
			}
			return
		}
		if len(p.Pix) != 3*p.Width*p.Height {
			t.Fatalf("%d bytes for %d × %d", len(p.Pix), p.Width, p.Height)
		}
		q, err := p.Square(8)
		if err != nil || len(q.Pix) != 3*8*8 {
			t.Errorf("square of %d × %d: %d bytes, %v", p.Width, p.Height, len(q.Pix), err)
		}
	})
}
