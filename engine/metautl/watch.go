package metautl

// watch checks the global accuracy after a cycle. It is low if it is surely below one limit, and recovered from a higher limit on. In between nothing changes,
// so that noise near a limit raises no alert.
func (d *draft) watch(c *Cycle) {
	if d.Enabled == 0 {
		return
	}
	switch accuracy := d.blocks[0].accuracy(); {
	case accuracy >= d.rules.RecoveredAccuracy:
		d.recovered(c)
	case accuracy+sureLow*d.blocks[0].uncertainty() < d.rules.LowAccuracy:
		d.low(c)
	}
}

// sureLow is by how many standard errors the accuracy must be below the limit: of sessions that are predicted exactly as well as the limit, one in forty is reported as low by chance.
// Without it the first memories of a day, whose few errors are large, raised an alert.
const sureLow = 1.96

func (d *draft) recovered(c *Cycle) {
	if d.Low == 0 {
		return
	}
	present := d.lambdas(d.Base)
	d.events = append(d.events, d.event(c.At, AccuracyRecovery, c.Domain, present))
	if d.Escalations > 0 {
		d.events = append(d.events, d.event(c.At, SelfHealing, c.Domain, present))
	}
	d.Low, d.LowCycles, d.Escalations = 0, 0, 0
}

func (d *draft) low(c *Cycle) {
	if d.Low == 0 {
		d.Low = 1
		d.events = append(d.events, d.event(c.At, AccuracyAlert, c.Domain, d.lambdas(d.Base)))
	}
	d.LowCycles++
	if int(d.LowCycles) >= d.rules.LowCycles && d.Human == 0 {
		d.escalate(c)
	}
}

// escalate optimises λ over the recorded outcomes. If there are too few, the escalation still counts: no other automatic remedy
// is left.
func (d *draft) escalate(c *Cycle) {
	d.LowCycles = 0
	d.Escalations++
	before := d.lambdas(d.Base)
	if best, err := d.optimise(""); err == nil {
		d.move(c.At, pair(best.Lambda))
	}
	d.events = append(d.events, d.event(c.At, BayesianEscalation, c.Domain, before))
	if int(d.Escalations) >= d.rules.Escalations {
		d.Human = 1
		d.events = append(d.events, d.event(c.At, HumanEscalation, c.Domain, d.lambdas(d.Base)))
	}
}
