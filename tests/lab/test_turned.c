/* The same rows with every scene turned: nothing may depend on the axes of the world. */
#include "gate.h"

int main(void)
{
    return gate_run("gate rows, turned", true);
}
