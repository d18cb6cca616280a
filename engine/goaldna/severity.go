package goaldna

// Severity is how far below the threshold a similarity lies.
type Severity string

// The severities, mildest first.
const (
	None     Severity = "none"
	Low      Severity = "low"
	Moderate Severity = "moderate"
	High     Severity = "high"
	Critical Severity = "critical"
)

// SeverityOf is none from the threshold up, low from 0.7 of it, moderate from 0.4, high from 0.2, critical below.
func SeverityOf(similarity, threshold float64) Severity {
	switch {
	case similarity >= threshold:
		return None
	case similarity >= .7*threshold:
		return Low
	case similarity >= .4*threshold:
		return Moderate
	case similarity >= .2*threshold:
		return High
	}
	return Critical
}
