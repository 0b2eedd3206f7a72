import { AnimationMixer, Box3, Mesh, Object3D, Sphere, Vector3 } from 'three';
import type { AnimationAction, BufferGeometry, Group } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import type { GLTF } from 'three/addons/loaders/GLTFLoader.js';
import type { BodyTelemetry } from './telemetry';

/** A body and what is drawn of it. */
export interface Body {
    readonly info: BodyTelemetry;
    readonly node: Object3D;
    readonly meshes: readonly Mesh[];
}

/** Where the camera, the light and the grid belong. */
export interface Framing {
    readonly box: Box3;
    readonly sphere: Sphere;
    /** Height of the ground grid. */
    readonly ground: number;
}

interface GltfJson {
    nodes?: { name?: string }[];
    animations?: { channels?: { target?: { node?: number } }[] }[];
}

/** The scene from the file, posed at any time. */
export class Scene {
    readonly root: Group;
    readonly bodies: readonly Body[];
    /** Meshes of no body. */
    readonly scenery: readonly Mesh[];
    /** Length of the animation, s; 0 when there is none. */
    readonly duration: number;
    /** What the telemetry says and the file does not hold. */
    readonly warnings: readonly string[];
    private readonly actions: readonly AnimationAction[];
    private readonly mixer: AnimationMixer;

    private constructor(gltf: GLTF, bodies: readonly Body[], scenery: readonly Mesh[], warnings: readonly string[]) {
        this.root = gltf.scene;
        this.bodies = bodies;
        this.scenery = scenery;
        this.warnings = warnings;
        this.mixer = new AnimationMixer(this.root);
        this.duration = gltf.animations.reduce((longest, clip) => Math.max(longest, clip.duration), 0);
        this.actions = gltf.animations.map((clip) => this.mixer.clipAction(clip).play());
        this.pose(0);
    }

    /** Reads a .glb. Without telemetry, every animated node counts as a body. */
    static async load(glb: ArrayBuffer, telemetry: readonly BodyTelemetry[] | null): Promise<Scene> {
        const gltf = await new GLTFLoader().parseAsync(glb, '');
        const json = gltf.parser.json as GltfJson;
        const infos = telemetry ?? animatedNodes(json);
        const warnings: string[] = [];
        const owners = new Map<Object3D, number>();
        const nodes: (Object3D | null)[] = [];
        for (const [index, info] of infos.entries()) {
            const exists = info.node < (json.nodes?.length ?? 0);
            // The parser keeps every node it made, also those of a second scene, so this finds rather than loads.
            const node = exists ? ((await gltf.parser.getDependency('node', info.node)) as Object3D) : null;
            if (!node) warnings.push(`telemetry.bodies[${index}] ("${info.name}"): the scene has no node ${info.node}`);
            else owners.set(node, index);
            nodes.push(node);
        }
        const { owned, scenery } = distributeMeshes(gltf.scene, owners, infos.length);
        const bodies = nodes.flatMap((node, i) => (node ? [{ info: infos[i]!, node, meshes: owned[i]! }] : []));
        return new Scene(gltf, bodies, scenery, warnings);
    }

    /** Poses all nodes as they are at a time. */
    pose(seconds: number): void {
        for (const action of this.actions) action.time = Math.min(seconds, action.getClip().duration);
        this.mixer.update(0); // no time passes: clips show what they hold at their time, even at their very end
        this.root.updateMatrixWorld(true);
    }

    /** Finds what is worth looking at, over the whole recording. */
    frame(): Framing {
        const moving = this.bodies.filter((body) => body.info.type !== 'static' && body.meshes.length > 0);
        const box = moving.length > 0 ? this.boxOfMotion(moving) : boxOf([...this.bodies.flatMap((b) => b.meshes), ...this.scenery]);
        if (box.isEmpty()) box.set(new Vector3(-1, 0, -1), new Vector3(1, 1, 1));
        const ground = groundHeight(box);
        if (moving.length > 0) this.includeSurroundings(box, new Set(moving.flatMap((body) => body.meshes)));
        return { box, sphere: box.getBoundingSphere(new Sphere()), ground };
    }

