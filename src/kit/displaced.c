/* The volume of a convex solid under a plane is the sum of the tetrahedra between a point of the plane and
   the solid's faces, cut off at the plane: the face that the cut lays open lies in the plane and adds
   nothing, so it is never built. */
#include "kit/displaced.h"

#include "kit/region.h"

#include <string.h>

#define PI 3.14159265358979323846

#define HALF_PI 1.5707963f

enum {
    MOST_CORNERS = 64, /* of a face, once cut */
    END_STEPS = 6,     /* of a round end, from its pole to where it ends */
    MOST_RINGS = 2 * (END_STEPS + 1),
    QUARTER = 7, /* corners of a quarter of a ring; the last one is the next quarter's first */
    SIDES = 4 * QUARTER
};

typedef struct Cut {
    DVec normal;
    double height;
    DVec apex;       /* on the plane */
    double volume_6; /* six times the volume so far */
    DVec moment;     /* of it */
} Cut;

/* A plane above the whole solid counts as one that touches it: then the apex is near. */
static bool begin_cut(Cut *cut, DVec normal, double height, double lowest, double highest)
{
    if (!(height > lowest)) {
        return false;
    }
    height = height < highest ? height : highest;
    *cut = (Cut){ .normal = normal, .height = height };
    cut->apex = dvec(normal.x * height, normal.y * height, normal.z * height);
    return true;
}

static void add_triangle(Cut *cut, DVec a, DVec b, DVec c)
{
    DVec pa = dvec_sub(a, cut->apex), pb = dvec_sub(b, cut->apex), pc = dvec_sub(c, cut->apex);
    double v = dvec_dot(pa, dvec_cross(pb, pc));
    DVec sum = dvec_add_scaled(dvec_add_scaled(dvec_add_scaled(a, b, 1.0), c, 1.0), cut->apex, 1.0);
    cut->volume_6 += v;
    cut->moment = dvec_add_scaled(cut->moment, sum, 0.25 * v);
}

/* Corners counter-clockwise seen from outside. */
static void add_face(Cut *cut, const DVec *corners, int32_t count)
{
    DVec kept[MOST_CORNERS];
    int32_t n = 0;
    for (int32_t i = 0; i < count && n + 2 <= MOST_CORNERS; ++i) {
        DVec a = corners[i], b = corners[i + 1 < count ? i + 1 : 0];
        double da = dvec_dot(cut->normal, a) - cut->height, db = dvec_dot(cut->normal, b) - cut->height;
        if (da <= 0.0) {
            kept[n++] = a;
        }
        if ((da < 0.0 && db > 0.0) || (da > 0.0 && db < 0.0)) {
            kept[n++] = dvec_add_scaled(a, dvec_sub(b, a), da / (da - db));
        }
    }
    for (int32_t i = 1; i + 1 < n; ++i) {
        add_triangle(cut, kept[0], kept[i], kept[i + 1]);
    }
}

static Displaced end_cut(const Cut *cut, double whole)
{
    Displaced r = { .whole = whole };
    if (cut->volume_6 > 0.0) {
        double s = 1.0 / cut->volume_6;
        r.volume = cut->volume_6 / 6.0;
        r.center = dvec(cut->moment.x * s, cut->moment.y * s, cut->moment.z * s);
    }
    return r;
}

/* Archimedes' cap: pi r^3 (2/3 + s - s^3/3) for a plane at s r over the middle. */
static Displaced ball_under(double r, DVec normal, double height)
{
    double s = height / r;
    s = s < -1.0 ? -1.0 : s > 1.0 ? 1.0 : s;
    double unit = 2.0 / 3.0 + s - s * s * s / 3.0, q = 1.0 - s * s;
    Displaced d = { .volume = PI * r * r * r * unit, .whole = 4.0 / 3.0 * PI * r * r * r };
    if (s <= -1.0 || !(unit > 0.0)) {
        d.volume = 0.0;
    } else {
        double middle = -0.25 * q * q / unit * r;
        d.center = dvec(normal.x * middle, normal.y * middle, normal.z * middle);
    }
    return d;
}

