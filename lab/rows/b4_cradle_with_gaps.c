/* B4. Newton's cradle with gaps of 1 cm, in which the impacts are one after the other: 0 0 0 0 0 4. */
#include "lab/cradle.h"
#include "lab/experiments.h"

void lab_cradle_with_gaps(LabRun *run)
{
    lab_case(run, "%s", "");
    lab_cradle_expect(run, 0.01, 1e-2);
}
