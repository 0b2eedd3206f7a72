/* One pass over one contact in double precision, written from the mathematics with plain matrices: what the
 * lanes are held to. */
#ifndef TESTS_SOLVER_CONTACT_REFERENCE_H
#define TESTS_SOLVER_CONTACT_REFERENCE_H

#include "solver/contact_batch.h"

typedef struct ReferenceBody {
    double v[3], w[3], p[3], r[3]; /* velocities and change of place */
    double inv_mass, inv_inertia[3][3], acceleration[3];
} ReferenceBody;

typedef struct ReferenceContact {
    ReferenceBody *a, *b;
    Manifold manifold; /* impulses are replaced by the arrays below */
    ContactMaterial material;
    double origin_a[3], center_offset[3];
    double gap;                     /* ContactStep.gap */
    double normal_impulse[4], x[3]; /* x: friction along t1, t2, twist over the radius */
    bool slipping;
    /* filled by reference_prepare */
    double axis[3][3], arm_a[3], arm_b[3], u[4], w[4], k[6][6], radius, step;
    /* set when some decision was close to the other way */
    bool close;
} ReferenceContact;

void reference_prepare(ReferenceContact *contact);
void reference_pass(ReferenceContact *contact, const ContactStep *step, bool soft);
double reference_radius(const double *u, const double *w, int count);

#endif
