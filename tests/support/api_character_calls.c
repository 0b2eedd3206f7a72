/* Characters of kit.h: each lives for one call. */
#include "support/api_run.h"

static Answer walk(ApiRun *r, DryWorld *w)
{
    DryCharacterDef def = dry_character_def_default(w);
    def.position = api_place(r);
    def.up = api_coin(r) ? dry_vec3(0, 1, 0) : api_vector(r, 1.0f);
    def.radius = api_number(r, 0.1f, 0.5f);
    def.height = api_number(r, 1.0f, 2.0f);
    def.presence = api_coin(r);
    def.settings.filter = api_coin(r) ? DRY_FILTER_ALL : api_filter(r);
    def.settings.push_force = api_number(r, 0.0f, 1000.0f);
    DryCharacter *c = dry_character_create(w, &def);
    if (c == NULL) {
        return (Answer){ 0, 1 };
    }
    uint64_t h = 0;
    int moves = 1 + api_choose(r, 3);
    for (int i = 0; i < moves; ++i) {
        DryCharacterInput input = { .jump = api_coin(r) };
        input.move = api_vector(r, 1.0f);
        input.speed = api_number(r, 0.0f, 20.0f);
        input.jump_speed = api_number(r, 0.0f, 8.0f);
        float dt = api_number(r, 0.0f, 0.05f), height = api_number(r, 1.0f, 2.0f);
        DryStatus answers[2] = { dry_character_update(c, &input, dt), dry_character_set_height(c, height) };
        DryPos p = dry_character_position(c);
        h = api_mix(MIX(h, answers), &p, sizeof p);
    }
    dry_character_destroy(c);
    return (Answer){ h, 0 };
}

const Call api_character_calls[] = {
    { "walk", walk, 6 },
    { NULL, NULL, 0 },
};
