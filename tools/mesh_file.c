/* Mesh files are read in a child process: assimp, which does the reading, can crash or go on for ever on
   files that are damaged. The child hands the triangles over through a pipe. */
#define _POSIX_C_SOURCE 200809L

#include "tools/mesh_file.h"

#include "tools/mesh_import.h"
#include "tools/obj_check.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* Processor time and memory of the child: many times what an undamaged file takes. */
#define LEAST_SECONDS 10u
#define BYTES_PER_SECOND 500000u
#define LEAST_MEMORY 1000000000u
#define MEMORY_PER_BYTE 200u

static bool fail(MeshFile *file, const char *reason)
{
    snprintf(file->message, sizeof file->message, "%s", reason);
    return false;
}

static bool known_format(const char *path, char ending[6])
{
    static const char *const known[] = { "obj", "stl", "ply", "gltf", "glb" };
    const char *dot = strrchr(path, '.');
    size_t length = dot ? strlen(dot + 1) : 0;
    if (length == 0 || length > 4) {
        return false;
    }
    for (size_t i = 0; i <= length; ++i) {
        ending[i] = (char)tolower((unsigned char)dot[1 + i]);
    }
    for (size_t i = 0; i < sizeof known / sizeof known[0]; ++i) {
        if (strcmp(ending, known[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* The whole file, or null with errno. */
static char *load(const char *path, size_t *size)
{
    FILE *stream = fopen(path, "rb");
    char *text = NULL;
    *size = 0;
    for (size_t room = 1 << 16; stream; room *= 2) {
        char *more = realloc(text, room);
        if (!more) {
            free(text);
            text = NULL;
            break;
        }
        text = more;
        *size += fread(text + *size, 1, room - *size, stream);
        if (ferror(stream)) {
            int reason = errno;
            free(text);
            text = NULL;
            errno = reason;
            break;
        }
        if (*size < room) {
            break;
        }
    }
    if (stream) {
        int reason = errno;
        fclose(stream);
        errno = reason;
    }
    return text;
}

/* Whether the file is there, and, for OBJ, its lines are right. */
static bool check_file(MeshFile *file, const char *path, size_t *size)
{
    char ending[6], reason[240];
    if (!known_format(path, ending)) {
        return fail(file, " not one of .obj, .stl, .ply, .gltf, .glb");
    }
    char *text = load(path, size);
    if (!text) {
        snprintf(file->message, sizeof file->message, " %s", strerror(errno));
        return false;
    }
    bool good = strcmp(ending, "obj") != 0 || obj_check(text, *size, reason, sizeof reason);
    free(text);
    return good ? true : fail(file, reason);
}

static bool send(int pipe, const void *data, size_t size)
{
    for (const char *at = data; size > 0;) {
        ssize_t sent = write(pipe, at, size);
        if (sent < 0 && errno != EINTR) {
            return false;
        }
        at += sent > 0 ? sent : 0;
        size -= sent > 0 ? (size_t)sent : 0;
    }
    return true;
}

static bool receive(int pipe, void *data, size_t size)
{
    for (char *at = data; size > 0;) {
        ssize_t got = read(pipe, at, size);
        if (got == 0 || (got < 0 && errno != EINTR)) {
            return false;
        }
        at += got > 0 ? got : 0;
        size -= got > 0 ? (size_t)got : 0;
    }
    return true;
}

static void limit(int resource, rlim_t most)
{
    struct rlimit limits = { most, most };
    (void)setrlimit(resource, &limits);
}

static void confine(size_t file_size)
{
    int nowhere = open("/dev/null", O_WRONLY);
    if (nowhere >= 0) {
        (void)dup2(nowhere, STDERR_FILENO); /* last words of a crash */
    }
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_CPU, LEAST_SECONDS + file_size / BYTES_PER_SECOND);
#ifndef DRYSTONE_SANITIZED /* sanitizers map terabytes */
    limit(RLIMIT_AS, LEAST_MEMORY + (rlim_t)MEMORY_PER_BYTE * file_size);
#endif
}

static _Noreturn void read_as_child(int pipe, const char *path, double scale, size_t file_size)
{
    MeshFile file = { 0 };
    confine(file_size);
    bool good = mesh_import(&file, path, scale);
    int32_t count = good ? file.count : 0;
    good = send(pipe, file.message, sizeof file.message) && send(pipe, &count, sizeof count);
    for (int32_t i = 0; i < count && good; ++i) {
        const MeshPart *part = &file.parts[i];
        good = send(pipe, part, sizeof *part) &&
               send(pipe, part->points, (size_t)part->point_count * sizeof *part->points) &&
               send(pipe, part->indices, 3 * (size_t)part->triangle_count * sizeof *part->indices);
    }
    _exit(good ? 0 : 1);
}

static bool receive_part(MeshFile *file, int pipe)
{
    MeshPart *part = &file->parts[file->count];
    if (!receive(pipe, part, sizeof *part)) {
        return false;
    }
    size_t point_bytes = (size_t)part->point_count * sizeof *part->points;
    size_t index_bytes = 3 * (size_t)part->triangle_count * sizeof *part->indices;
    part->points = malloc(point_bytes);
    part->indices = malloc(index_bytes);
    ++file->count;
    return part->points && part->indices && receive(pipe, part->points, point_bytes) &&
           receive(pipe, part->indices, index_bytes);
}

static bool receive_all(MeshFile *file, int pipe)
{
    int32_t count = 0;
    if (!receive(pipe, file->message, sizeof file->message) || !receive(pipe, &count, sizeof count)) {
        return fail(file, " the file is damaged: its reader crashed, or took too much time or memory");
    }
    if (count == 0) {
        return false;
    }
    file->parts = calloc((size_t)count, sizeof *file->parts);
    bool good = file->parts != NULL;
    while (good && file->count < count) {
        good = receive_part(file, pipe);
    }
    return good ? true : fail(file, " out of memory");
}

static bool read_guarded(MeshFile *file, const char *path, double scale, size_t file_size)
{
    int ends[2];
    if (pipe(ends) != 0) {
        snprintf(file->message, sizeof file->message, " %s", strerror(errno));
        return false;
    }
    (void)fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        (void)close(ends[0]);
        read_as_child(ends[1], path, scale, file_size);
    }
    (void)close(ends[1]);
    bool good = child > 0 ? receive_all(file, ends[0]) : fail(file, " no process can be started to read it");
    (void)close(ends[0]);
    while (child > 0 && waitpid(child, NULL, 0) < 0 && errno == EINTR) {
    }
    return good;
}

bool mesh_file_read(MeshFile *file, const char *path, double scale)
{
    size_t size = 0;
    *file = (MeshFile){ 0 };
    return check_file(file, path, &size) && read_guarded(file, path, scale, size);
}

void mesh_file_free(MeshFile *file)
{
    for (int32_t i = 0; i < file->count; ++i) {
        free(file->parts[i].points);
        free(file->parts[i].indices);
    }
    free(file->parts);
    *file = (MeshFile){ 0 };
}
