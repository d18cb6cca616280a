package onnx

import (
	"path/filepath"

	ort "github.com/yalue/onnxruntime_go"

	"asterism/engine/backend/onnx/convert"
	"asterism/models"
)

// weightsFolder is the runtime's setting for the folder of a graph's external data, when the graph is passed as bytes.
const weightsFolder = "session.model_external_initializers_file_folder_path"

// openSession loads the graph, if whole from the whole file. Else the weights in the graph's own file are declared as external data, which the runtime maps: from the whole file it would copy each
// table twice (docs/decisions/078). If our reader cannot parse a file, the runtime loads it and reports what is wrong.
func (m *model) openSession(options *ort.SessionOptions, whole bool) (*ort.DynamicAdvancedSession, error) {
	inputs, outputs := []string{"input_ids", "attention_mask"}, models.OutputNames(m.info.Kind)
	if whole {
		return ort.NewDynamicAdvancedSession(m.path, inputs, outputs, options)
	}
	graph, err := convert.WeightsOutside(m.path)
	if err != nil {
		return ort.NewDynamicAdvancedSession(m.path, inputs, outputs, options)
	}
	if err := options.AddSessionConfigEntry(weightsFolder, filepath.Dir(m.path)); err != nil {
		return nil, err
	}
	return ort.NewDynamicAdvancedSessionWithONNXData(graph, inputs, outputs, options)
}
