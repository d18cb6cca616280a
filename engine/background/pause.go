package background

import "time"

// Pause bounds how long is waited after failures. After the n-th in a row it is between three quarters of First·2ⁿ⁻¹ and the whole of it, and at most Most: so a pause is
// always longer than the one before, until Most is reached, and those who failed at one time do not come again at one time.
type Pause struct{ First, Most time.Duration }

// Usual is the pause of loops that name none.
var Usual = Pause{First: time.Second, Most: 10 * time.Minute}

// after is the pause after so many failures in a row, 1 or more; chance is in 0…1.
func (p Pause) after(failures int, chance float64) time.Duration {
	whole := p.Most
	if n := failures - 1; n < 62 && p.First <= p.Most>>n { // the test that cannot overflow
		whole = p.First << n
	}
	return whole - time.Duration(chance*float64(whole/4))
}
