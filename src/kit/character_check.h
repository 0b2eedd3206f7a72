/* What a character may be given. */
#ifndef DRY_KIT_CHARACTER_CHECK_H
#define DRY_KIT_CHARACTER_CHECK_H

#include "kit/character_parts.h"

/* DRY_OK, or what the call answers, with its message set. */

DryStatus dry__character_check_def(const DryCharacterDef *def, const char *call);
DryStatus dry__character_check_settings(const DryCharacterSettings *settings, const char *call);
DryStatus dry__character_check_height(float height, float radius, const char *call);
DryStatus dry__character_check_place(DryPos position, const char *call);
DryStatus dry__character_check_up(DryVec3 up, const char *call);
DryStatus dry__character_check_state(const DryCharacter *character, const DryCharacterState *state,
                                     const char *call);
DryStatus dry__character_check_input(const DryCharacterInput *input, const char *call);

/* That there is a world, which does not step, and the presence is there. */
DryStatus dry__character_check_ready(const DryCharacter *character, const char *call);

DryStatus dry__character_check_dt(float dt, const char *call);
DryStatus dry__character_check_velocity(DryVec3 velocity, const char *call);

#endif
