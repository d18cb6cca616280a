package kernels

// dotI8Generic is the reference of DotI8.
func dotI8Generic(query Query16, rows []int8, scales []float32, pick []int32, out []float32) {
	w := len(query.values)
	for k := range out {
		r := k
		if pick != nil {
			r = int(pick[k])
		}
		row, sum := rows[r*w:][:w], int64(0)
		for j, q := range query.values {
			sum += int64(int32(q) * int32(row[j]))
		}
		out[k] = scales[r] * float32(query.unit*float32(sum))
	}
}
