/**
 * @file
 * What is built on top of the world with the public functions alone, ready to use and to copy from.
 */
#ifndef DRYSTONE_KIT_H
#define DRYSTONE_KIT_H

#include <drystone/character.h>
#include <drystone/fields.h>

#endif
