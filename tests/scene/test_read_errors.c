/* Malformed and hostile files: each is refused with one line "file: place: reason". */
#if !defined(_WIN32) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L /* mkdir */
#endif

#include "rig.h"

#include "scene/limits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static void refused(const char *members, const char *parts)
{
    rig_refused(rig_document(members), parts);
}

static char *copy(const char *text)
{
    size_t size = strlen(text) + 1;
    char *result = malloc(size);
    assert_non_null(result);
    memcpy(result, text, size);
    return result;
}

static void test_no_gltf(void **state)
{
    (void)state;
    rig_refused(copy(""), "test.gltf: is empty");
    rig_refused(copy(" \n\t "), "white space");
    rig_refused(copy("{"), "line 1 column 1: |cut off");
    rig_refused(copy("{\"asset\":{\"vers"), "line 1 column 15: |cut off");
    rig_refused(copy("{'asset':{}}"), "line 1 column 2: |'");
    rig_refused(copy("{\"asset\":{}}}"), "line 1 column 13: text after the end");
    rig_refused(copy("\x89PNG\r\n\x1a\n"), "neither glTF text|nor a .glb|89 50 4e 47");
    rig_refused(copy("solid cube"), "neither glTF text|nor a .glb|73 6f 6c 69");
    rig_refused(copy("gl"), "neither glTF text|the first bytes are 67 6c");
    rig_refused(copy("{\"asset\":\"\xff\"}"), "line 1 column 10: |no UTF-8");
    rig_refused(copy("{\"asset\":\"\\u0000\"}"), "line 1 column|\\u0000");
    rig_refused(copy("{\"\\u0000\":1}"), "line 1 column|\\u0000");
    rig_refused(copy("{\"asset\":1e999}"), "line 1 column 14: the number is too large near '1e999'");
    rig_refused(copy("{\"asset\":99999999999999999999}"), "line 1 column 29: the number is too large");
    rig_refused(copy("{\"asset\":{\"version\":\"2.0\"}, \"nodes\":[1,}"), "line 1 column 40");
    rig_refused(copy("[]"), "object");
    rig_refused(copy("{}"), "asset|missing");
    rig_refused(copy("{\"asset\":{\"version\":\"1.0\"}}"), "asset|1.0");
    rig_refused(copy("{\"asset\":3}"), "asset|is a number, must be an object");
    rig_refused(copy("{\"asset\":{\"version\":\"2.0\"},\"a\":1,\"a\":2}"), "duplicate key|\"a\"");
}

static void test_deep_json(void **state)
{
    (void)state;
    enum {
        DEPTH = 200000
    };
    char *text = malloc(DEPTH + 1);
    assert_non_null(text);
    memset(text, '[', DEPTH);
    text[DEPTH] = '\0';
    rig_refused(text, "line 1 column 2049: arrays and objects are nested more than 2048 deep");
}

static void test_nodes(void **state)
{
    (void)state;
    refused("'nodes':7", "nodes: is a number, must be an array");
    refused("'nodes':[7]", "nodes[0]: is a number, must be an object");
    refused("'nodes':[{'mesh':3}]", "nodes[0].mesh: is 3, but the file has 0 meshes");
    refused("'nodes':[{'mesh':-1}],'meshes':[{}]", "nodes[0].mesh: is -1");
    refused("'nodes':[{'mesh':0.5}],'meshes':[{}]", "nodes[0].mesh|integer");
    refused("'nodes':[{'children':[1]}]", "nodes[0].children[0]");
    refused("'nodes':[{'children':[0]}]", "nodes[0].children[0]: a node is its own child");
    refused("'nodes':[{'children':[1]},{'children':[0]}]", "circle");
    refused("'nodes':[{'children':[1]},{'children':[2]},{'children':[1]}]",
            "nodes[2].children[0]|two parents, 0 and 2");
    refused("'nodes':[{'children':[1,1]},{}]", "nodes[0].children[1]|two parents");
    refused("'nodes':[{'translation':[1,2]}]", "nodes[0].translation: has 2 items, must have 3");
    refused("'nodes':[{'translation':[1,2,'x']}]", "nodes[0].translation[2]: is a string");
    refused("'nodes':[{'translation':[1,2,1e300]}]", "nodes[0].translation[2]|1e+300");
    refused("'nodes':[{'translation':[1,2,1e999]}]", "line 1");
    refused("'nodes':[{'rotation':[0,0,0,0]}]", "nodes[0]: the rotation is zero");
    refused("'nodes':[{'matrix':[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],'scale':[1,1,1]}]", "nodes[0]|matrix and");
    refused("'nodes':[{'matrix':[1,0,0,1,0,1,0,0,0,0,1,0,0,0,0,1]}]", "nodes[0]|last row");
    refused("'scenes':[{'nodes':[1]}],'nodes':[{}]", "scenes[0].nodes[0]");
    refused("'scenes':[{'nodes':[0,0]}],'nodes':[{}]", "scenes[0].nodes[1]|twice");
    refused("'scenes':[{'nodes':[1]}],'nodes':[{'children':[1]},{}]", "scenes[0].nodes[0]|no root");
    refused("'scene':1,'scenes':[{}]", "scene: is 1, but the file has 1 scenes");
}

