package convert

import "path/filepath"

// WeightsOutside reads the graph of an ONNX file without its large weights. In the model that it returns they are external data that lie in the file itself, so
// that a runtime which is told the file's folder maps them and copies nothing.
func WeightsOutside(path string) ([]byte, error) {
	base, err := readBase(filepath.Dir(path), filepath.Base(path), nil, nil)
	if err != nil {
		return nil, err
	}
	return base.bytes, nil
}
