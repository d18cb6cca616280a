package picture

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	_ "image/jpeg" // registers the format
	_ "image/png"  // registers the format
	"net/http"

	_ "golang.org/x/image/webp" // registers the format; still images, lossy and lossless
)

// The limits of an image. A small file can claim any number of pixels, so these are checked before a pixel is read.
const (
	MaxBytes  = 32 << 20
	MaxPixels = 64 << 20
)

// Errors of [Decode] that callers can tell apart.
var (
	ErrTooLarge = errors.New("image too large")
	ErrFormat   = errors.New("not an image that can be read")
)

// Formats returns the media types that [Decode] reads.
func Formats() []string { return []string{"image/png", "image/jpeg", "image/webp"} }

// RGB is an image of 8 bits per channel: pixel (x, y) is Pix[3·(y·Width+x):][:3]. Transparency is dropped, not blended, and a
// rotation recorded by a camera is not applied: the reference does neither.
type RGB struct {
	Width, Height int
	Pix           []uint8
}

// Decode decodes a file's bytes. The error wraps [ErrTooLarge] or [ErrFormat].
func Decode(data []byte) (*RGB, error) {
	if len(data) > MaxBytes {
		return nil, fmt.Errorf("read image: %w: %d bytes, at most %d", ErrTooLarge, len(data), MaxBytes)
	}
	c, format, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("read image: %w: it looks like %s (%v); PNG, JPEG and still WebP can be read", ErrFormat, http.DetectContentType(data), err)
	}
	if c.Width < 1 || c.Height < 1 || c.Width > MaxPixels/c.Height {
		return nil, fmt.Errorf("read image: %w: %d × %d pixels, at most %d in all", ErrTooLarge, c.Width, c.Height, MaxPixels)
	}
	img, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("read image: %w: damaged %s: %v", ErrFormat, format, err)
	}
	return rgbOf(img, lumaOf(format)), nil
}