/* A chain of nodes, each the parent of the next; with a scale that grows out of range when the chain is long
 * enough. */
static char *chain(int count, const char *each)
{
    size_t size = (size_t)count * 64 + 64;
    char *members = malloc(size);
    assert_non_null(members);
    size_t used = (size_t)snprintf(members, size, "'nodes':[");
    for (int i = 0; i < count; ++i)
        used += (size_t)snprintf(members + used, size - used, i + 1 < count ? "{'children':[%d]%s}," : "{}",
                                 i + 1, each);
    (void)snprintf(members + used, size - used, "]");
    char *document = rig_document(members);
    free(members);
    return document;
}

static void test_depth(void **state)
{
    (void)state;
    SceneRig rig = rig_build(chain(DRY_SCENE_MAX_DEPTH, ""));
    assert_int_equal(rig.scene->order_count, DRY_SCENE_MAX_DEPTH);
    rig_destroy(&rig);
    rig_refused(chain(DRY_SCENE_MAX_DEPTH + 1, ""), "deeper than 512");
    rig_refused(chain(40, ",'scale':[1e14,1,1]"), "not finite");
}

static void test_counts(void **state)
{
    (void)state;
    refused("'accessors':[{'count':1e18,'componentType':5126,'type':'VEC3'}]",
            "accessors[0].count: is 1000000000000000000");
    refused("'accessors':[{'count':4294967297,'componentType':5126,'type':'VEC3'}]", "accessors[0].count");
    refused("'accessors':[{'count':0,'componentType':5126,'type':'VEC3'}]", "accessors[0].count");
    refused("'buffers':[{'byteLength':1e15}]", "buffers[0].byteLength");
    refused("'buffers':[{'byteLength':-4}]", "buffers[0].byteLength: is -4");
    /* a big accessor without data costs nothing until a collider needs it */
    SceneRig rig =
        rig_build(rig_document("'accessors':[{'count':60000000,'componentType':5126,'type':'VEC3'}]"));
    rig_destroy(&rig);
    refused(
        "'accessors':[{'count':60000000,'componentType':5126,'type':'VEC3'}],"
        "'meshes':[{'primitives':[{'attributes':{'POSITION':0}}]}],"
        "'nodes':[{'mesh':0,'extensions':{'KHR_physics_rigid_bodies':{'collider':{'geometry':{'node':0}}}}}]",
        "meshes[0]|16777216 vertices");
}

