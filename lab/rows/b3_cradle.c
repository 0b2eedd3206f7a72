/* B3. Newton's cradle, its balls touching: a sixth ball strikes five in a row with 4 m/s, e = 1.

   Taken as impacts between neighbours, one after the other, each hands all of its momentum on: 0 0 0 0 0 4.
   (Energy and momentum alone leave many answers; this is the one that real cradles give.) */
#include "lab/cradle.h"
#include "lab/experiments.h"

void lab_cradle(LabRun *run)
{
    lab_case(run, "%s", "");
    lab_cradle_expect(run, 0.0, 1e-3);
}
