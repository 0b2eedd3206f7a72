/* What a character is made of. */
#ifndef DRY_KIT_CHARACTER_PARTS_H
#define DRY_KIT_CHARACTER_PARTS_H

#include <drystone/character.h>

struct DryCharacter {
    DryWorldWatch watch; /* first: the world's call finds the character by it */
    DryWorld *world;     /* null once it is gone */
    float radius, skin;
    bool has_presence;
    DryCharacterSettings settings;
    DryCharacterState state;
    DryCharacterMotion motion;
    DryCharacterContact contacts[DRY_CHARACTER_MAX_CONTACTS];
    int32_t contact_count;
};

#endif
