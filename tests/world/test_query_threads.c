/* Queries from several threads at once, and on the world's workers: the same bits as from one. */
#include "world/query_rig.h"

#include <pthread.h>
#include <string.h>

enum {
    CASTS = 600,
    THREADS = 4
};

typedef struct Plan {
    DryRay rays[CASTS];
    DryShapeCast casts[CASTS];
} Plan;

static void make_plan(Plan *p)
{
    Random r = random_seeded(61);
    memset(p, 0, sizeof *p);
    for (int i = 0; i < CASTS; ++i) {
        DryVec3 from = rig_vector(&r, 8.0f);
        DryVec3 way = rig_vector(&r, 4.0f);
        way.y -= 8.0f;
        DryPos origin = dry_pos((double)from.x, 9.0, (double)from.z);
        p->rays[i] = (DryRay){ origin, way, 14.0f };
        p->casts[i].shape = rig_shape(&r, i % RIG_KINDS, 0.5f, NULL);
        p->casts[i].shape.pose.position = origin;
        p->casts[i].translation = dry_vec3_scale(way, 1.5f);
    }
}

static DryWorld *heap(int32_t workers, DryMesh *mesh)
{
    Random r = random_seeded(62);
    DryWorld *w = build_world(workers, DRY_KERNEL_AUTO);
    DryBodyId ground = build_body(w, DRY_STATIC, 0, 0, 0);
    assert_int_not_equal(dry_shape_add_mesh(w, ground, mesh, NULL, NULL).index, 0);
    for (int i = 0; i < 90; ++i) {
        DryQueryShape s = rig_shape(&r, i % 9, 0.4f, NULL);
        DryVec3 at = rig_vector(&r, 5.0f);
        DryBodyId body = build_body(w, DRY_DYNAMIC, (double)at.x, (double)at.y + 6.0, (double)at.z);
        assert_int_not_equal(rig_add(w, body, &s).index, 0);
    }
    run_steps(w, 10);
    return w;
}

static void workers_change_no_bit(void **unused)
{
    (void)unused;
    static Plan plan;
    static DryQueryHit rays[2][CASTS], casts[2][CASTS];
    DryMesh *mesh = rig_grid(16, 0.5f, false);
    make_plan(&plan);
    memset(rays, 0, sizeof rays);
    memset(casts, 0, sizeof casts);
    for (int i = 0; i < 2; ++i) {
        DryWorld *w = heap(i == 0 ? 1 : 4, mesh);
        int32_t hit = dry_world_cast_rays(w, plan.rays, CASTS, NULL, rays[i]);
        assert_true(hit > CASTS / 2 && hit < CASTS);
        assert_true(dry_world_cast_shapes(w, plan.casts, CASTS, NULL, casts[i]) > CASTS / 2);
        for (int k = 0; k < CASTS; ++k) {
            DryQueryHit one = { .triangle = -1 };
            (void)dry_world_cast_shape(w, &plan.casts[k].shape, plan.casts[k].translation, DRY_QUERY_CLOSEST,
                                       NULL, &one, 1);
            assert_true(one.shape.index == casts[i][k].shape.index && one.fraction == casts[i][k].fraction);
        }
        dry_world_destroy(w);
    }
    for (int k = 0; k < CASTS; ++k) {
        const DryQueryHit *a = &casts[0][k], *b = &casts[1][k];
        assert_true(rays[0][k].shape.index == rays[1][k].shape.index &&
                    rays[0][k].fraction == rays[1][k].fraction &&
                    memcmp(&rays[0][k].normal, &rays[1][k].normal, sizeof a->normal) == 0);
        assert_true(a->shape.index == b->shape.index && a->fraction == b->fraction &&
                    memcmp(&a->point, &b->point, sizeof a->point) == 0 &&
                    memcmp(&a->normal, &b->normal, sizeof a->normal) == 0 && a->triangle == b->triangle);
    }
    dry_mesh_release(mesh);
}

typedef struct Asker {
    const DryWorld *w;
    const Plan *plan;
    uint64_t sum;
} Asker;

static uint64_t mix(uint64_t h, const void *data, size_t size)
{
    const unsigned char *bytes = data;
    for (size_t i = 0; i < size; ++i) {
        h = (h ^ bytes[i]) * 0x100000001b3ull;
    }
    return h;
}

static void *ask_all(void *context)
{
    Asker *a = context;
    uint64_t h = 1;
    for (int i = 0; i < CASTS / 4; ++i) {
        const DryShapeCast *c = &a->plan->casts[i];
        DryQueryHit hits[4];
        DryRayHit closest;
        DryShapeId shapes[4];
        memset(hits, 0, sizeof hits);
        memset(&closest, 0, sizeof closest);
        int32_t n = dry_world_cast_shape(a->w, &c->shape, c->translation, DRY_QUERY_ALL, NULL, hits, 4);
        h = mix(mix(h, &n, sizeof n), &hits[0].point, sizeof hits[0].point);
        n = dry_world_cast_ray(a->w, a->plan->rays[i], DRY_QUERY_ALL, NULL, hits, 4);
        h = mix(mix(h, &n, sizeof n), &hits[0].point, sizeof hits[0].point);
        n = dry_world_cast_ray_closest(a->w, a->plan->rays[i], DRY_FILTER_ALL, &closest);
        h = mix(mix(h, &n, sizeof n), &closest.point, sizeof closest.point);
        n = dry_world_closest(a->w, &c->shape, 4.0f, NULL, hits, 2);
        h = mix(mix(h, &n, sizeof n), &hits[0].separation, sizeof hits[0].separation);
        n = dry_world_penetration(a->w, &c->shape, NULL, hits, 4);
        n += dry_world_overlap_shape(a->w, &c->shape, NULL, shapes, 4);
        n += dry_world_closest(a->w, &c->shape, -1.0f, NULL, hits, 2); /* each thread has its own message */
        h = mix(h, &n, sizeof n);
    }
    a->sum = h;
    return NULL;
}

static void threads_ask_at_once(void **unused)
{
    (void)unused;
    static Plan plan;
    DryMesh *mesh = rig_grid(16, 0.5f, false);
    make_plan(&plan);
    DryWorld *w = heap(2, mesh);
    Asker alone = { w, &plan, 0 }, askers[THREADS];
    (void)ask_all(&alone);
    for (int step = 0; step < 2; ++step) {
        pthread_t threads[THREADS];
        for (int i = 0; i < THREADS; ++i) {
            askers[i] = (Asker){ w, &plan, 0 };
            assert_int_equal(pthread_create(&threads[i], NULL, ask_all, &askers[i]), 0);
        }
        for (int i = 0; i < THREADS; ++i) {
            assert_int_equal(pthread_join(threads[i], NULL), 0);
            assert_true(askers[i].sum == askers[0].sum && (step > 0 || askers[i].sum == alone.sum));
        }
        run_steps(w, 1);
    }
    dry_world_destroy(w);
    dry_mesh_release(mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(workers_change_no_bit),
        cmocka_unit_test(threads_ask_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
