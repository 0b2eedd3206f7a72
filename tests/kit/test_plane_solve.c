/* The nearest point that keeps all planes: against a search, and where there is none. */
#include "support/build.h"
#include "support/random.h"

#include "contracts/check.h"
#include "kit/plane_solve.h"

static DVec unit(Random *random)
{
    DVec v;
    double square;
    do {
        v.x = random_double(random, -1.0, 1.0);
        v.y = random_double(random, -1.0, 1.0);
        v.z = random_double(random, -1.0, 1.0);
        square = dvec_dot(v, v);
    } while (square > 1.0 || square < 1e-3);
    return dvec_add_scaled(dvec(0, 0, 0), v, 1.0 / sqrt(square));
}

static double least_room(const PlaneSet *set, DVec x)
{
    double least = 1e9;
    for (int i = 0; i < set->count; ++i) {
        double room = dvec_dot(set->planes[i].normal, x) + set->planes[i].room;
        least = room < least ? room : least;
    }
    return least;
}

static void nearest_of_all_allowed_points(void **unused)
{
    (void)unused;
    Random random = random_seeded(1);
    for (int k = 0; k < 3000; ++k) {
        PlaneSet set = { .count = 0 };
        int count = 1 + random_int(&random, PLANES_MAX);
        for (int i = 0; i < count; ++i) {
            Plane p = { .normal = unit(&random), .rank = 2 };
            p.room = random_int(&random, 2) == 0 ? 0.0 : random_double(&random, 0.0, 0.5);
            assert_true(dry__planes_add(&set, &p));
        }
        DVec wanted = unit(&random);
        DVec x = dry__planes_solve(&set, wanted);
        DVec off = dvec_sub(wanted, x);
        assert_true(least_room(&set, x) > -1e-5); /* 0 is allowed, so there is a solution */
        /* the allowed set is convex: no allowed point y lies on wanted's side of x */
        for (int n = 0; n < 200; ++n) {
            DVec y = dvec_add_scaled(dvec(0, 0, 0), unit(&random), random_double(&random, 0.0, 1.0));
            if (least_room(&set, y) >= 0.0) {
                assert_true(dvec_dot(dvec_sub(y, x), off) < 1e-5);
            }
        }
    }
}

static void high_ranks_are_kept_where_not_all_can_be(void **unused)
{
    (void)unused;
    PlaneSet set = { .count = 0 };
    Plane wall = { .normal = { 1, 0, 0 }, .room = 0.0, .rank = 2 };
    Plane press = { .normal = { -1, 0, 0 }, .room = -0.5, .rank = 0 };
    assert_true(dry__planes_add(&set, &press));
    assert_true(dry__planes_add(&set, &wall));
    DVec x = dry__planes_solve(&set, dvec(0, 0, 0));
    assert_close(x.x, 0.0, 1e-9);
    /* two of the same rank meet halfway */
    set.planes[0].rank = 2;
    x = dry__planes_solve(&set, dvec(0, 0, 0));
    assert_close(x.x, -0.25, 1e-4);
}

static void the_stricter_of_two_like_planes_counts(void **unused)
{
    (void)unused;
    PlaneSet set = { .count = 0 };
    for (int i = 0; i < 20; ++i) {
        Plane p = { .normal = { 0, 1, 0 }, .room = 1.0 - 0.01 * i };
        assert_true(dry__planes_add(&set, &p));
    }
    assert_int_equal(set.count, 1);
    assert_close(dry__planes_solve(&set, dvec(2, -3, 1)).y, -0.81, 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nearest_of_all_allowed_points),
        cmocka_unit_test(high_ranks_are_kept_where_not_all_can_be),
        cmocka_unit_test(the_stricter_of_two_like_planes_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