static Displaced box_under(DVec h, DVec normal, double height)
{
    static const int8_t faces[6][4] = { { 0, 4, 6, 2 }, { 1, 3, 7, 5 }, { 0, 1, 5, 4 },
                                        { 2, 6, 7, 3 }, { 0, 2, 3, 1 }, { 4, 5, 7, 6 } };
    double whole = 8.0 * h.x * h.y * h.z;
    double reach = fabs(normal.x) * h.x + fabs(normal.y) * h.y + fabs(normal.z) * h.z;
    Cut cut;
    if (!begin_cut(&cut, normal, height, -reach, reach)) {
        return (Displaced){ .whole = whole };
    }
    if (height >= reach) {
        return (Displaced){ .volume = whole, .whole = whole };
    }
    for (int f = 0; f < 6; ++f) {
        DVec corners[4];
        for (int i = 0; i < 4; ++i) {
            int c = faces[f][i];
            corners[i] =
                dvec((c & 1) != 0 ? h.x : -h.x, (c & 2) != 0 ? h.y : -h.y, (c & 4) != 0 ? h.z : -h.z);
        }
        add_face(&cut, corners, 4);
    }
    return end_cut(&cut, whole);
}

static void add_hull_faces(Cut *cut, const DryHull *hull)
{
    for (int32_t f = 0; f < dry_hull_face_count(hull); ++f) {
        int32_t loop[MOST_CORNERS / 2];
        DVec corners[MOST_CORNERS / 2];
        int32_t count = dry_hull_face(hull, f, loop, MOST_CORNERS / 2);
        for (int32_t i = 0; i < count; ++i) {
            corners[i] = dvec_of(dry_hull_vertex(hull, loop[i]));
        }
        add_face(cut, corners, count);
    }
}

static Displaced hull_under(const DryHull *hull, DVec normal, double height)
{
    double lowest = 1e30, highest = -1e30;
    for (int32_t i = 0; i < dry_hull_vertex_count(hull); ++i) {
        double d = dvec_dot(normal, dvec_of(dry_hull_vertex(hull, i)));
        lowest = d < lowest ? d : lowest;
        highest = d > highest ? d : highest;
    }
    Cut whole, cut;
    (void)begin_cut(&whole, normal, highest, lowest, highest);
    add_hull_faces(&whole, hull);
    double volume = whole.volume_6 / 6.0;
    if (height >= highest) {
        return end_cut(&whole, volume);
    }
    if (!begin_cut(&cut, normal, height, lowest, highest)) {
        return (Displaced){ .whole = volume };
    }
    add_hull_faces(&cut, hull);
    return end_cut(&cut, volume);
}

/* Circles about y, from the lowest to the highest, and what lies between them; with a core, each quarter of a
   circle stands at a corner of the core's rectangle. */
typedef struct Ringed {
    double y[MOST_RINGS], across[MOST_RINGS];
    int32_t count;
    double core_x, core_z;
} Ringed;

static void add_ring(Ringed *solid, double y, double across)
{
    if (solid->count < MOST_RINGS) {
        solid->y[solid->count] = y;
        solid->across[solid->count++] = across;
    }
}

/* Rings of a ball's end around y = middle, as far as `angle` from its pole; below or above. */
static void add_end(Ringed *solid, double middle, double r, float angle, bool below)
{
    for (int32_t i = 0; i <= END_STEPS; ++i) {
        float sine, cosine, part = (float)(below ? i : END_STEPS - i) / (float)END_STEPS;
        dry_sin_cos(angle * part, &sine, &cosine);
        add_ring(solid, below ? middle - r * (double)cosine : middle + r * (double)cosine, r * (double)sine);
    }
}

static void make_corners(const Ringed *solid, int32_t ring, DVec corners[SIDES])
{
    for (int32_t i = 0; i < SIDES; ++i) {
        float sine, cosine;
        int32_t quarter = i / QUARTER, step = i % QUARTER;
        dry_sin_cos(HALF_PI * ((float)quarter + (float)step / (float)(QUARTER - 1)), &sine, &cosine);
        double x = quarter == 0 || quarter == 3 ? solid->core_x : -solid->core_x;
        double z = quarter < 2 ? -solid->core_z : solid->core_z;
        corners[i] = dvec(x + solid->across[ring] * (double)cosine, solid->y[ring],
                          z - solid->across[ring] * (double)sine);
    }
}

