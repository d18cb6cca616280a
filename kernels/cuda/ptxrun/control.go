package ptxrun

import "fmt"

// control compiles branches, the end and the block's barrier (PTX ISA, Control Flow Instructions; bar.sync).
func (c *compiler) control(in instruction) bool {
	switch in.op {
	case "bra", "bra.uni":
		if len(in.args) != 1 {
			return false
		}
		target, ok := c.k.labels[in.args[0]]
		if !ok {
			c.failed = fmt.Errorf("there is no label %s", in.args[0])
		}
		c.at.target = target
	case "ret":
		c.at.ends = true
	case "bar.sync":
		if len(in.args) != 1 || in.args[0] != "0" {
			return false
		}
		c.meet(-1)
		c.at.barrier = true
	default:
		return false
	}
	return true
}
