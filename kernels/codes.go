package kernels

import "fmt"

// CodeRows is how many rows are together in a block of codes. A block contains byte 0 of its 64 rows, then byte 1 of them, and so on, so
// that one load reads the same components of many rows: byte j of row r, of width bytes, is codes[(r/64·width + j)·64 + r%64]. Bit j%8
// of byte j/8 belongs to component j. A row has its own bytes: one row may be written while others of its block are read.
const CodeRows = 64

// CodesLen is the length of the codes of n rows of width bytes: whole blocks.
func CodesLen(n, width int) int { return (n + CodeRows - 1) / CodeRows * CodeRows * width }

// PutCode writes the code of row r: 8 bytes a word, bit j%64 of word j/64 for component j.
func PutCode(codes []byte, r int, code []uint64) {
	row := codeRow(codes, r, 8*len(code))
	for i, word := range code {
		to := (*[7*CodeRows + 1]byte)(row[8*i*CodeRows:]) // one check of bounds a word
		to[0], to[CodeRows] = byte(word), byte(word>>8)
		to[2*CodeRows], to[3*CodeRows] = byte(word>>16), byte(word>>24)
		to[4*CodeRows], to[5*CodeRows] = byte(word>>32), byte(word>>40)
		to[6*CodeRows], to[7*CodeRows] = byte(word>>48), byte(word>>56)
	}
}

// CopyCode copies row o of other codes into row r; both are width bytes wide.
func CopyCode(codes []byte, r int, other []byte, o, width int) {
	to, from := codeRow(codes, r, width), codeRow(other, o, width)
	for j := range width {
		to[j*CodeRows] = from[j*CodeRows]
	}
}

// codeRow is the part of codes in which byte j of row r is at j·64.
func codeRow(codes []byte, r, width int) []byte {
	block := r / CodeRows * CodeRows * width
	return codes[block+r%CodeRows : block+CodeRows*width]
}

// checkCodes refuses codes that are not whole blocks of rows as wide as the question, or fewer rows than are asked for.
func checkCodes(length, width, n int) error {
	if width == 0 || length%(CodeRows*width) != 0 {
		return fmt.Errorf("dot bits: %d bytes of codes are not whole blocks of %d rows of %d bytes", length, CodeRows, width)
	}
	if rows := length / width; n > rows {
		return fmt.Errorf("dot bits: room for %d results, there are %d rows", n, rows)
	}
	return nil
}
