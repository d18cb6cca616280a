package compare

import "testing"

// TestAPrefixDenies checks that a prefix denies a word that the other text has without it, also a short word. It must not deny words that only begin like that, or that a
// text has in both forms.
func TestAPrefixDenies(t *testing.T) {
	classed(t, Contradiction, [][2]string{
		{"The dependency is pinned", "The dependency is unpinned"},
		{"The door is locked", "The door is unlocked"},
		{"The archive is compressed", "The archive is uncompressed"},
		{"The package is signed", "The package is unsigned"},
		{"The disk is encrypted", "The disk is unencrypted"},
		{"The flag is set", "The flag is unset"},
		{"The key is used", "The key is unused"},
		{"The file is zipped", "The file is unzipped"},
		{"The shoes are tied", "The shoes are untied"},
		{"The account is banned", "The account is unbanned"},
		{"The branch is tagged", "The branch is untagged"},
		{"The import is ordered", "The import is unordered"},
		{"The list is sorted", "The list is unsorted"},
		{"Unpin the dependency", "Pin the dependency"},
		{"Unmute the channel", "Mute the channel"},
		{"The node is connected", "The node is disconnected"},
		{"The plugin was activated", "The plugin was deactivated"},
		{"The worker is registered", "The worker is deregistered"},
		{"The tables are normalized", "The tables are denormalized"},
		{"The drive is volatile", "The drive is nonvolatile"},
		{"The form is complete", "The form is incomplete"},
		{"The value is mutable", "The value is immutable"},
		{"The result is accurate", "The result is inaccurate"},
		{"The server is configured", "The server is misconfigured"},
		{"The site is secure", "The site is insecure"},
		{"The team approves the plan", "The team disapproves the plan"},
		{"The step is necessary", "The step is unnecessary"},
		{"The user is interested", "The user is disinterested"},
		{"The queue uses non-blocking reads", "The queue uses blocking reads"},
		{"The field is nullable", "The field is non-nullable"},
		{"The list is empty", "The list is non-empty"},
		{"The build is un-cached", "The build is cached"},
		{"Non-members pay 10 euros", "Members pay 10 euros"},
	}...)
	classed(t, Changed, [][2]string{
		{"Sign the contract", "Design the contract"},
		{"Patch the server", "Dispatch the server"},
		{"Form the team", "Inform the team"},
		{"Prove the estimate", "Improve the estimate"},
		{"Count the items", "Discount the items"},
		{"Play the video", "Display the video"},
		{"Cover the costs", "Discover the costs"},
		{"Serve the customer", "Deserve the customer"},
		{"Test the food", "Detest the food"},
		{"Note the value", "Denote the value"},
		{"Fine the driver", "Define the driver"},
		{"Grade the essay", "Degrade the essay"},
		{"We deploy the service", "We ploy the service"},
		{"The tax depends on income", "The tax pends on income"},
		{"The disk is full", "The k is full"},
		{"The union is large", "The ion is large"},
		{"Invest the money", "Vest the money"},
		{"Install the engine", "Stall the engine"},
		{"The intent is clear", "The tent is clear"},
		{"Decline the offer", "Cline the offer"},
		{"Deliver the box", "Liver the box"},
		{"The impact is large", "The pact is large"},
		{"The device is sold", "The vice is sold"},
		{"Detail the plan", "Tail the plan"},
		{"Dismiss the bus", "Miss the bus"},
		{"The default is small", "The fault is small"},
		{"Immigrate from Peru", "Migrate from Peru"},
		{"Tribute was paid", "Distribute was paid"},
		{"We signed the poster", "We designed the poster"},
	}...)
	classed(t, Rephrased, [][2]string{
		{"The queue uses non-blocking reads", "The queue uses non blocking reads"},
		{"The queue uses nonblocking reads", "The queue uses non-blocking reads"},
		{"A non-profit runs the site", "The site is run by a non-profit"},
	}...)
	classed(t, Detail, [][2]string{
		{"Members and non-members pay 10 euros", "Members pay 10 euros"},
		{"Signed and unsigned packages are installed", "Unsigned packages are installed"},
	}...)
	againstAre(t, true, [][2]string{
		{"Pin every dependency", "Leave every dependency unpinned"},
		{"Pin every dependency", "Unpin every dependency"},
		{"Keep the vault locked", "Leave the vault unlocked"},
		{"Every message is encrypted", "Send messages unencrypted"},
		{"Keep the door locked and not unlocked", "Leave the door unlocked"},
	}...)
	againstAre(t, false, [][2]string{
		{"Support signed and unsigned packages", "Support unsigned packages"},
		{"Support light and dark themes", "Support dark themes"},
		{"Log starts and stops of the server", "Log stops of the server"},
	}...)
}
