package kernels

// dotBitsGeneric is the reference of DotBits: every half byte of a row's code picks an entry of its table. Two columns at a time, since the two
// tables of a byte are first made one of 256 entries. It looks at no row behind the last one asked for.
func dotBitsGeneric(query BitQuery, codes []byte, out []int32) {
	clear(out)
	for j := 0; j < query.width; j += 2 {
		even, odd := byteTable(query.tables[32*j:][:32]), byteTable(query.tables[32*j+32:][:32])
		for first := 0; first < len(out); first += CodeRows {
			sums := out[first:min(first+CodeRows, len(out))]
			column := codes[first*query.width+j*CodeRows:]
			a, b := column[:len(sums)], column[CodeRows:][:len(sums)]
			for r := range sums {
				sums[r] += int32(even[a[r]] + odd[b[r]])
			}
		}
	}
	for r, sum := range out {
		out[r] = query.times*sum + query.least
	}
}

// byteTable joins the tables of the lower and the upper half of a byte; an entry is at most 120.
func byteTable(halves []uint8) (table [256]uint8) {
	for x := range table {
		table[x] = halves[x&15] + halves[16+x>>4]
	}
	return table
}
