/* Which function tests which kinds. */
#include "collision/pair.h"

#if defined(__x86_64__) || defined(__i386__)
#define BY_KERNEL(name, kernel) \
    ((kernel) == CPU_AVX2 ? name##_avx2 : (kernel) == CPU_SSE2 ? name##_sse2 : name##_scalar)
#else
#define BY_KERNEL(name, kernel) ((void)(kernel), name##_scalar)
#endif

void dry__pair_table_fill(PairTable *table, CpuKernel kernel)
{
    *table = (PairTable){ { { 0 } } };
    PairFn **sphere = table->fn[SHAPE_SPHERE], **capsule = table->fn[SHAPE_CAPSULE],
           **box = table->fn[SHAPE_BOX], **hull = table->fn[SHAPE_HULL];
    sphere[SHAPE_SPHERE] = dry__pair_sphere_sphere;
    sphere[SHAPE_CAPSULE] = dry__pair_sphere_capsule;
    sphere[SHAPE_BOX] = dry__pair_sphere_box;
    sphere[SHAPE_HULL] = dry__pair_sphere_hull;
    sphere[SHAPE_MESH] = dry__pair_sphere_mesh;
    sphere[SHAPE_HALF_SPACE] = dry__pair_sphere_half_space;
    capsule[SHAPE_CAPSULE] = dry__pair_capsule_capsule;
    capsule[SHAPE_BOX] = dry__pair_capsule_box;
    capsule[SHAPE_HULL] = dry__pair_capsule_hull;
    capsule[SHAPE_MESH] = dry__pair_capsule_mesh;
    capsule[SHAPE_HALF_SPACE] = dry__pair_capsule_half_space;
    box[SHAPE_BOX] = BY_KERNEL(dry__pair_box_box, kernel);
    box[SHAPE_HULL] = BY_KERNEL(dry__pair_box_hull, kernel);
    box[SHAPE_MESH] = dry__pair_box_mesh;
    box[SHAPE_HALF_SPACE] = dry__pair_box_half_space;
    hull[SHAPE_HULL] = BY_KERNEL(dry__pair_hull_hull, kernel);
    hull[SHAPE_MESH] = dry__pair_hull_mesh;
    hull[SHAPE_HALF_SPACE] = dry__pair_hull_half_space;
    for (int smooth = SHAPE_CYLINDER; smooth < SHAPE_MESH; ++smooth) {
        for (int other = 0; other <= smooth; ++other) {
            table->fn[other][smooth] = dry__pair_smooth_convex;
        }
        table->fn[smooth][SHAPE_MESH] = dry__pair_smooth_mesh;
        table->fn[smooth][SHAPE_HALF_SPACE] = dry__pair_smooth_half_space;
    }
}
