package convert

import "path/filepath"

// WeightsOutside reads the graph of an ONNX file without its large weights. In the returned model they are external data in the file itself, so that a runtime
// that gets the file's folder maps them and copies nothing.
func WeightsOutside(path string) ([]byte, error) {
	base, err := readBase(filepath.Dir(path), filepath.Base(path), nil, nil)
	if err != nil {
		return nil, err
	}
	return base.bytes, nil
}
