package ptxrun

import "fmt"

// control compiles branches, the end, the block's barrier and what orders launches (PTX ISA, Control Flow Instructions; bar.sync; griddepcontrol).
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
	case "griddepcontrol.launch_dependents", "griddepcontrol.wait":
		c.at.run = func(*warp, uint32) {} // launches run one after another
		return len(in.args) == 0
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
