/* J5. Twenty links of 1 kg with a ball of 1 kg on the end, let go from the horizontal: a long chain that
   whips.

   As in J4 no joint opens by a millimetre, and the energy does not rise. */
#include "lab/chain.h"
#include "lab/experiments.h"

void lab_light_chain(LabRun *run)
{
    lab_case(run, "horizontal");
    lab_chain_expect(run, lab_vec(1.0, 0.0, 0.0), 20, 1.0);
}