    /** Bounds of the start and of where bodies go, but for the few that leave: one lost ball must not shrink the rest to a dot. */
    private boxOfMotion(moving: readonly Body[]): Box3 {
        const samples = this.duration > 0 ? 24 : 1;
        const centres: Vector3[] = [];
        for (let i = samples - 1; i >= 0; --i) {
            this.pose(samples > 1 ? (this.duration * i) / (samples - 1) : 0);
            for (const body of moving) {
                const bounds = boxOf(body.meshes);
                if (!bounds.isEmpty()) centres.push(bounds.getCenter(new Vector3()));
            }
        }
        const start = boxOf(moving.flatMap((body) => body.meshes)); // the loop has ended there
        const radii = moving.map((body) => boxOf(body.meshes).getSize(new Vector3()).length() / 2);
        const kept = withoutStrays(centres, start);
        const usual = new Box3();
        for (const axis of ['x', 'y', 'z'] as const) {
            const values = kept.map((centre) => centre[axis]);
            usual.min[axis] = quantile(values, 0.02) - quantile(radii, 0.5) * 0.6;
            usual.max[axis] = quantile(values, 0.98) + quantile(radii, 0.5) * 0.6;
        }
        return usual.isEmpty() ? start : start.union(usual);
    }

    /** Adds what stands still among the moving bodies, except grounds and walls much larger than they are. */
    private includeSurroundings(box: Box3, moving: ReadonlySet<Mesh>): void {
        const size = box.getSize(new Vector3()).length();
        const near = box.clone().expandByScalar(size * 0.15);
        const still = [...this.bodies.flatMap((body) => body.meshes), ...this.scenery].filter((mesh) => !moving.has(mesh));
        for (const mesh of still) {
            const bounds = boxOf([mesh]);
            if (near.intersectsBox(bounds) && bounds.getSize(new Vector3()).length() < size * 0.9) box.union(bounds);
        }
    }
}

/** Stand-ins for telemetry: the nodes that the file's animations move. */
function animatedNodes(json: GltfJson): BodyTelemetry[] {
    const targets = new Set<number>();
    for (const animation of json.animations ?? [])
        for (const channel of animation.channels ?? []) if (channel.target?.node !== undefined) targets.add(channel.target.node);
    return [...targets]
        .sort((a, b) => a - b)
        .map((node) => ({ node, name: json.nodes?.[node]?.name ?? `node ${node}`, type: 'dynamic', asleep: [], impulse: null }));
}

/** Gives each mesh to the nearest body above it. */
function distributeMeshes(root: Object3D, owners: ReadonlyMap<Object3D, number>, count: number): { owned: Mesh[][]; scenery: Mesh[] } {
    const owned: Mesh[][] = Array.from({ length: count }, () => []);
    const scenery: Mesh[] = [];
    const visit = (object: Object3D, owner: number | undefined): void => {
        const own = owners.get(object) ?? owner;
        if (object instanceof Mesh) (own === undefined ? scenery : owned[own]!).push(object);
        for (const child of object.children) visit(child, own);
    };
    visit(root, undefined);
    return { owned, scenery };
}

/** The value below which the fraction of the values lies. */
function quantile(values: readonly number[], fraction: number): number {
    const sorted = [...values].sort((a, b) => a - b);
    return sorted[Math.round(fraction * (sorted.length - 1))] ?? NaN;
}

/** Leaves out the points that are many times as far from the start as most are. */
function withoutStrays(points: readonly Vector3[], start: Box3): Vector3[] {
    const centre = start.getCenter(new Vector3());
    const distances = points.map((point) => point.distanceTo(centre));
    const limit = 8 * Math.max(quantile(distances, 0.5), start.getSize(new Vector3()).length() / 2);
    return points.filter((_, i) => distances[i]! <= limit);
}

/** Farther out, in metres, nothing can be drawn sensibly in single precision. */
const HORIZON = 1e9;

/** Bounds in the world's space of meshes as posed; what is beyond the horizon, or not a number, is left out. */
export function boxOf(meshes: readonly Mesh[]): Box3 {
    const box = new Box3();
    for (const mesh of meshes) {
        const geometry = mesh.geometry as BufferGeometry;
        if (!geometry.boundingBox) geometry.computeBoundingBox();
        const bounds = geometry.boundingBox!.clone().applyMatrix4(mesh.matrixWorld);
        const reach = [...bounds.min.toArray(), ...bounds.max.toArray()].map(Math.abs);
        if (reach.every((value) => value < HORIZON)) box.union(bounds);
    }
    return box;
}

/** Where things come to lie; exactly zero when it is near zero, as in most scenes. */
function groundHeight(box: Box3): number {
    const size = box.getSize(new Vector3()).length();
    return Math.abs(box.min.y) < 0.1 * size ? 0 : box.min.y;
}