static void test_buffers(void **state)
{
    (void)state;
    refused("'buffers':[{'byteLength':8,'uri':'data:application/octet-stream;base64,AAAA'}]",
            "buffers[0]: byteLength is 8, but there are 3 bytes");
    refused("'buffers':[{'byteLength':3,'uri':'data:application/octet-stream;base64,AA*A'}]",
            "buffers[0].uri|damaged");
    refused("'buffers':[{'byteLength':3,'uri':'data:text/plain,abc'}]", "buffers[0].uri|base64");
    refused("'buffers':[{'byteLength':3,'uri':'data:'}]", "buffers[0].uri|base64");
    refused("'buffers':[{'uri':'data:;base64,AAAA'}]", "buffers[0]: has no byteLength");
    refused("'buffers':[{'byteLength':3,'uri':'x.bin'}]", "buffers[0].uri|not allowed");
#define BUFFER "'buffers':[{'byteLength':12,'uri':'data:;base64,AAAAAAAAAAAAAAAA'}],"
    refused(BUFFER "'bufferViews':[{'buffer':1,'byteLength':4}]", "bufferViews[0].buffer: is 1");
    refused(BUFFER "'bufferViews':[{'buffer':0,'byteLength':13}]",
            "bufferViews[0]: bytes 0..13 of buffers[0], which has 12");
    refused(BUFFER "'bufferViews':[{'buffer':0,'byteOffset':2147483647,'byteLength':2147483647}]",
            "bufferViews[0]");
    refused(BUFFER "'bufferViews':[{'buffer':0,'byteOffset':-1,'byteLength':2}]",
            "bufferViews[0].byteOffset");
    refused(BUFFER "'bufferViews':[{'buffer':0}]", "bufferViews[0]: has no byteLength");
    refused(BUFFER "'bufferViews':[{'buffer':0,'byteLength':12,'byteStride':2}]",
            "bufferViews[0].byteStride");
#define VIEW BUFFER "'bufferViews':[{'buffer':0,'byteLength':12}],"
    refused(VIEW "'accessors':[{'bufferView':0,'count':2,'componentType':5126,'type':'VEC3'}]",
            "accessors[0]: 2 elements need bytes 0..24 of bufferViews[0], which has 12");
    refused(VIEW "'accessors':[{'bufferView':0,'byteOffset':4,'count':1,'componentType':5126,'type':'VEC3'}]",
            "accessors[0]");
    refused(VIEW "'accessors':[{'bufferView':0,'count':1,'componentType':5124,'type':'VEC3'}]",
            "accessors[0]|5124");
    refused(VIEW "'accessors':[{'bufferView':0,'count':1,'componentType':5126,'type':'VEC5'}]",
            "accessors[0]|VEC5");
    refused(VIEW "'accessors':[{'bufferView':9,'count':1,'componentType':5126,'type':'VEC3'}]",
            "accessors[0].bufferView");
    refused(VIEW "'accessors':[{'count':1,'componentType':5126,'type':'VEC3','sparse':{'count':2}}]",
            "accessors[0].sparse");
    refused(VIEW
            "'accessors':[{'count':1,'componentType':5126,'type':'VEC3','sparse':{'count':1,"
            "'indices':{'bufferView':0,'componentType':5125,'byteOffset':10},'values':{'bufferView':0}}}]",
            "accessors[0].sparse.indices");
}

#define TRIANGLE                                                                                \
    "'buffers':[{'byteLength':42,'uri':'data:;base64,"                                          \
    "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAABAAkA'}],"                              \
    "'bufferViews':[{'buffer':0,'byteLength':36},{'buffer':0,'byteOffset':36,'byteLength':6}]," \
    "'accessors':[{'bufferView':0,'count':3,'componentType':5126,'type':'VEC3'},"               \
    "{'bufferView':1,'count':3,'componentType':5123,'type':'SCALAR'},"                          \
    "{'count':3,'componentType':5126,'type':'VEC3'}],"
#define COLLIDER \
    "'nodes':[{'mesh':0,'extensions':{'KHR_physics_rigid_bodies':{'collider':{'geometry':{'node':0}}}}}]"

