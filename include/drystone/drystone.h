/**
 * @file
 * Everything of Drystone's public face.
 */
#ifndef DRYSTONE_H
#define DRYSTONE_H

#include <drystone/base.h>
#include <drystone/character.h>
#include <drystone/contacts.h>
#include <drystone/debug.h>
#include <drystone/energy.h>
#include <drystone/explosion.h>
#include <drystone/fields.h>
#include <drystone/geometry.h>
#include <drystone/joints.h>
#include <drystone/kit.h>
#include <drystone/laws.h>
#include <drystone/math.h>
#include <drystone/query.h>
#include <drystone/sleep.h>
#include <drystone/state.h>
#include <drystone/world.h>

#endif
