/* The standard output: a figure that nobody could read must not pass for one that was told. */
#ifndef TOOLS_OUTPUT_H
#define TOOLS_OUTPUT_H

#include <stdbool.h>

/* At the start: a reader that leaves early (`drystone run ... | head -1`) does not end the program, which has
   files to write, and no file that is opened later takes the place of a closed standard stream. */
void output_begin(void);
/* Whether everything so far could be written. Writes what is pending. */
bool output_good(void);
/* At the end: tells in one line when something could not be written, and turns STATUS_OK into STATUS_FAILED
   then. Returns the exit status. */
int output_end(int status);

#endif
