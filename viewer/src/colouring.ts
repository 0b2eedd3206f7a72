import { BufferAttribute, Color, DoubleSide, EdgesGeometry, FrontSide, LineBasicMaterial, LineSegments, MeshStandardMaterial, Vector3 } from 'three';
import type { BufferGeometry, Material, Mesh } from 'three';
import type { Rgb } from './palette';
import { ASLEEP_COLOUR, AWAKE_COLOUR, KINEMATIC_COLOUR, STATIC_COLOUR, bodyColour, impulseFraction, magnitudeColour } from './palette';
import type { Body, Scene } from './scene';
import { isAsleep } from './telemetry';

export const COLOUR_MODES = ['body', 'material', 'asleep', 'impulse'] as const;
export type ColourMode = (typeof COLOUR_MODES)[number];

interface Painted {
    readonly mesh: Mesh;
    readonly original: Material | Material[];
    readonly plain: MeshStandardMaterial;
    /** Keeps neighbours of one colour apart. */
    readonly edges: LineSegments;
}

const EDGE_MATERIAL = new LineBasicMaterial({ color: 0x000000, transparent: true, opacity: 0.35, depthWrite: false, fog: false });
/** Degrees between faces from which an edge is drawn. */
const EDGE_ANGLE = 20;

/** Paints the bodies of a scene by one of the modes. */
export class Colouring {
    private current: ColourMode = 'material';
    private frame = 0;
    private readonly bodies: readonly { body: Body; painted: Painted[] }[];
    private readonly scenery: readonly Painted[];

    constructor(
        scene: Scene,
        private readonly largestImpulse: number,
    ) {
        this.bodies = scene.bodies.map((body) => ({ body, painted: body.meshes.map(prepare) }));
        this.scenery = scene.scenery.map(prepare);
    }

    get mode(): ColourMode {
        return this.current;
    }

    setMode(mode: ColourMode): void {
        this.current = mode;
        const fromFile = mode === 'material';
        for (const p of [...this.bodies.flatMap(({ painted }) => painted), ...this.scenery]) {
            p.mesh.material = fromFile ? p.original : p.plain;
            p.edges.visible = !fromFile;
        }
        this.paint();
    }

    setFrame(frame: number): void {
        if (frame === this.frame) return;
        this.frame = frame;
        if (this.current === 'asleep' || this.current === 'impulse') this.paint();
    }

    private paint(): void {
        if (this.current === 'material') return;
        for (const [index, { body, painted }] of this.bodies.entries()) {
            const colour = this.colourOf(body, index);
            for (const p of painted) p.plain.color.setRGB(colour[0], colour[1], colour[2], 'srgb');
        }
    }

    private colourOf({ info }: Body, index: number): Rgb {
        if (this.current === 'impulse')
            return info.impulse ? magnitudeColour(impulseFraction(info.impulse[this.frame] ?? 0, this.largestImpulse)) : STATIC_COLOUR;
        if (info.type === 'static') return STATIC_COLOUR;
        if (this.current === 'body') return bodyColour(index);
        if (info.type === 'kinematic') return KINEMATIC_COLOUR;
        return isAsleep(info, this.frame) ? ASLEEP_COLOUR : AWAKE_COLOUR;
    }
}

function prepare(mesh: Mesh): Painted {
    const original = mesh.material;
    const first = Array.isArray(original) ? original[0] : original;
    const geometry = mesh.geometry as BufferGeometry;
    const flat = !geometry.hasAttribute('normal');
    const marked = !flat && markIfSmooth(geometry);
    const plain = new MeshStandardMaterial({
        color: new Color().setRGB(...STATIC_COLOUR, 'srgb'),
        roughness: 0.75,
        metalness: 0,
        fog: false,
        flatShading: flat,
        vertexColors: marked,
        side: first?.side === DoubleSide ? DoubleSide : FrontSide,
        polygonOffset: true, // behind the edges
        polygonOffsetFactor: 1,
        polygonOffsetUnits: 1,
    });
    const edges = new LineSegments(edgesOf(geometry), EDGE_MATERIAL);
    mesh.add(edges);
    return { mesh, original, plain, edges };
}

const edgeCache = new WeakMap<BufferGeometry, EdgesGeometry>();

/** The sharp edges of a geometry, made once however many meshes share it. */
function edgesOf(geometry: BufferGeometry): EdgesGeometry {
    const known = edgeCache.get(geometry);
    if (known) return known;
    const made = new EdgesGeometry(geometry, EDGE_ANGLE);
    edgeCache.set(geometry, made);
    return made;
}

const marks = new WeakMap<BufferGeometry, boolean>();

/**
 * Tints alternate octants of round shapes, so that rolling can be seen; on a ball of one colour it cannot.
 * True when the geometry carries colours for that (its own, if the file gave it any, stay untouched and unused).
 */
function markIfSmooth(geometry: BufferGeometry): boolean {
    const known = marks.get(geometry);
    if (known !== undefined) return known;
    const smooth = !geometry.hasAttribute('color') && isSmooth(geometry);
    marks.set(geometry, smooth);
    if (!smooth) return false;
    const position = geometry.getAttribute('position');
    if (!geometry.boundingBox) geometry.computeBoundingBox();
    const centre = geometry.boundingBox!.getCenter(new Vector3());
    const shades = new Float32Array(position.count * 3);
    for (let i = 0; i < position.count; ++i) {
        const side = (position.getX(i) - centre.x) * (position.getY(i) - centre.y) * (position.getZ(i) - centre.z);
        shades.fill(side > 0 ? 0.62 : 1, i * 3, i * 3 + 3);
    }
    geometry.setAttribute('color', new BufferAttribute(shades, 3));
    return true;
}

/** Whether most faces are shaded round, that is, with corner normals that differ from the face's. */
function isSmooth(geometry: BufferGeometry): boolean {
    const position = geometry.getAttribute('position');
    const normal = geometry.getAttribute('normal');
    const index = geometry.getIndex();
    const corners = index ? index.count : position.count;
    const faces = Math.floor(corners / 3);
    const stride = Math.max(1, Math.floor(faces / 200));
    const [a, b, c, n] = [new Vector3(), new Vector3(), new Vector3(), new Vector3()];
    let round = 0;
    let seen = 0;
    for (let face = 0; face < faces; face += stride) {
        const [i, j, k] = [0, 1, 2].map((corner) => (index ? index.getX(face * 3 + corner) : face * 3 + corner)) as [number, number, number];
        a.fromBufferAttribute(position, i);
        b.fromBufferAttribute(position, j).sub(a);
        c.fromBufferAttribute(position, k).sub(a);
        b.cross(c).normalize();
        const bend = Math.min(...[i, j, k].map((corner) => b.dot(n.fromBufferAttribute(normal, corner))));
        if (bend < 0.9995) ++round;
        ++seen;
    }
    return seen > 0 && round > seen / 2;
}
