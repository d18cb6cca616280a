package purpose

import (
	"asterism/engine/fingerprint"
	"asterism/models"
)

// NewAim calibrates a goal, whose text has been embedded, against unrelated texts. The values are packed like a memory's, so that the goal is the same after it was
// stored and read. The error is [Calibrate]'s, or names the space whose value cannot be packed.
func NewAim(g Goal, values *fingerprint.Fingerprint, by *Strangers) (*Aim, error) {
	a := &Aim{Goal: g}
	var kept fingerprint.Fingerprint
	for s := range values {
		space := models.Space(s)
		if space.Info().Origin == models.FromTime {
			continue
		}
		p, err := fingerprint.Pack(space, values[s])
		if err != nil {
			return nil, err
		}
		a.Record[s], kept[s] = p, fingerprint.Unpack(space, &p)
	}
	var err error
	a.Reference, err = Calibrate(&kept, by)
	return a, err
}