static void add_ringed_faces(Cut *cut, const Ringed *solid)
{
    DVec lower[SIDES], upper[SIDES];
    make_corners(solid, 0, upper);
    for (int32_t i = 0; i < SIDES; ++i) {
        lower[i] = upper[SIDES - 1 - i]; /* seen from below */
    }
    add_face(cut, lower, SIDES);
    for (int32_t ring = 1; ring < solid->count; ++ring) {
        memcpy(lower, upper, sizeof lower);
        make_corners(solid, ring, upper);
        for (int32_t i = 0; i < SIDES; ++i) {
            int32_t k = (i + 1) % SIDES;
            DVec corners[4] = { lower[i], lower[k], upper[k], upper[i] };
            add_face(cut, corners, 4);
        }
    }
    add_face(cut, upper, SIDES);
}

/* Of the polyhedron with these rings, brought to the solid's volume. */
static Displaced ringed_under(const Ringed *solid, double volume, DVec normal, double height)
{
    double lowest = 1e30, highest = -1e30, slant = sqrt(fmax(1.0 - normal.y * normal.y, 0.0));
    double core = fabs(normal.x) * solid->core_x + fabs(normal.z) * solid->core_z;
    for (int32_t i = 0; i < solid->count; ++i) {
        double middle = normal.y * solid->y[i], reach = core + slant * solid->across[i];
        lowest = fmin(lowest, middle - reach);
        highest = fmax(highest, middle + reach);
    }
    Cut whole, cut;
    if (!begin_cut(&cut, normal, height, lowest, highest)) {
        return (Displaced){ .whole = volume };
    }
    (void)begin_cut(&whole, normal, highest, lowest, highest);
    add_ringed_faces(&whole, solid);
    add_ringed_faces(&cut, solid);
    Displaced d = end_cut(&cut, volume);
    d.volume = height >= highest ? volume : d.volume * volume / (whole.volume_6 / 6.0);
    return d;
}

/* The circles in which a cone touches two balls lie `lean` from their equators, towards the smaller. */
static float lean(double r_a, double r_b, double distance)
{
    double s = (r_a - r_b) / distance;
    return dry_atan2((float)s, (float)sqrt(fmax(1.0 - s * s, 0.0)));
}

static double distance_of(DryVec3 a, DryVec3 b)
{
    return (double)dry_vec3_length(dry_vec3_sub(b, a));
}

/* The kinds that are made of rings; false for another. */
static bool make_ringed(const DryWorld *world, DryShapeId shape, Ringed *solid, DryMass *of_one)
{
    DryCapsule capsule;
    DryCylinder cylinder;
    DryCone cone;
    DryTaperedCapsule tapered;
    DryRoundedBox rounded;
    *solid = (Ringed){ .count = 0 };
    *of_one = (DryMass){ .mass = 0.0f };
    if (dry_shape_capsule(world, shape, &capsule)) {
        double half = 0.5 * distance_of(capsule.point_a, capsule.point_b);
        add_end(solid, -half, (double)capsule.radius, HALF_PI, true);
        add_end(solid, half, (double)capsule.radius, HALF_PI, false);
        return dry_capsule_mass(&capsule, 1.0f, of_one) == DRY_OK;
    }
    if (dry_shape_cylinder(world, shape, &cylinder)) {
        double half = 0.5 * distance_of(cylinder.point_a, cylinder.point_b);
        add_ring(solid, -half, (double)cylinder.radius);
        add_ring(solid, half, (double)cylinder.radius);
        return dry_cylinder_mass(&cylinder, 1.0f, of_one) == DRY_OK;
    }
    if (dry_shape_cone(world, shape, &cone)) {
        double half = 0.5 * distance_of(cone.point_a, cone.point_b);
        add_ring(solid, -half, (double)cone.radius_a);
        add_ring(solid, half, (double)cone.radius_b);
        return dry_cone_mass(&cone, 1.0f, of_one) == DRY_OK;
    }
    if (dry_shape_tapered_capsule(world, shape, &tapered)) {
        double length = distance_of(tapered.point_a, tapered.point_b);
        float angle = lean((double)tapered.radius_a, (double)tapered.radius_b, length);
        add_end(solid, -0.5 * length, (double)tapered.radius_a, HALF_PI + angle, true);
        add_end(solid, 0.5 * length, (double)tapered.radius_b, HALF_PI - angle, false);
        return dry_tapered_capsule_mass(&tapered, 1.0f, of_one) == DRY_OK;
    }
    if (dry_shape_rounded_box(world, shape, &rounded)) {
        solid->core_x = (double)rounded.half_extents.x;
        solid->core_z = (double)rounded.half_extents.z;
        add_end(solid, -(double)rounded.half_extents.y, (double)rounded.radius, HALF_PI, true);
        add_end(solid, (double)rounded.half_extents.y, (double)rounded.radius, HALF_PI, false);
        return dry_rounded_box_mass(&rounded, 1.0f, of_one) == DRY_OK;
    }
    return false;
}

