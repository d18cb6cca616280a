package background

import "time"

// Pause bounds the waiting times after failures. After the n-th failure in a row the pause is between three quarters and all of First·2ⁿ⁻¹, and at most Most. So a pause
// is always longer than the one before, until Most is reached, and subjects that failed at the same time are not retried at the same time.
type Pause struct{ First, Most time.Duration }

// Usual is the pause of loops that set none.
var Usual = Pause{First: time.Second, Most: 10 * time.Minute}

// after returns the pause after this many failures in a row, 1 or more; chance is in 0…1.
func (p Pause) after(failures int, chance float64) time.Duration {
	whole := p.Most
	if n := failures - 1; n < 62 && p.First <= p.Most>>n { // this test cannot overflow
		whole = p.First << n
	}
	return whole - time.Duration(chance*float64(whole/4))
}
