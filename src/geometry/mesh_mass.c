#include "base/error.h"
#include "geometry/check.h"
#include "geometry/mesh.h"
#include "geometry/solid.h"

/* About a point in or near the triangles, so that nothing cancels far from the origin. gross: six times the
   sum of the tetrahedra's volumes, whichever way they turn. */
static Moments integrate(const DryVec3 *vertices, const MeshTriangle *triangles, int32_t count, D3 origin,
                         double *gross)
{
    Moments moments = { 0 };
    *gross = 0.0;
    for (int32_t i = 0; i < count; ++i) {
        const int32_t *v = triangles[i].vertex;
        double before = moments.volume;
        dry__moments_add(&moments, d3_sub(d3_from(vertices[v[0]]), origin),
                         d3_sub(d3_from(vertices[v[1]]), origin), d3_sub(d3_from(vertices[v[2]]), origin));
        *gross += fabs(moments.volume - before);
    }
    return moments;
}

double dry__mesh_volume(const MeshDraft *draft)
{
    DryVec3 lower = draft->vertices[draft->triangles[0].vertex[0]], upper = lower;
    for (int32_t i = 0; i < draft->triangle_count; ++i) {
        for (int k = 0; k < 3; ++k) {
            DryVec3 p = draft->vertices[draft->triangles[i].vertex[k]];
            lower = v3_min(p, lower);
            upper = v3_max(p, upper);
        }
    }
    D3 origin = d3_scale(d3_add(d3_from(lower), d3_from(upper)), 0.5);
    double gross,
        net = integrate(draft->vertices, draft->triangles, draft->triangle_count, origin, &gross).volume;
    /* what is left when all cancels is rounding, as for a sheet with a front and a back */
    return fabs(net) > 1e-12 * gross ? net / 6.0 : 0.0;
}

static DryStatus check_inside(const DryMesh *mesh)
{
    if (!mesh->closed) {
        return dry__error_set(DRY_ERROR_GEOMETRY,
                              "dry_mesh_mass: the mesh has no inside: %d edges are open, %d flipped, %d have "
                              "more than two triangles",
                              mesh->open_edges, mesh->flipped_edges, mesh->non_manifold_edges);
    }
    if (mesh->volume == 0.0) {
        return dry__error_set(DRY_ERROR_GEOMETRY, "dry_mesh_mass: the mesh has no inside: its volume is 0");
    }
    if (!(mesh->volume > 0.0)) {
        return dry__error_set(DRY_ERROR_GEOMETRY,
                              "dry_mesh_mass: the mesh is inside out: its volume is %g m^3", mesh->volume);
    }
    return DRY_OK;
}

DryStatus dry_mesh_mass(const DryMesh *mesh, float density, DryMass *mass)
{
    DryStatus status = dry__solid_check("dry_mesh_mass", dry__check_mesh(mesh), density, mass);
    status = status == DRY_OK ? check_inside(mesh) : status;
    if (status != DRY_OK) {
        return status;
    }
    /* about the middle of the bounds first, then about the centroid */
    D3 origin = d3_scale(d3_add(d3_from(mesh->lower), d3_from(mesh->upper)), 0.5);
    double gross;
    Moments m = integrate(mesh->vertices, mesh->triangles, mesh->triangle_count, origin, &gross);
    if (m.volume > 0.0) {
        origin = d3_mad(origin, m.first, 1.0 / (4.0 * m.volume));
    }
    m = integrate(mesh->vertices, mesh->triangles, mesh->triangle_count, origin, &gross);
    double s = (double)density / 120.0;
    Solid solid = { .mass = (double)density * m.volume / 6.0, .center = origin };
    solid.xx = s * (m.yy + m.zz);
    solid.yy = s * (m.xx + m.zz);
    solid.zz = s * (m.xx + m.yy);
    solid.xy = 0.0 - s * m.xy;
    solid.xz = 0.0 - s * m.xz;
    solid.yz = 0.0 - s * m.yz;
    return dry__solid_finish("dry_mesh_mass", &solid, mass);
}
