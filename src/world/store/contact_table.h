/* Pairs, contacts and manifolds.

   A *pair* is two proxies whose fat boxes overlap: a dense stream, walked every step. A *contact* is a pair
   with manifolds: a slot with a place in both bodies' lists. *Manifolds* are slots of a pool; the active ones
   are listed by colour. A contact whose bodies all sleep is dormant: it keeps its manifolds, but has no pair
   and no colour.               */
#ifndef DRY_WORLD_CONTACT_TABLE_H
#define DRY_WORLD_CONTACT_TABLE_H

#include "base/hash.h"
#include "base/idpool.h"
#include "collision/pair.h"
#include "solver/contact.h"
#include <drystone/world.h>

enum {
    CONTACT_DYNAMIC_COLORS = 32, /* colours 0..31: both bodies dynamic */
    CONTACT_COLORS = 63,         /* 32..62: one dynamic body; they are solved after the others */
    CONTACT_OVERFLOW = 63,
    CONTACT_COLOR_LISTS = 64
};

enum {
    CONTACT_SENSOR = 1,
    CONTACT_TOUCHING = 2, /* reported as begun */
    CONTACT_EVENTS = 8,
    CONTACT_HITS = 16,
    CONTACT_BOUNCY = 32,
    CONTACT_SURFACE = 64,      /* a material moves along its surface */
    CONTACT_APART = 128,       /* it began as an overlap, or was put into one, and is being pushed apart */
    CONTACT_MODIFY = 1 << 22,  /* the contact modifier is to be asked about it */
    CONTACT_ASKED = 1 << 23,   /* it was in some step */
    CONTACT_FILTERED = 1 << 24 /* it dropped all points in the latest step */
};

/* What the pair's materials have that most have not; also of Contact.flags. */
enum {
    CONTACT_GRAIN_A = 1 << 16, /* friction depends on a direction of A's material, or of B's */
    CONTACT_GRAIN_B = 1 << 17,
    CONTACT_TORSION = 1 << 18,
    CONTACT_SPRING = 1 << 19,
    CONTACT_SOFT = 1 << 20,
    CONTACT_SPECIAL = CONTACT_GRAIN_A | CONTACT_GRAIN_B | CONTACT_TORSION | CONTACT_SPRING | CONTACT_SOFT,
    CONTACT_PALETTE = 1 << 21 /* triangles have materials of their own: mixed manifold by manifold */
};

/* The stream, as parallel arrays of pair_count elements. */
typedef struct PairKey {
    int32_t shape_a, shape_b;
} PairKey;

typedef struct Contact {
    int32_t pair; /* place in the stream, or -1: dormant */
    int32_t shape_a, shape_b;
    int32_t body[2];
    int32_t next[2], previous[2]; /* edges (contact * 2 + side) in the bodies' lists, or -1 */
    int32_t manifold;             /* first, or -1 */
    int32_t manifold_count;
    uint32_t flags;
    PairCache cache;                                                        /* of a dormant contact */
    float friction, dynamic_friction, restitution, rolling, rolling_radius; /* of ContactTable.mixes */
} Contact;

enum {
    LINK_DROPPED = (1 << MANIFOLD_MAX_POINTS) - 1,
    LINK_TURNED = 1 << MANIFOLD_MAX_POINTS /* the contact modifier changed the normal */
};

typedef struct ManifoldLink {
    int32_t contact; /* -1: free */
    int32_t next;    /* next manifold of the contact, or -1 */
    int32_t color;   /* -1: not active */
    int32_t place;   /* in the colour's list */
    float approach;  /* speed at which the points came together before the latest solve, m/s */
    uint32_t marks;  /* of the contact modifier, from the latest step. Bit i: it dropped point i */
} ManifoldLink;

static inline bool link_drops(const ManifoldLink *link, int32_t point)
{
    return (link->marks >> point & 1u) != 0;
}

typedef struct ColorList {
    ARRAY(int32_t) manifolds;
} ColorList;

typedef struct ContactTable {
    ARRAY(PairKey) pair_keys;
    ARRAY(float) pair_gaps; /* lower bound on the separation; 0 for a pair that must be tested */
    ARRAY(PairCache) pair_caches;
    ARRAY(int32_t) pair_contacts; /* contact slot, or -1 */
    PairMap map;                  /* shapes -> place in the stream, or PAIR_DORMANT */
    IdPool ids;
    ARRAY(Contact) contacts;
    ARRAY(DryContactMaterial) mixes; /* beside the contacts: what the two shapes' materials come to */
    IdPool manifold_ids;
    ARRAY(Manifold) manifolds;
    ARRAY(ManifoldLink) links;
    ColorList colors[CONTACT_COLOR_LISTS];
    bool regrouped; /* active manifolds came or went since the latest step */
    bool dense;     /* as they were grouped then, none can be solved directly */
} ContactTable;

enum {
    PAIR_DORMANT = 0x7fffffff
};

/* Makes room for `extra` more pairs, so that adding them cannot fail. */
bool dry__contact_reserve_pairs(ContactTable *t, int32_t extra);
/* Makes room for `extra` more contacts with `manifolds` more manifolds in any colour. */
bool dry__contact_reserve(ContactTable *t, int32_t extra, int32_t manifolds);

/* Appends a pair (room was reserved) and returns its place. */
int32_t dry__contact_add_pair(ContactTable *t, int32_t shape_a, int32_t shape_b);
/* Removes a pair from the stream by moving the last one into its place; keeps the map's key when `dormant`.
 */
void dry__contact_remove_pair(ContactTable *t, int32_t pair, bool dormant);

/* Takes a contact slot without lists (room was reserved). */
int32_t dry__contact_take(ContactTable *t);
void dry__contact_release(ContactTable *t, int32_t contact);

/* Takes a zeroed manifold and puts it at the end of the contact's chain. */
int32_t dry__manifold_take(ContactTable *t, int32_t contact);
/* Gives back the manifold, which must have no colour and be no longer in a chain. */
void dry__manifold_release(ContactTable *t, int32_t manifold);

/* Lists the manifold under the colour, or under CONTACT_OVERFLOW when that list cannot grow; returns which.
 */
int32_t dry__manifold_set_color(ContactTable *t, int32_t manifold, int32_t color);
void dry__manifold_clear_color(ContactTable *t, int32_t manifold);

void dry__contact_table_free(ContactTable *t);

#endif
