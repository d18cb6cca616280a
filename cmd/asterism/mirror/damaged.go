package mirror

import "asterism/cmd/asterism/mirror/plan"

// holdDamaged excludes the files of unreadable memories from the comparison: these are neither gone nor to be stored again. It returns the other pairs.
func (p *pass) holdDamaged(files []plan.File) (known []plan.Known) {
	held, homes := map[string]bool{}, map[string]string{}
	for _, k := range p.state.all() {
		if p.damaged[k.Memory] == "" {
			known = append(known, k)
			continue
		}
		homes[k.ID], homes[k.Path] = k.Memory, k.Memory
	}
	for i := range files {
		f := &files[i]
		memory := homes[f.ID]
		switch {
		case p.damaged[f.ID] != "":
			memory = f.ID
		case f.ID == "":
			memory = homes[f.Path]
		}
		if why := p.damaged[memory]; why != "" {
			f.Blocked, held[memory] = "its memory "+memory+" is damaged in the store: "+why, true
		}
	}
	for id, why := range p.damaged {
		if !held[id] {
			p.report.hold("memory "+id, "it is damaged in the store: "+why)
		}
	}
	return known
}