/* A ball of radius 1, stretched. */
static Displaced ellipsoid_under(DVec r, DVec normal, double height)
{
    DVec n = dvec(normal.x * r.x, normal.y * r.y, normal.z * r.z);
    double length = sqrt(dvec_dot(n, n)), scale = r.x * r.y * r.z;
    n = dvec(n.x / length, n.y / length, n.z / length);
    Displaced d = ball_under(1.0, n, height / length);
    d.volume *= scale;
    d.whole *= scale;
    d.center = dvec(d.center.x * r.x, d.center.y * r.y, d.center.z * r.z);
    return d;
}

Displaced dry__displaced(const DryWorld *world, DryShapeId shape, DVec normal, double height)
{
    DryFrame frame = dry_shape_frame(world, shape);
    DVec origin = dvec_of(frame.position), n = dvec_rotate_inverse(frame.rotation, normal);
    double h = height - dvec_dot(normal, origin);
    Displaced d = { .volume = 0.0 };
    DrySphere sphere;
    DryBox box;
    DryEllipsoid ellipsoid;
    Ringed ringed;
    DryMass of_one;
    const DryHull *hull = dry_shape_hull(world, shape);
    if (dry_shape_sphere(world, shape, &sphere)) {
        d = ball_under((double)sphere.radius, n, h);
    } else if (dry_shape_box(world, shape, &box)) {
        d = box_under(dvec_of(box.half_extents), n, h);
    } else if (dry_shape_ellipsoid(world, shape, &ellipsoid)) {
        d = ellipsoid_under(dvec_of(ellipsoid.radii), n, h);
    } else if (hull != NULL) {
        d = hull_under(hull, n, h);
    } else if (make_ringed(world, shape, &ringed, &of_one)) {
        d = ringed_under(&ringed, (double)of_one.mass, n, h);
    }
    d.center = dvec_add_scaled(origin, dvec_rotate(frame.rotation, d.center), 1.0);
    return d;
}

double dry_shape_volume_below(const DryWorld *world, DryShapeId shape, DryPos surface, DryVec3 normal,
                              DryPos *center)
{
    const char *call = "dry_shape_volume_below";
    if (!dry_shape_is_valid(world, shape)) {
        (void)dry__kit_fail(DRY_ERROR_ID, call, "the shape is none or stale");
        return 0.0;
    }
    if (!dry__kit_pos_finite(surface) || !dry__kit_within(dry_vec3_dot(normal, normal), 0.998f, 1.002f)) {
        (void)dry__kit_fail(DRY_ERROR_ARGUMENT, call, "it needs a finite surface and a unit normal");
        return 0.0;
    }
    DryPose pose = dry_body_pose(world, dry_shape_body(world, shape));
    DVec n = dvec_of(normal),
         way = dvec(surface.x - pose.position.x, surface.y - pose.position.y, surface.z - pose.position.z);
    Displaced d = dry__displaced(world, shape, dvec_rotate_inverse(pose.rotation, n), dvec_dot(n, way));
    if (d.volume > 0.0 && center != NULL) {
        DVec c = dvec_rotate(pose.rotation, d.center);
        *center = dry_pos(pose.position.x + c.x, pose.position.y + c.y, pose.position.z + c.z);
    }
    return d.volume;
}
