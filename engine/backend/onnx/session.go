package onnx

import (
	"path/filepath"

	ort "github.com/yalue/onnxruntime_go"

	"asterism/engine/backend/onnx/convert"
	"asterism/models"
)

// weightsFolder is the runtime's setting for the folder that a graph's external data lie in, where the graph is given as bytes.
const weightsFolder = "session.model_external_initializers_file_folder_path"

// openSession loads the graph, from the whole file if that is asked for. Else weights that stand in the graph's own file are told to the runtime as external data, which it maps: from the whole file it
// would copy each table twice (docs/decisions/078). A file that our reader cannot take apart is left to the runtime, which says what is wrong with it.
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
