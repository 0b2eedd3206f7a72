/* J4. Ten links of 1 kg with a ball of 1000 kg on the end, hanging down and let go from the horizontal.

   Ideal joints have no gap and do no work: none opens by a millimetre, and the energy does not rise. */
#include "lab/chain.h"
#include "lab/experiments.h"

void lab_heavy_chain(LabRun *run)
{
    lab_case(run, "hanging");
    lab_chain_expect(run, lab_vec(0.0, -1.0, 0.0), 10, 1000.0);
    lab_case(run, "horizontal");
    lab_chain_expect(run, lab_vec(1.0, 0.0, 0.0), 10, 1000.0);
}