static void test_meshes(void **state)
{
    (void)state;
    refused(TRIANGLE "'meshes':[{'primitives':[{'attributes':{'POSITION':0},'indices':1}]}]," COLLIDER,
            "meshes[0].primitives[0]: index 9 of 3 vertices");
    refused(TRIANGLE "'meshes':[{'primitives':[{'attributes':{'POSITION':1}}]}]," COLLIDER,
            "meshes[0].primitives[0]|VEC3");
    refused(TRIANGLE "'meshes':[{'primitives':[{'attributes':{'POSITION':7}}]}]," COLLIDER,
            "meshes[0].primitives[0].attributes.POSITION: is 7");
    refused(TRIANGLE "'meshes':[{'primitives':[{'attributes':{'POSITION':0},'mode':9}]}]," COLLIDER,
            "primitives[0].mode");
    refused(TRIANGLE "'meshes':[{'primitives':[{'attributes':{'POSITION':0},'indices':0}]}]," COLLIDER,
            "no indices");
    refused(TRIANGLE "'meshes':[{'primitives':[{'attributes':{'POSITION':2},'extensions':{'KHR_draco_mesh_"
                     "compression':{}}}]}]," COLLIDER,
            "meshes[0].primitives[0]|KHR_draco_mesh_compression");
    refused("'buffers':[{'byteLength':36}],'bufferViews':[{'buffer':0,'byteLength':36,'extensions':{'EXT_"
            "meshopt_compression':{}}}],"
            "'accessors':[{'bufferView':0,'count':3,'componentType':5126,'type':'VEC3'}],"
            "'meshes':[{'primitives':[{'attributes':{'POSITION':0}}]}]," COLLIDER,
            "meshes[0].primitives[0]|EXT_meshopt_compression");
    /* an infinite vertex */
    refused("'buffers':[{'byteLength':12,'uri':'data:;base64,AACAfwAAAAAAAAAA'}],'bufferViews':[{'buffer':0,'"
            "byteLength':12}],"
            "'accessors':[{'bufferView':0,'count':1,'componentType':5126,'type':'VEC3'}],"
            "'meshes':[{'primitives':[{'attributes':{'POSITION':0}}]}]," COLLIDER,
            "vertex 0 is not finite");
}

static void node(const char *extension, const char *parts)
{
    char text[512];
    (void)snprintf(text, sizeof text, "{'extensions':{'KHR_physics_rigid_bodies':{%s}}}", extension);
    rig_refused(rig_physics(text, "{'type':'box'}", "'physicsJoints':[{}]"), parts);
}

static void test_physics(void **state)
{
    (void)state;
    node("'collider':{}", "nodes[0].extensions.KHR_physics_rigid_bodies.collider: has no geometry");
    node("'collider':4", "collider: is a number, must be an object");
    node("'collider':{'geometry':{}}", "collider.geometry: needs a shape or a node");
    node("'collider':{'geometry':{'shape':0,'node':0}}", "collider.geometry|not both");
    node("'collider':{'geometry':{'shape':1}}", "geometry.shape: is 1, but the file has 1 shapes");
    node("'collider':{'geometry':{'node':5}}", "geometry.node: is 5");
    node("'collider':{'geometry':{'shape':0},'physicsMaterial':0}", "physicsMaterial: is 0");
    node("'collider':{'geometry':{'shape':0},'collisionFilter':2}", "collisionFilter: is 2");
    node("'motion':{'mass':-1}", "motion.mass: is -1");
    node("'motion':{'mass':'heavy'}", "motion.mass: is a string");
    node("'motion':{'inertiaDiagonal':[1,-1,1]}", "motion|negative");
    node("'motion':{'inertiaOrientation':[0,0,0,0]}", "motion|zero");
    node("'motion':{'linearVelocity':[1,2]}", "motion.linearVelocity: has 2 items");
    node("'trigger':{'nodes':[8]}", "trigger.nodes[0]");
    node("'joint':{'joint':0}", "joint: needs connectedNode and joint");
    node("'joint':{'joint':1,'connectedNode':0}", "joint.joint: is 1");
    node("'joint':{'joint':0,'connectedNode':4}", "joint.connectedNode: is 4");
}

static void tables(const char *shapes, const char *physics, const char *parts)
{
    rig_refused(rig_physics("", shapes, physics), parts);
}

static void test_tables(void **state)
{
    (void)state;
    tables("{}", "", "KHR_implicit_shapes.shapes[0]: has no type");
    tables("{'type':'box','box':{'size':[1,0,1]}}", "", "shapes[0].box|must be > 0");
    tables("{'type':'box','box':{'size':[1,-2,1]}}", "", "shapes[0].box|must be > 0");
    tables("{'type':'sphere','sphere':{'radius':0}}", "", "shapes[0].sphere: radius must be > 0");
    tables("{'type':'sphere','sphere':{'radius':-1}}", "", "shapes[0].sphere.radius: is -1");
    tables("{'type':'capsule','capsule':{'height':0}}", "", "shapes[0].capsule: height");
    tables("{'type':'cylinder','cylinder':{'radiusTop':0,'radiusBottom':0}}", "",
           "shapes[0].cylinder: one radius");
    tables("{'type':'plane','plane':{'sizeX':0}}", "", "shapes[0].plane: sizeX");
    tables("", "'physicsMaterials':[{'staticFriction':-1}]", "physicsMaterials[0].staticFriction");
    tables("", "'collisionFilters':[{'collisionSystems':[3]}]",
           "collisionFilters[0].collisionSystems[0]: is no string");
    tables("", "'physicsJoints':[{'limits':[{}]}]", "physicsJoints[0].limits[0]|linearAxes or angularAxes");
    tables("", "'physicsJoints':[{'limits':[{'linearAxes':[3]}]}]", "limits[0].linearAxes[0]");
    tables("", "'physicsJoints':[{'limits':[{'linearAxes':[0],'min':2,'max':1}]}]",
           "limits[0]: min 2 exceeds max 1");
    tables("", "'physicsJoints':[{'drives':[{'type':'linear','mode':'force'}]}]", "drives[0]: has no axis");
    tables("", "'physicsJoints':[{'drives':[{'type':'linear','mode':'force','axis':3}]}]",
           "drives[0].axis: is 3");
}

