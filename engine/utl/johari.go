package utl

// Quadrant is a Johari window's pane for one space of one memory; 0 means not measured.
type Quadrant uint8

// The quadrants.
const (
	NotMeasured Quadrant = iota
	Open                 // ΔS < .5, ΔC > .5: known and fitting
	Blind                // ΔS ≥ .5, ΔC ≤ .5: new and not fitting
	Hidden               // ΔS < .5, ΔC ≤ .5: known and not fitting
	Unknown              // ΔS ≥ .5, ΔC > .5: new and fitting
)

// Johari returns the quadrant of a space by its surprise and coherence.
func Johari(surprise, coherence float64) Quadrant {
	switch {
	case surprise < .5 && coherence > .5:
		return Open
	case surprise < .5:
		return Hidden
	case coherence > .5:
		return Unknown
	default:
		return Blind
	}
}

// String returns the quadrant's name as answers show it; "" for NotMeasured.
func (q Quadrant) String() string {
	return [...]string{"", "open", "blind", "hidden", "unknown"}[q]
}
