package hub

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"asterism/engine/pattern"
)

// maxIndex bounds an index of shards.
const maxIndex = 16 << 20

// shard is the name of a part of the weights: in the same folder as its index, and of the one format that is read.
var shard = pattern.New(`^[A-Za-z0-9][A-Za-z0-9._-]{0,200}\.safetensors$`)

// parseIndex reads model.safetensors.index.json and returns the files it spreads the weights over, sorted.
func parseIndex(data []byte) ([]string, error) {
	var raw struct {
		WeightMap map[string]string `json:"weight_map"`
	}
	if err := json.Unmarshal(data, &raw); err != nil {
		return nil, fmt.Errorf("parse index of shards: %w", err)
	}
	if len(raw.WeightMap) == 0 {
		return nil, errors.New("parse index of shards: weight_map is empty")
	}
	files := map[string]bool{}
	for tensor, f := range raw.WeightMap {
		if !shard.MatchString(f) {
			return nil, fmt.Errorf("parse index of shards: tensor %.80q lies in %.80q: want the name of a .safetensors file beside the index", tensor, f)
		}
		files[f] = true
	}
	return slices.Sorted(maps.Keys(files)), nil
}
