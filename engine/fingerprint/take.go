package fingerprint

import "asterism/models"

// Take stores values in the record: those of packed unchanged, the others packed. Spaces without a value keep what the record holds. It returns the
// spaces with a value. packed may be nil.
func (r *Record) Take(values *Fingerprint, packed *Record) (present models.Set, err error) {
	for s := range values {
		space := models.Space(s)
		switch {
		case packed != nil && !packed[s].Absent():
			r[s] = packed[s]
		case values[s].Absent():
			continue
		default:
			if r[s], err = Pack(space, values[s]); err != nil {
				return 0, err
			}
		}
		present = present.With(space)
	}
	return present, nil
}
