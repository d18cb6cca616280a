package safetensors

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestHeaderRefuses names a word of the error for every fault.
func TestHeaderRefuses(t *testing.T) {
	four := make([]byte, 4)
	tensor := func(fields string) []byte { return file(`{"a":{`+fields+`}}`, four) }
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"empty":              {nil, "too few"},
		"seven bytes":        {make([]byte, 7), "too few"},
		"header beyond file": {file(`{}`, nil)[:9], "cut short"},
		"absurd length":      {binary.LittleEndian.AppendUint64(nil, 1<<63), "at most"},
		"no header":          {make([]byte, 8), "does not begin"},
		"a space in front":   {file(` {}`, nil), "does not begin"},
		"not JSON":           {file(`{]`, nil), "invalid"},
		"number for a name":  {file(`{1:2}`, nil), "invalid"},
		"not UTF-8":          {file("{\"\xff\":1}", nil), "UTF-8"},
		"more behind":        {file(`{}{}`, nil), "more behind"},
		"list for a tensor":  {file(`{"a":[]}`, nil), "want an object"},
		"same name twice":    {file(`{"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},"a":{"dtype":"U8","shape":[2],"data_offsets":[2,4]}}`, four), "listed twice"},
		"metadata not texts": {file(`{"__metadata__":{"a":1}}`, nil), "__metadata__"},
		"two metadata":       {file(`{"__metadata__":{},"__metadata__":{}}`, nil), "twice"},
		"unknown field":      {tensor(`"dtype":"F32","shape":[1],"data_offsets":[0,4],"crc":1`), `"crc"`},
		"field in capitals":  {tensor(`"DTYPE":"F32","shape":[1],"data_offsets":[0,4]`), `"DTYPE"`},
		"field twice":        {tensor(`"dtype":"F32","dtype":"I32","shape":[1],"data_offsets":[0,4]`), "twice"},
		"no dtype":           {tensor(`"shape":[1],"data_offsets":[0,4]`), "want dtype"},
		"no shape":           {tensor(`"dtype":"F32","data_offsets":[0,4]`), "want dtype"},
		"null shape":         {tensor(`"dtype":"F32","shape":null,"data_offsets":[0,4]`), "want dtype"},
		"one offset":         {tensor(`"dtype":"F32","shape":[1],"data_offsets":[0]`), "two data_offsets"},
		"unknown type":       {tensor(`"dtype":"F4","shape":[8],"data_offsets":[0,4]`), `"F4"`},
		"negative size":      {tensor(`"dtype":"F32","shape":[-1],"data_offsets":[0,4]`), "shape"},
		"fractional size":    {tensor(`"dtype":"F32","shape":[1.5],"data_offsets":[0,4]`), "shape"},
		"null size":          {tensor(`"dtype":"F32","shape":[null],"data_offsets":[0,0]`), "shape"},
		"absurd shape":       {tensor(`"dtype":"F32","shape":[4294967296,4294967296],"data_offsets":[0,4]`), "any file"},
		"absurd product":     {tensor(`"dtype":"F32","shape":[4611686018427387905],"data_offsets":[0,4]`), "any file"},
		"shape too large":    {tensor(`"dtype":"F32","shape":[2],"data_offsets":[0,4]`), "needs 8"},
		"end before start":   {tensor(`"dtype":"F32","shape":[1],"data_offsets":[4,0]`), "needs 4"},
		"offset overflows":   {tensor(`"dtype":"F32","shape":[1],"data_offsets":[9223372036854775807,9223372036854775811]`), "data_offsets"},
		"overlap":            {file(`{"a":{"dtype":"U8","shape":[3],"data_offsets":[0,3]},"b":{"dtype":"U8","shape":[2],"data_offsets":[2,4]}}`, four), "overlap"},
		"hole":               {file(`{"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},"b":{"dtype":"U8","shape":[2],"data_offsets":[2,4]}}`, four), "holes"},
		"hole in front":      {tensor(`"dtype":"U8","shape":[2],"data_offsets":[2,4]`), "holes"},
		"values cut short":   {tensor(`"dtype":"U8","shape":[8],"data_offsets":[0,8]`), "cut short"},
		"values too long":    {tensor(`"dtype":"U8","shape":[2],"data_offsets":[0,2]`), "longer"},
		"no tensors":         {file(`{}`, four), "longer"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := readHeader(bytes.NewReader(c.data), int64(len(c.data))); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error is %v, want one with %q", err, c.want)
			}
		})
	}
}

// TestHeaderProperty writes headers of drawn tensors in a drawn order and reads them back, in the order of their bytes.
func TestHeaderProperty(t *testing.T) {
	types := []DType{Bool, U8, I8, U16, I16, F16, BF16, U32, I32, F32, U64, I64, F64}
	rapid.Check(t, func(t *rapid.T) {
		var want []Tensor
		var entries []string
		var end int64
		for i := range rapid.IntRange(0, 6).Draw(t, "tensors") {
			w := Tensor{Name: fmt.Sprintf("t%d", i), Type: rapid.SampledFrom(types).Draw(t, "type"), Offset: end,
				Shape: append([]int{}, rapid.SliceOfN(rapid.IntRange(1, 5), 0, 3).Draw(t, "shape")...)}
			w.Bytes = int64(w.Elements() * w.Type.Size())
			end += w.Bytes
			entries = append(entries, fmt.Sprintf("%q:{\"shape\":%s,\"data_offsets\":[%d,%d],\"dtype\":%q}",
				w.Name, strings.ReplaceAll(fmt.Sprint(w.Shape), " ", ","), w.Offset, end, w.Type))
			want = append(want, w)
		}
		data := file("{"+strings.Join(rapid.Permutation(entries).Draw(t, "order"), ",")+"}", make([]byte, end))
		got, err := readHeader(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			t.Fatal(err)
		}
		for i := range want {
			want[i].Offset += int64(len(data)) - end
		}
		if !slices.EqualFunc(got, want, func(a, b Tensor) bool { return fmt.Sprint(a) == fmt.Sprint(b) }) {
			t.Errorf("read %+v, want %+v", got, want)
		}
	})
}

// FuzzHeader: what is taken for a file has tensors that lie end to end behind its header and fill it.
func FuzzHeader(f *testing.F) {
	f.Add(small)
	f.Add(one("x"))
	f.Add(file(`{"a":{"dtype":"U8","shape":[0],"data_offsets":[0,0]},"b":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}}`, make([]byte, 1)))
	f.Fuzz(func(t *testing.T, data []byte) {
		list, err := readHeader(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			return
		}
		end := int64(8 + binary.LittleEndian.Uint64(data))
		for _, v := range list {
			if v.Offset != end || v.Bytes != int64(v.Elements()*v.Type.Size()) {
				t.Fatalf("%+v begins not at %d or has another size than its shape", v, end)
			}
			end += v.Bytes
		}
		if end != int64(len(data)) {
			t.Fatalf("tensors end at %d of %d", end, len(data))
		}
	})
}

// FuzzIndex: files that an index lists are in its folder.
func FuzzIndex(f *testing.F) {
	f.Add([]byte(`{"metadata":{"total_size":8},"weight_map":{"x":"m-1-of-1.safetensors"}}`))
	f.Add([]byte(`{"weight_map":{"x":"..\\a.safetensors"}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		x, err := parseIndex(text)
		if err != nil {
			return
		}
		for _, file := range x.files() {
			if strings.ContainsAny(file, "/\\") || !strings.HasSuffix(file, ".safetensors") {
				t.Fatalf("file %q is taken", file)
			}
		}
	})
}
