package onnx

import (
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
)

// Providers are the runtime's libraries for GPUs in its folder. The runtime's package has none of them: an operator with
// a GPU puts them there.
type Providers struct {
	Dir      string   // folder of the runtime's library
	CUDA     string   // path of the CUDA provider; empty when it, or what it needs, is missing
	TensorRT string   // likewise, and empty without the CUDA provider, which runs what TensorRT does not
	Missing  []string // names of the files that are not there
}

// FindProviders looks in the folder of ONNX Runtime's library, found as [FindLibrary] does.
func FindProviders(explicit string) (Providers, error) {
	lib, err := FindLibrary(explicit)
	if err != nil {
		return Providers{}, err
	}
	return providersIn(filepath.Dir(lib)), nil
}

// providersIn looks into one folder. Only Linux and Windows builds of the runtime have such providers; the names are Linux's.
func providersIn(dir string) Providers {
	p := Providers{Dir: dir}
	find := func(name string) string {
		path := filepath.Join(dir, "libonnxruntime_providers_"+name+".so")
		if !isFile(path) {
			p.Missing = append(p.Missing, filepath.Base(path))
			return ""
		}
		return path
	}
	shared, cuda, tensorRT := find("shared"), find("cuda"), find("tensorrt")
	if shared == "" || cuda == "" {
		return p
	}
	p.CUDA, p.TensorRT = cuda, tensorRT
	return p
}

// Accelerator names what runs models on a GPU, for the device plan; empty when nothing does.
func (p Providers) Accelerator() string {
	switch {
	case p.CUDA == "":
		return ""
	case p.TensorRT != "":
		return "ONNX Runtime's TensorRT and CUDA providers"
	}
	return "ONNX Runtime's CUDA provider"
}

// Describe returns in one sentence what was found, what is missing and where to put it.
func (p Providers) Describe() string {
	if runtime.GOOS != "linux" {
		return "ONNX Runtime: GPUs are used on Linux only"
	}
	if p.CUDA != "" && p.TensorRT != "" {
		return fmt.Sprintf("ONNX Runtime: the TensorRT and CUDA providers lie in %s", p.Dir)
	}
	if p.CUDA != "" {
		return fmt.Sprintf("ONNX Runtime: the CUDA provider lies in %s; put %s beside it for TensorRT", p.Dir, strings.Join(p.Missing, ", "))
	}
	return fmt.Sprintf("ONNX Runtime: no provider for GPUs in %s; missing are %s: put those of the runtime's own version beside it to use a GPU", p.Dir, strings.Join(p.Missing, ", "))
}

func (p Providers) check() error {
	if p.CUDA == "" {
		return errors.New(p.Describe())
	}
	return nil
}
