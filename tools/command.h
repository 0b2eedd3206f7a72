/* The commands of the program, and its exit statuses. */
#ifndef TOOLS_COMMAND_H
#define TOOLS_COMMAND_H

enum {
    STATUS_OK = 0,     /* done as asked */
    STATUS_FAILED = 1, /* it ran, and the result is not good */
    STATUS_INPUT = 2   /* the command line or a file is wrong */
};

/* Each gets its own arguments; argv[0] is the command's name. Returns an exit status. */
int command_run(int argc, const char **argv);
int command_lab(int argc, const char **argv);
int command_bench(int argc, const char **argv);
int command_tune(int argc, const char **argv);
int command_inspect(int argc, const char **argv);

#endif
