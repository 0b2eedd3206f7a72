/* What the parts of the check of invariants share. */
#ifndef SUPPORT_INVARIANTS_CHECK_H
#define SUPPORT_INVARIANTS_CHECK_H

#include "world/store/world.h"

/* One walk over the world. `wrong` is set by the first failure; later ones are ignored. */
typedef struct Check {
    const DryWorld *w;
    const WorldState *s;
    bool wrong;
} Check;

void invariants_report(Check *c, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Leaves the calling function at the first thing that does not hold: what follows may rely on it. */
#define HOLDS(condition, ...)                  \
    do {                                       \
        if (!(condition)) {                    \
            invariants_report(c, __VA_ARGS__); \
            return;                            \
        }                                      \
    } while (0)

static inline bool body_alive(const Check *c, int32_t body)
{
    return id_alive(&c->s->bodies.ids, body);
}

static inline bool shape_alive(const Check *c, int32_t shape)
{
    return id_alive(&c->s->shapes.ids, shape);
}

static inline bool is_dynamic(const Check *c, int32_t body)
{
    return body_is_dynamic(world_body(c->w, body));
}

/* Contacts, pairs, joints and colours. */
void invariants_contacts(Check *c);
void invariants_pairs(Check *c);
void invariants_joints(Check *c);
void invariants_colors(Check *c);

#endif
