package httpapi

// Figures are the present load and the refusals since the start, for the metrics.
type Figures struct {
	Connections, Requests, Streams int64
	BodyBytes                      int64            // memory of the bodies of running requests
	Refused                        map[string]int64 // by reason: connections, rate, busy, body, token, ending
}

// Figures returns the present figures.
func (s *Server) Figures() Figures {
	requests, streams, bytes := s.inFlight.now()
	return Figures{Connections: s.listener.open.Load(), Requests: int64(requests), Streams: int64(streams), BodyBytes: bytes, Refused: map[string]int64{
		"connections": s.listener.refused.Load(), "rate": s.refused.rate.Load(), "busy": s.refused.busy.Load(),
		"body": s.refused.body.Load(), "token": s.refused.token.Load(), "ending": s.refused.ending.Load(),
	}}
}
