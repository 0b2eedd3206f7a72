// A small scene made in memory: two boxes, a ball and a ground, two seconds of motion at 60 frames per second.

const FLOAT = 5126;
const UNSIGNED_SHORT = 5123;

/** Collects accessors and writes a .glb. */
export class GlbBuilder {
    #chunks = [];
    #size = 0;
    json = { asset: { version: '2.0' }, accessors: [], bufferViews: [], meshes: [], materials: [], nodes: [] };

    accessor(values, type, extra = {}) {
        const width = { SCALAR: 1, VEC3: 3, VEC4: 4 }[type];
        const bytes = Buffer.from(values.buffer, values.byteOffset, values.byteLength);
        this.json.bufferViews.push({ buffer: 0, byteOffset: this.#size, byteLength: bytes.length });
        const padding = Buffer.alloc((4 - (bytes.length % 4)) % 4);
        this.#chunks.push(bytes, padding);
        this.#size += bytes.length + padding.length;
        const componentType = values instanceof Float32Array ? FLOAT : UNSIGNED_SHORT;
        this.json.accessors.push({ bufferView: this.json.bufferViews.length - 1, componentType, type, count: values.length / width, ...extra });
        return this.json.accessors.length - 1;
    }

    mesh({ positions, normals, indices }, colour) {
        const bounds = [0, 1, 2].map((axis) => positions.filter((_, i) => i % 3 === axis));
        this.json.materials.push({ pbrMetallicRoughness: { baseColorFactor: [...colour, 1], metallicFactor: 0, roughnessFactor: 0.8 } });
        const attributes = {
            POSITION: this.accessor(Float32Array.from(positions), 'VEC3', { min: bounds.map((b) => Math.min(...b)), max: bounds.map((b) => Math.max(...b)) }),
            NORMAL: this.accessor(Float32Array.from(normals), 'VEC3'),
        };
        const primitive = { attributes, indices: this.accessor(Uint16Array.from(indices), 'SCALAR'), material: this.json.materials.length - 1 };
        this.json.meshes.push({ primitives: [primitive] });
        return this.json.meshes.length - 1;
    }

    /** Adds channels of one animation: {node, translation: [...], rotation: [...]}, sampled at the times. */
    animate(times, motions) {
        const input = this.accessor(Float32Array.from(times), 'SCALAR', { min: [times[0]], max: [times.at(-1)] });
        const animation = { channels: [], samplers: [] };
        for (const { node, ...paths } of motions) {
            for (const [path, values] of Object.entries(paths)) {
                animation.samplers.push({ input, output: this.accessor(Float32Array.from(values), path === 'rotation' ? 'VEC4' : 'VEC3') });
                animation.channels.push({ sampler: animation.samplers.length - 1, target: { node, path } });
            }
        }
        this.json.animations = [animation];
    }

    build(roots) {
        this.json.scene = 0;
        this.json.scenes = [{ nodes: roots }];
        this.json.buffers = [{ byteLength: this.#size }];
        const text = Buffer.from(JSON.stringify(this.json));
        const json = Buffer.concat([text, Buffer.alloc((4 - (text.length % 4)) % 4, ' ')]);
        const binary = Buffer.concat(this.#chunks);
        const header = Buffer.alloc(20);
        header.write('glTF', 0, 'latin1');
        [2, 12 + 8 + json.length + 8 + binary.length, json.length, 0x4e4f534a].forEach((word, i) => header.writeUInt32LE(word, 4 + 4 * i));
        const binaryHeader = Buffer.alloc(8);
        binaryHeader.writeUInt32LE(binary.length, 0);
        binaryHeader.writeUInt32LE(0x004e4942, 4);
        return Buffer.concat([header, json, binaryHeader, binary]);
    }
}

export function boxMesh(x, y, z) {
    const positions = [];
    const normals = [];
    const indices = [];
    for (const axis of [0, 1, 2]) {
        for (const sign of [-1, 1]) {
            const first = positions.length / 3;
            for (const [u, v] of [[-1, -1], [1, -1], [1, 1], [-1, 1]]) {
                const corner = [0, 0, 0];
                corner[axis] = sign;
                corner[(axis + 1) % 3] = u * sign;
                corner[(axis + 2) % 3] = v;
                positions.push(corner[0] * x, corner[1] * y, corner[2] * z);
                normals.push(...[0, 1, 2].map((i) => (i === axis ? sign : 0)));
            }
            indices.push(...[0, 1, 2, 0, 2, 3].map((i) => first + i));
        }
    }
    return { positions, normals, indices };
}

export function ballMesh(radius, rings = 16) {
    const normals = [];
    const indices = [];
    for (let i = 0; i <= rings; ++i) {
        for (let j = 0; j <= 2 * rings; ++j) {
            const [polar, around] = [(Math.PI * i) / rings, (Math.PI * j) / rings];
            normals.push(Math.sin(polar) * Math.sin(around), Math.cos(polar), Math.sin(polar) * Math.cos(around));
            if (i === rings || j === 2 * rings) continue;
            const a = i * (2 * rings + 1) + j;
            const b = a + 2 * rings + 1;
            indices.push(a, b, a + 1, a + 1, b, b + 1);
        }
    }
    return { positions: normals.map((n) => n * radius), normals, indices };
}

const FRAMES = 121;
const RATE = 60;

function motion(t) {
    const fall = Math.max(0.5, 3 - 4.905 * t * t);
    const slide = -2 + 1.5 * Math.min(t, 1.2);
    const roll = 2.2 - 1.8 * t;
    const turn = (1.8 * t) / 0.5 / 2;
    return { fall, slide, roll, rolled: [0, 0, Math.sin(turn), Math.cos(turn)], landed: fall <= 0.5 };
}

/** The fixture: { glb, telemetry }. Body nodes are 0 (ground), 1 and 2 (boxes), 3 (ball); node 4 is a mesh of the second box. */
export function makeFixture() {
    const builder = new GlbBuilder();
    const box = builder.mesh(boxMesh(0.5, 0.5, 0.5), [0.7, 0.65, 0.55]);
    const plate = builder.mesh(boxMesh(0.3, 0.1, 0.3), [0.2, 0.4, 0.7]);
    const ball = builder.mesh(ballMesh(0.5), [0.75, 0.3, 0.25]);
    const ground = builder.mesh(boxMesh(20, 0.5, 20), [0.5, 0.52, 0.5]);
    builder.json.nodes = [
        { name: 'ground', mesh: ground, translation: [0, -0.5, 0] },
        { name: 'falling box', mesh: box, translation: [0, 3, 0] },
        { name: 'sliding box', mesh: box, children: [4], translation: [-2, 0.5, 1.5] },
        { name: 'ball', mesh: ball, translation: [2.2, 0.5, 1.2] },
        { name: 'lid', mesh: plate, translation: [0, 0.6, 0] },
    ];
    const time = Array.from({ length: FRAMES }, (_, i) => i / RATE);
    const states = time.map(motion);
    builder.animate(time, [
        { node: 1, translation: states.flatMap((s) => [0, s.fall, 0]) },
        { node: 2, translation: states.flatMap((s) => [s.slide, 0.5, 1.5]) },
        { node: 3, translation: states.flatMap((s) => [s.roll, 0.5, -1.2]), rotation: states.flatMap((s) => s.rolled) },
    ]);
    const kinetic = time.map((t, i) => (states[i].landed ? 40 * Math.exp(-t) : 48 * t * t * 10));
    const potential = states.map((s) => 100 * 9.81 * (s.fall - 0.5));
    const landing = states.findIndex((s) => s.landed);
    const telemetry = {
        version: 1,
        title: 'two boxes </script><b>and</b> a ball',
        rate: RATE,
        frames: FRAMES,
        dt: 1 / RATE,
        time,
        kinetic,
        potential,
        total: kinetic.map((k, i) => k + potential[i]),
        contacts: states.map((s, i) => (s.landed ? 12 : 8) + (i % 7 === 0 ? 1 : 0)),
        bodies: [
            { node: 0, name: 'ground', type: 'static' },
            { node: 1, name: 'falling box', type: 'dynamic', asleep: [80], impulse: time.map((_, i) => (i < landing ? 0 : i < landing + 4 ? 900 : 16)) },
            { node: 2, name: 'sliding box', type: 'dynamic', asleep: [90, 110], impulse: time.map(() => 20) },
            { node: 3, name: 'ball', type: 'dynamic', impulse: time.map((t) => 5 + t) },
        ],
        report: {
            simulatedTime: { value: 2, unit: 's' },
            largestOverlap: { value: 0.31, unit: 'mm' },
            timePerStep: { collide: { value: 0.9, unit: 'ms' }, solve: { value: 1.6, unit: 'ms' } },
            everythingAsleepAfter: null,
            warnings: ['fixture.gltf: extensions/EXT_nothing is not supported'],
        },
    };
    return { glb: builder.build([0, 1, 2, 3]), telemetry, landing };
}

/** The same scene with neither motion nor telemetry. */
export function makeStillScene() {
    const builder = new GlbBuilder();
    builder.json.nodes = [{ name: 'box', mesh: builder.mesh(boxMesh(0.5, 0.5, 0.5), [0.7, 0.65, 0.55]) }];
    return builder.build([0]);
}
