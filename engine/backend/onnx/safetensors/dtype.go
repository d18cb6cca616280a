package safetensors

// DType is the element type of a tensor, in the format's spelling.
type DType string

// The element types that are read. The format has some of fewer than 8 bits too; files that use them are refused.
const (
	Bool DType = "BOOL"
	U8   DType = "U8"
	I8   DType = "I8"
	U16  DType = "U16"
	I16  DType = "I16"
	F16  DType = "F16"
	BF16 DType = "BF16"
	U32  DType = "U32"
	I32  DType = "I32"
	F32  DType = "F32"
	U64  DType = "U64"
	I64  DType = "I64"
	F64  DType = "F64"
)

// Size is the number of bytes of one element; 0 for a type that is none of the above.
func (d DType) Size() int {
	switch d {
	case Bool, U8, I8:
		return 1
	case U16, I16, F16, BF16:
		return 2
	case U32, I32, F32:
		return 4
	case U64, I64, F64:
		return 8
	}
	return 0
}
