#include "kit/character_push.h"

static bool is_same(DryBodyId a, DryBodyId b)
{
    return a.index == b.index && a.generation == b.generation;
}

/* Force that would bring the body's material to the wanted speed along the normal within the step. */
static double want(const Mover *m, const DryCharacterContact *c, DVec wanted)
{
    DVec normal = dvec_of(c->normal);
    DVec there = dvec_of(dry_body_point_velocity(m->world, c->body, c->point));
    double missing = dvec_dot(normal, dvec_sub(there, wanted));
    double mass = (double)dry_body_mass(m->world, c->body).mass;
    return missing > 0.0 ? mass * missing / m->dt : 0.0;
}

/* Pushed are bodies beside and above; what is below bears the weight. */
static bool is_pushed(const Mover *m, const DryCharacterContact *c, const DryCharacterGround *ground)
{
    return dry_body_type(m->world, c->body) == DRY_DYNAMIC && mover_up(m, c->normal) < 0.7 &&
           !(ground->state == DRY_GROUND_FIRM && is_same(c->body, ground->body));
}

void dry__character_forces(Mover *m, DVec wanted, const DryCharacterGround *ground, double weight)
{
    double sum = 0.0, most = (double)m->settings.push_force;
    double forces[DRY_CHARACTER_MAX_CONTACTS] = { 0 };
    if (!(m->dt > 0.0)) {
        return;
    }
    for (int32_t i = 0; i < m->contact_count; ++i) {
        bool counted = false; /* a body that is met twice is pushed once */
        for (int32_t k = 0; k < i; ++k) {
            counted = counted || (forces[k] > 0.0 && is_same(m->contacts[k].body, m->contacts[i].body));
        }
        if (!counted && is_pushed(m, &m->contacts[i], ground)) {
            forces[i] = want(m, &m->contacts[i], wanted);
            sum += forces[i];
        }
    }
    double share = sum > most ? most / sum : 1.0;
    for (int32_t i = 0; i < m->contact_count; ++i) {
        DryCharacterContact *c = &m->contacts[i];
        DVec normal = dvec_of(c->normal);
        DVec way = dvec_dot(normal, m->up) > 0.0 ? dvec_across(normal, m->up) : normal;
        c->force = dvec_single(dvec_scale(way, -forces[i] * share));
        if (ground->state == DRY_GROUND_FIRM && is_same(c->body, ground->body) &&
            c->shape.index == ground->shape.index && dry_vec3_dot(c->normal, ground->normal) > 0.999f &&
            dry_body_type(m->world, c->body) == DRY_DYNAMIC) {
            c->force = dvec_single(dvec_scale(m->up, -weight));
        }
    }
}

/* Hands reach to where the body's middle is, if that is not below the feet or above the head. */
static DryPos grip(const Mover *m, const DryCharacterContact *c)
{
    double height = dvec_dot(m->up, dvec_between(m->feet, c->point));
    double middle = dvec_dot(m->up, dvec_between(m->feet, dry_body_center(m->world, c->body)));
    middle = middle < 0.0 ? 0.0 : middle > m->height ? m->height : middle;
    DVec shift = dvec_scale(m->up, middle - height);
    return dry_pos(c->point.x + shift.x, c->point.y + shift.y, c->point.z + shift.z);
}

void dry__character_press(Mover *m, const DryCharacterGround *ground, bool fresh)
{
    for (int32_t i = 0; i < m->contact_count; ++i) {
        DryCharacterContact *c = &m->contacts[i];
        if (!(dry_vec3_length(c->force) > 0.0f)) {
            continue;
        }
        bool stands = ground->state == DRY_GROUND_FIRM && is_same(c->body, ground->body);
        DryWake wake = stands && !fresh ? DRY_DONT_WAKE : DRY_WAKE;
        DryPos point = stands ? c->point : grip(m, c);
        if (dry_body_apply_force(m->world, c->body, c->force, point, wake) != DRY_OK) {
            c->force = dry_vec3(0.0f, 0.0f, 0.0f);
        }
    }
}
