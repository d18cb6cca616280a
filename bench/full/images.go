package main

import (
	"errors"
	"fmt"

	ort "github.com/yalue/onnxruntime_go"
)

// embedImages runs the second graph of the model in a session of its own: the backend sees no images yet. It must have
// been opened, since it loads the runtime.
func (s *converted) embedImages(images ...[]float32) (out [][]float32, err error) {
	tower := s.Model.Image
	if tower == nil {
		return nil, fmt.Errorf("the converted %v has no tower for images", s.Spec.Space)
	}
	options, err := ort.NewSessionOptions()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, options.Destroy()) }()
	if err := options.SetIntraOpNumThreads(1); err != nil {
		return nil, err
	}
	session, err := ort.NewDynamicAdvancedSession(s.Manifest.Path(tower.File), []string{"pixel_values"}, []string{"embedding"}, options)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, session.Destroy()) }()
	var pixels []float32
	for _, v := range images {
		pixels = append(pixels, v...)
	}
	side := int64(tower.Size)
	in, err := ort.NewTensor(ort.NewShape(int64(len(images)), 3, side, side), pixels)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, in.Destroy()) }()
	outputs := []ort.Value{nil}
	if err := session.Run([]ort.Value{in}, outputs); err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, outputs[0].Destroy()) }()
	data := outputs[0].(*ort.Tensor[float32]).GetData()
	width := len(data) / len(images)
	for i := range images {
		out = append(out, append([]float32(nil), data[i*width:(i+1)*width]...))
	}
	return out, nil
}