/* Names of the file stand in messages, but neither control characters nor line ends do. */
static void test_messages_are_clean(void **state)
{
    (void)state;
    refused("'asset2':0,'buffers':[{'byteLength':3,'uri':'data:\\u001b[31m\\n'}]", "buffers[0].uri");
    char *text = rig_document("'extensionsUsed':['EVIL_\\n\\u001b[31m']");
    SceneRig rig = rig_build(text);
    assert_int_equal(rig.scene->warnings.count, 1);
    assert_null(strpbrk(rig.scene->warnings.lines[0], "\n\x1b"));
    rig_destroy(&rig);
}

/* ---- files ---- */

static void put(const char *path, const void *data, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static void put_text(const char *path, const char *text)
{
    put(path, text, strlen(text));
}

static void check_uri(const char *uri, const char *reason)
{
    char members[256];
    (void)snprintf(members, sizeof members, "'buffers':[{'byteLength':4,'uri':'%s'}]", uri);
    char *document = rig_document(members);
    put_text("escape_test_dir/scene.gltf", document);
    free(document);
    DryScene *scene = NULL;
    DrySceneMessage message;
    DryStatus status = dry_scene_read("escape_test_dir/scene.gltf", &scene, &message);
    if (!reason) {
        if (status != DRY_OK)
            fail_msg("%s: %s", uri, message.text);
        dry_scene_destroy(scene);
        return;
    }
    assert_int_not_equal(status, DRY_OK);
    if (!strstr(message.text, reason) ||
        !strstr(message.text, "escape_test_dir/scene.gltf: buffers[0].uri: "))
        fail_msg("%s: \"%s\" does not say \"%s\"", uri, message.text, reason);
}

static void test_uris(void **state)
{
    (void)state;
#if defined(_WIN32)
    (void)mkdir("escape_test_dir");
#else
    (void)mkdir("escape_test_dir", 0777);
#endif
    put_text("escape_test_secret.bin", "abcdefgh");
    put_text("escape_test_dir/data one.bin", "abcdefgh");
    check_uri("data%20one.bin", NULL);
    check_uri("./data one.bin", NULL);
    check_uri("../escape_test_secret.bin", "own folder");
    check_uri("%2e%2e/escape_test_secret.bin", "own folder");
    check_uri("%2e%2e%2fescape_test_secret.bin", "own folder");
    check_uri("x/../../escape_test_secret.bin", "own folder");
    check_uri("..\\\\escape_test_secret.bin", "own folder");
    check_uri("/etc/passwd", "own folder");
    check_uri("//host/share", "own folder");
    check_uri("file:///etc/passwd", "own folder");
    check_uri("http://localhost/x.bin", "own folder");
    check_uri("C:/x.bin", "own folder");
    check_uri("", "own folder");
    check_uri("a%00b", "percent");
    check_uri("a%zz", "percent");
    check_uri("a%0ab", "control");
    check_uri("missing.bin", "missing.bin");
    check_uri("..", "own folder");
    check_uri(".", "regular");
}

static void test_missing_file(void **state)
{
    (void)state;
    DryScene *scene = NULL;
    DrySceneMessage message;
    assert_int_equal(dry_scene_read("no/such/file.gltf", &scene, &message), DRY_ERROR_ARGUMENT);
    assert_non_null(strstr(message.text, "no/such/file.gltf: "));
    assert_int_equal(dry_scene_read(".", &scene, &message), DRY_ERROR_ARGUMENT);
    assert_int_equal(dry_scene_read(NULL, &scene, &message), DRY_ERROR_ARGUMENT);
    assert_int_equal(dry_scene_read("x", NULL, NULL), DRY_ERROR_ARGUMENT);
}

static void refuse_bytes(const void *data, size_t size, const char *part)
{
    DryScene *scene = NULL;
    DrySceneMessage message;
    assert_int_equal(dry_scene_read_memory(data, size, "test.glb", &scene, &message), DRY_ERROR_FORMAT);
    if (!strstr(message.text, part))
        fail_msg("\"%s\" does not say \"%s\"", message.text, part);
}

/* Whoever names the wrong file is told so in words, not in those of a parser. */
static void test_no_text(void **state)
{
    (void)state;
    static const char nul[] = "{\"asset\":\n  \0{}}", in_string[] = "{\"a\":\"x\0y\"}";
    static const char wide[] = "\xff\xfe{\0}", wide_bare[] = "{\0}\0";
    unsigned char noise[4096], zeros[64] = { 0 };
    for (size_t i = 0; i < sizeof noise; ++i)
        noise[i] = (unsigned char)(i * 167 + i / 13 + 1);
    refuse_bytes("", 0, "test.glb: is empty");
    refuse_bytes(nul, sizeof nul - 1, "test.glb: line 2 column 3: a NUL byte");
    refuse_bytes(in_string, sizeof in_string - 1, "test.glb: line 1 column 8: a NUL byte");
    refuse_bytes(wide, sizeof wide - 1, "test.glb: is UTF-16 text");
    refuse_bytes(wide_bare, sizeof wide_bare - 1, "test.glb: is UTF-16 text");
    refuse_bytes(zeros, sizeof zeros, "neither glTF text, which begins with {, nor a .glb");
    refuse_bytes(noise, sizeof noise, "the first bytes are 01 a8 4f f6");
}

static void test_container(void **state)
{
    (void)state;
    unsigned char glb[48] = "glTF";
    memset(glb + 4, 0, sizeof glb - 4);
    glb[4] = 2;
    glb[8] = 48;
    glb[12] = 28;
    memcpy(glb + 16, "JSON{\"asset\":{\"version\":\"2.0\"}} ", 32);
    DryScene *scene = NULL;
    assert_int_equal(dry_scene_read_memory(glb, 48, "test.glb", &scene, NULL), DRY_OK);
    dry_scene_destroy(scene);
    for (size_t size = 4; size < 48; ++size)
        refuse_bytes(glb, size, size < 20 ? "header" : "length is 48");
    glb[4] = 1;
    refuse_bytes(glb, 48, "version 1");
    glb[4] = 2;
    glb[12] = 29;
    refuse_bytes(glb, 48, "chunk 0");
    glb[15] = 255;
    refuse_bytes(glb, 48, "chunk 0");
    glb[12] = 28;
    glb[15] = 0;
    glb[16] = 'X';
    refuse_bytes(glb, 48, "chunk 0: is no JSON");
    glb[16] = 'J';
    glb[20] = 'X';
    refuse_bytes(glb, 48, "chunk 0: is no JSON: the first bytes are 58 22 61 73");
    glb[20] = '{';
    glb[24] = '\n';
    refuse_bytes(glb, 48, "chunk 0 line 1 column 4: ");
    glb[24] = '\0';
    refuse_bytes(glb, 48, "chunk 0 line 1 column 5: a NUL byte");
    glb[12] = 0;
    refuse_bytes(glb, 48, "chunk 0: is empty");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_gltf),   cmocka_unit_test(test_deep_json),
        cmocka_unit_test(test_nodes),     cmocka_unit_test(test_depth),
        cmocka_unit_test(test_counts),    cmocka_unit_test(test_buffers),
        cmocka_unit_test(test_meshes),    cmocka_unit_test(test_physics),
        cmocka_unit_test(test_tables),    cmocka_unit_test(test_messages_are_clean),
        cmocka_unit_test(test_uris),      cmocka_unit_test(test_missing_file),
        cmocka_unit_test(test_container), cmocka_unit_test(test_no_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
