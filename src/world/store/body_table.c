#include "world/store/body_table.h"

int32_t dry__body_table_take(BodyTable *table)
{
    int32_t count = id_records(&table->ids);
    if (!array_reserve(&table->motion, count) || !array_reserve(&table->cold, count) ||
        (table->counting && !array_reserve(&table->work, count)) ||
        (table->averaging && !array_reserve(&table->means, count))) {
        return -1;
    }
    int32_t slot = dry__id_take(&table->ids);
    if (slot < 0) {
        return -1;
    }
    (void)array_resize(&table->motion, count);
    (void)array_resize(&table->cold, count);
    if (table->counting) {
        (void)array_resize(&table->work, count);
        table->work.data[slot] = (DryWork){ 0 };
    }
    if (table->averaging) {
        (void)array_resize(&table->means, count);
        table->means.data[slot] = (BodyMean){ 0 };
    }
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

bool dry__body_table_count_work(BodyTable *table, bool counting)
{
    int32_t count = counting ? table->cold.count : 0;
    if (!array_resize(&table->work, count)) {
        return false;
    }
    for (int32_t i = 0; i < count; ++i) {
        table->work.data[i] = (DryWork){ 0 };
    }
    table->counting = counting;
    return true;
}

bool dry__body_table_average(BodyTable *table, bool averaging)
{
    int32_t count = averaging ? table->cold.count : 0;
    if (!array_resize(&table->means, count)) {
        return false;
    }
    for (int32_t i = 0; i < count; ++i) {
        table->means.data[i] = (BodyMean){ 0 };
    }
    table->averaging = averaging;
    return true;
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
    array_free(&table->work);
    array_free(&table->means);
}
