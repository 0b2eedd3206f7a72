#define _POSIX_C_SOURCE 200809L

#include "tools/output.h"

#include "tools/command.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

void output_begin(void)
{
    struct sigaction ignore = { .sa_handler = SIG_IGN };
    (void)sigaction(SIGPIPE, &ignore, NULL);
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream) {
        if (fcntl(stream, F_GETFD) == -1 && errno == EBADF) {
            /* opened the wrong way round, so that using it still fails */
            (void)open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
        }
    }
}

/* Why the first write failed; 0: none did, -1: not known. A later one need not fail again. */
static int failure;

bool output_good(void)
{
    errno = 0;
    if (failure == 0 && (fflush(stdout) != 0 || ferror(stdout))) {
        failure = errno > 0 ? errno : -1;
    }
    return failure == 0;
}

int output_end(int status)
{
    if (output_good()) {
        return status;
    }
    fprintf(stderr, "drystone: standard output: %s\n", failure > 0 ? strerror(failure) : "cannot be written");
    return status == STATUS_OK ? STATUS_FAILED : status;
}
