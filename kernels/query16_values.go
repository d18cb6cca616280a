package kernels

// Values are the rounded components, in steps of [Query16.Unit]: what [DotI8] multiplies with. They are the query's own and must not be changed.
func (q Query16) Values() []int16 { return q.values }

// Unit is what one step of the rounded components stands for.
func (q Query16) Unit() float32 { return q.unit }
