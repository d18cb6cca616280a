package sched

import (
	"asterism/engine/batch"
	"asterism/engine/caught"
	"asterism/models"
)

// row is one job, or one window of it, in one lane.
type row struct {
	parcel *parcel
	job    int     // index in the call
	cost   int     // tokens with the frame, or an equivalent
	from   int     // first token of the window
	to     int     // after its last
	pieces *pieces // nil when the row is the whole text
	piece  int
}

func (r *row) source() *Job { return r.parcel.call.jobs[r.job] }

// bytesAToken converts the length of a text to a cost if there is no tokenizer.
const bytesAToken = 4

// rowsOf appends the rows of a parcel. Jobs that have nothing to embed here are finished at once: their space is
// undefined, or their caller has gone.
func (l *lane) rowsOf(p *parcel, out []row) []row {
	dead := p.dead()
	for j := p.lo; j < p.hi; j++ {
		if !l.s.wants(p.call.jobs[j]).Has(l.space) {
			continue
		}
		rows, err := l.rowsOfJob(p, j, dead, out)
		if err != nil {
			p.call.fail(j, l.space, err)
			p.finish(1)
			continue
		}
		out = rows
	}
	return out
}

// rowsOfJob appends the rows of one job; an error is a fault of ours.
func (l *lane) rowsOfJob(p *parcel, j int, dead bool, out []row) (rows []row, err error) {
	defer caught.Into(&err)
	length := l.length(p.call.jobs[j])
	if dead || length == 0 {
		p.finish(1)
		return out, nil
	}
	return l.cutRow(row{parcel: p, job: j, to: length}, out), nil
}

// length is the length of a job's text in this lane, without the frame; zero if there is nothing to embed.
func (l *lane) length(job *Job) int {
	switch {
	case l.info.Origin == models.FromTime:
		return 1
	case job.Image != nil:
		return l.imageLength(job)
	case l.info.Origin == models.FromText:
		return (len(job.Text) + bytesAToken - 1) / bytesAToken
	default:
		return len(job.Tokens[l.cfg.Tokenizer])
	}
}

// cutRow appends r, or its windows when it is longer than the lane's.
func (l *lane) cutRow(r row, out []row) []row {
	if r.source().Image != nil {
		r.cost = r.to
		return append(out, r)
	}
	most := l.cfg.Window - l.cfg.frame(l.role).Len()
	r.cost = l.cfg.cost(l.role, r.to)
	if l.info.Origin != models.FromModel || l.cfg.Window <= 0 || r.to <= most {
		return append(out, r)
	}
	windows := batch.Windows(r.to, most, l.cfg.Overlap)
	raise(&r.parcel.call.states[r.job].windows, int64(len(windows)))
	r.pieces = newPieces(len(windows))
	for i, w := range windows {
		r.piece, r.from, r.to = i, w[0], w[1]
		r.cost = l.cfg.cost(l.role, r.to-r.from)
		r.pieces.lengths[i] = r.to - r.from
		out = append(out, r)
	}
	return out
}

// common is what the rows of a batch must share in addition to their role.
type common struct {
	ref     int64 // the reference time, where the space has one
	image   bool  // an image and a text do not share a batch
	mayPack bool  // where values can be packed, rows whose floats are needed do not share a batch with the others
}

func (l *lane) commonOf(r *row) common {
	c := common{image: l.info.Origin == models.FromModel && r.source().Image != nil, mayPack: l.packs() && l.mayPack(r)}
	if l.space == models.TemporalRecent {
		c.ref = r.source().Ref
	}
	return c
}
