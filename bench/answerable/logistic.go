package answerable

import "math"

// logistic fits weights by which sigmoid(b + Σ wᵢ·xᵢ) is the chance of label 1, by Newton's method with a ridge penalty that spares b. x has a row an
// example, labels are 0…1, counts say how much an example counts. The last weight is b.
func logistic(x [][]float64, labels, counts []float64, ridge float64) []float64 {
	n := len(x[0]) + 1
	w := make([]float64, n)
	for range 25 {
		gradient, hessian := make([]float64, n), make([][]float64, n)
		for i := range hessian {
			hessian[i] = make([]float64, n)
			if i < n-1 {
				gradient[i], hessian[i][i] = ridge*w[i], ridge
			} else {
				hessian[i][i] = 1e-9
			}
		}
		row := make([]float64, n)
		for k := range x {
			copy(row, x[k])
			row[n-1] = 1
			z := 0.0
			for i, v := range row {
				z += w[i] * v
			}
			p := 1 / (1 + math.Exp(-z))
			off, curve := counts[k]*(p-labels[k]), counts[k]*max(p*(1-p), 1e-9)
			for i, v := range row {
				if v == 0 {
					continue
				}
				gradient[i] += off * v
				for j := 0; j <= i; j++ {
					hessian[i][j] += curve * v * row[j]
				}
			}
		}
		step := solve(hessian, gradient)
		largest := 0.0
		for i := range w {
			w[i] -= step[i]
			largest = max(largest, math.Abs(step[i]))
		}
		if largest < 1e-6 {
			break
		}
	}
	return w
}

// solve solves a·x = b by Cholesky's decomposition; of a, which is symmetric and positive, the lower half is read.
func solve(a [][]float64, b []float64) []float64 {
	n := len(b)
	l := make([][]float64, n)
	for i := range l {
		l[i] = make([]float64, n)
		for j := 0; j <= i; j++ {
			sum := a[i][j]
			for k := range j {
				sum -= l[i][k] * l[j][k]
			}
			if i == j {
				l[i][i] = math.Sqrt(max(sum, 1e-12))
			} else {
				l[i][j] = sum / l[j][j]
			}
		}
	}
	x := make([]float64, n)
	for i := range n {
		x[i] = b[i]
		for k := range i {
			x[i] -= l[i][k] * x[k]
		}
		x[i] /= l[i][i]
	}
	for i := n - 1; i >= 0; i-- {
		for k := i + 1; k < n; k++ {
			x[i] -= l[k][i] * x[k]
		}
		x[i] /= l[i][i]
	}
	return x
}
