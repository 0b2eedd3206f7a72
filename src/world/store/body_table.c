#include "world/store/body_table.h"

int32_t dry__body_table_take(BodyTable *table)
{
    int32_t count = id_records(&table->ids);
    if (!array_reserve(&table->motion, count) || !array_reserve(&table->cold, count)) {
        return -1;
    }
    int32_t slot = dry__id_take(&table->ids);
    if (slot < 0) {
        return -1;
    }
    (void)array_resize(&table->motion, count);
    (void)array_resize(&table->cold, count);
    table->motion.data[slot] = (BodyMotion){ .rotation = dry_quat_identity() };
    table->cold.data[slot] = (BodyCold){
        .principal = dry_quat_identity(),
        .awake_index = -1,
        .island = -1,
        .island_next = -1,
        .shape_head = -1,
        .shape_tail = -1,
        .contact_head = -1,
        .joint_head = -1,
    };
    return slot;
}

void dry__body_table_release(BodyTable *table, int32_t slot)
{
    dry__id_release(&table->ids, slot);
}

void dry__body_table_free(BodyTable *table)
{
    dry__id_pool_free(&table->ids);
    array_free(&table->motion);
    array_free(&table->cold);
}
