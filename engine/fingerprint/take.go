package fingerprint

import "asterism/models"

// Take writes values into the record: those of packed as they are, the others packed. Spaces that have no value keep what the record holds. It returns
// those that have one. packed may be nil.
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
