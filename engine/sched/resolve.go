package sched

import (
	"asterism/engine/caught"
	"asterism/engine/fingerprint"
)

// resolve passes the value of a row, or the reason why there is none, to its call. The last window of a text pools
// them.
func (l *lane) resolve(r row, v value, err error) {
	if r.pieces != nil {
		if !r.pieces.put(r.piece, v.plain, err) {
			return
		}
		v.plain, err = l.pool(r)
	}
	c := r.parcel.call
	switch result := &c.results[r.job]; {
	case err != nil:
		c.fail(r.job, l.space, err)
	case v.packed != nil:
		result.Record[l.space] = *v.packed
	default:
		result.Values[l.space] = v.plain
	}
	r.parcel.finish(1)
}

// drop ends a row whose caller has gone.
func (l *lane) drop(r row) {
	if r.pieces == nil || r.pieces.left.Add(-1) == 0 {
		r.parcel.finish(1)
	}
}

// pool joins the windows of a text.
func (l *lane) pool(r row) (v fingerprint.Value, err error) {
	if failed := r.pieces.err.Load(); failed != nil {
		return v, *failed
	}
	defer caught.Into(&err)
	v, dropped := fingerprint.PoolWindows(l.info.Kind, r.pieces.values, r.pieces.lengths)
	r.parcel.call.states[r.job].dropped.Add(int64(dropped))
	return v, nil
}
