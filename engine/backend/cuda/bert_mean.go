package cuda

import (
	"asterism/engine/batch"
	"asterism/models"
)

// bertMean is a dense space: the mean of a text's last vectors.
type bertMean struct{ *bert }

func loadMean(l *loader, r repository) bertMean {
	r.expect(l, models.Dense, r.BERT.Hidden, r.BERT.Longest())
	return bertMean{loadBERT(l, r.BERT, r.model.Window)}
}

func (m bertMean) lay(in *batch.Batch, rows []int) (*layout, error) {
	return m.texts.lay(in, rows, first)
}

func (m bertMean) needs(s size) need {
	n := m.bert.needs(s)
	n.result, n.packed = 4*s.texts*m.hidden, bytesOfBytes(s.texts, m.hidden)
	return n
}

func (m bertMean) walk(k *walker) {
	m.bert.walk(k)
	k.pooled(k.result, k.buffers[bufferX], m.hidden)
	k.packBytes(k.texts(), m.hidden)
}

func (m bertMean) values(l *layout, data []byte, out outcome) error {
	return denseValues(l, data, m.hidden, out)
}
