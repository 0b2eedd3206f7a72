import {
    BufferGeometry,
    Color,
    DirectionalLight,
    Float32BufferAttribute,
    Fog,
    HemisphereLight,
    LineBasicMaterial,
    LineSegments,
    Mesh,
    MeshStandardMaterial,
    NeutralToneMapping,
    Object3D,
    PCFShadowMap,
    PerspectiveCamera,
    PlaneGeometry,
    PMREMGenerator,
    Raycaster,
    Scene as World,
    ShadowMaterial,
    Vector2,
    Vector3,
    WebGLRenderer,
} from 'three';
import type { Material } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { RoomEnvironment } from 'three/addons/environments/RoomEnvironment.js';
import type { Framing } from './scene';

/** Colours that follow the page's scheme. */
export interface StageColours {
    readonly background: string;
    /** Of grid lines, laid thinly over whatever is below. */
    readonly grid: string;
}

const FIELD_OF_VIEW = 36;
/** Room left around the scene when it is framed. */
const MARGIN = 1.1;

/** The drawn world: camera, light, ground, and the canvas they are seen on. */
export class Stage {
    readonly canvas: HTMLCanvasElement;
    private readonly renderer: WebGLRenderer;
    private readonly world = new World();
    private readonly camera = new PerspectiveCamera(FIELD_OF_VIEW, 1, 0.01, 1000);
    private readonly controls: OrbitControls;
    private readonly sun = new DirectionalLight(0xfff4e6, 2.6);
    private readonly grids: readonly LineSegments[];
    private readonly content: Object3D;
    private stale = true;
    /** Whether the user has chosen a view. */
    private moved = false;

    /** Throws when the browser offers no WebGL. */
    constructor(
        container: HTMLElement,
        content: Object3D,
        private readonly framing: Framing,
    ) {
        this.renderer = new WebGLRenderer({ antialias: true });
        this.canvas = this.renderer.domElement;
        this.renderer.toneMapping = NeutralToneMapping;
        this.renderer.shadowMap.enabled = true;
        this.renderer.shadowMap.type = PCFShadowMap;
        container.append(this.canvas);
        this.content = content;
        this.world.add(content);
        prepareContent(content);

        this.addReflections();
        this.world.add(new HemisphereLight(0xe6eef8, 0x968d84, 1.5));
        this.placeSun();
        this.grids = this.placeGround();

        this.controls = new OrbitControls(this.camera, this.canvas);
        this.controls.enableDamping = true;
        this.controls.dampingFactor = 0.12;
        this.controls.zoomToCursor = true;
        this.controls.addEventListener('change', () => this.invalidate());
        this.controls.addEventListener('start', () => (this.moved = true));
        new ResizeObserver(() => this.resize(container)).observe(container);
        this.resize(container);
    }

    /** Asks for a new picture at the next draw. */
    invalidate(): void {
        this.stale = true;
    }

    /** Draws if anything has changed; to be called once per display refresh. */
    draw(): void {
        this.controls.update();
        if (!this.stale) return;
        this.stale = false;
        this.adaptDepth();
        this.renderer.render(this.world, this.camera);
    }

    setColours(colours: StageColours): void {
        const background = new Color(colours.background);
        this.world.background = background;
        this.world.fog = new Fog(background, 1, 2);
        for (const grid of this.grids) (grid.material as LineBasicMaterial).color.set(colours.grid);
        this.invalidate();
    }

    /** The first view: the whole motion, from three quarters, across its longer side. */
    home(): void {
        const size = this.framing.box.getSize(new Vector3());
        const direction = size.x >= size.z ? new Vector3(0.55, 0.42, 1) : new Vector3(1, 0.42, 0.55);
        this.lookFrom(direction.normalize());
        this.moved = false;
    }

    /** Object under a point of the canvas (CSS pixels), among the scene's own. */
    pick(x: number, y: number): Object3D | null {
        const bounds = this.canvas.getBoundingClientRect();
        const point = new Vector2(((x - bounds.left) / bounds.width) * 2 - 1, 1 - ((y - bounds.top) / bounds.height) * 2);
        const ray = new Raycaster();
        ray.setFromCamera(point, this.camera);
        return ray.intersectObject(this.content, true).find((hit) => hit.object instanceof Mesh)?.object ?? null;
    }

    add(object: Object3D): void {
        this.world.add(object);
    }

    private lookFrom(direction: Vector3): void {
        const { box } = this.framing;
        const centre = box.getCenter(new Vector3());
        const right = new Vector3(0, 1, 0).cross(direction).normalize();
        const up = direction.clone().cross(right);
        const tangent = Math.tan((FIELD_OF_VIEW * Math.PI) / 360);
        let distance = 0;
        for (let i = 0; i < 8; ++i) {
            const corner = new Vector3(i & 1 ? box.max.x : box.min.x, i & 2 ? box.max.y : box.min.y, i & 4 ? box.max.z : box.min.z).sub(centre);
            const span = Math.max(Math.abs(corner.dot(up)), Math.abs(corner.dot(right)) / this.camera.aspect);
            distance = Math.max(distance, corner.dot(direction) + (MARGIN * span) / tangent);
        }
        // Without damping an update ends the swing of an earlier drag.
        this.controls.enableDamping = false;
        this.controls.update();
        this.controls.enableDamping = true;
        this.controls.target.copy(centre);
        this.camera.position.copy(centre).addScaledVector(direction, Math.max(distance, 1e-3));
        this.controls.update();
        this.invalidate();
    }

    private resize(container: HTMLElement): void {
        const { clientWidth: width, clientHeight: height } = container;
        if (width === 0 || height === 0) return;
        this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2));
        this.renderer.setSize(width, height);
        this.camera.aspect = width / height;
        this.camera.updateProjectionMatrix();
        this.invalidate();
        // Sizes settle in steps while the page is laid out: as long as nobody has moved the camera, frame anew.
        if (!this.moved) this.home();
    }

    /** Gives metals something to reflect; without it they would be black. Costs seconds without a graphics card, so only where needed. */
    private addReflections(): void {
        const metals = materialsOf(this.content).filter((m): m is MeshStandardMaterial => m instanceof MeshStandardMaterial && m.metalness > 0);
        if (metals.length === 0) return;
        const generator = new PMREMGenerator(this.renderer);
        const room = generator.fromScene(new RoomEnvironment(), 0.04).texture;
        generator.dispose();
        for (const metal of metals) metal.envMap = room;
    }

    private placeSun(): void {
        const { center, radius } = this.framing.sphere;
        const reach = radius * 1.5;
        this.sun.position.copy(center).addScaledVector(new Vector3(-0.62, 1, 0.3).normalize(), radius * 4);
        this.sun.target.position.copy(center);
        this.sun.castShadow = true;
        this.sun.shadow.mapSize.set(2048, 2048);
        this.sun.shadow.radius = 3;
        this.sun.shadow.normalBias = radius * 0.003;
        Object.assign(this.sun.shadow.camera, { left: -reach, right: reach, top: reach, bottom: -reach, near: radius, far: radius * 7 });
        this.sun.shadow.camera.updateProjectionMatrix();
        this.world.add(this.sun, this.sun.target);
    }

    /** A grid in round steps, and a plane that shows only shadows for scenes whose ground has no mesh. */
    private placeGround(): readonly LineSegments[] {
        const { sphere, ground } = this.framing;
        const step = roundStep(sphere.radius / 6);
        const centre = new Vector3(Math.round(sphere.center.x / (step * 10)), 0, Math.round(sphere.center.z / (step * 10))).multiplyScalar(step * 10);
        const grids = [gridLines(step, 60), gridLines(step * 5, 12)].map((geometry, i) => {
            const grid = new LineSegments(geometry, new LineBasicMaterial({ transparent: true, opacity: i === 0 ? 0.1 : 0.18, depthWrite: false }));
            // A little above the ground mesh that may lie in the same plane.
            grid.position.set(centre.x, ground + sphere.radius * (0.001 + 0.0005 * i), centre.z);
            grid.renderOrder = i;
            this.world.add(grid);
            return grid;
        });
        const shade = new Mesh(
            new PlaneGeometry(sphere.radius * 40, sphere.radius * 40),
            new ShadowMaterial({ opacity: 0.28, fog: false, polygonOffset: true, polygonOffsetFactor: 3, polygonOffsetUnits: 3 }),
        );
        shade.rotation.x = -Math.PI / 2;
        shade.position.set(sphere.center.x, ground - sphere.radius * 0.001, sphere.center.z);
        shade.receiveShadow = true;
        this.world.add(shade);
        return grids;
    }

    /** Keeps the depth range and the grid's fade matched to the distance from which the scene is seen. */
    private adaptDepth(): void {
        const { radius, center } = this.framing.sphere;
        const distance = this.camera.position.distanceTo(center);
        this.camera.near = Math.max(distance - radius * 3, distance * 0.01, radius * 0.002);
        this.camera.near = Math.min(this.camera.near, this.camera.position.distanceTo(this.controls.target) * 0.1);
        this.camera.far = distance + radius * 60;
        this.camera.updateProjectionMatrix();
        const fog = this.world.fog as Fog | null;
        if (fog) {
            fog.near = distance + radius;
            fog.far = distance + radius * 8;
        }
    }
}

/**
 * Square of lines in the plane y = 0, `count` cells to each side. Lines are made of pieces of one cell: software drawing
 * drops a long line altogether when one of its ends lies behind the camera.
 */
function gridLines(step: number, count: number): BufferGeometry {
    const points: number[] = [];
    for (let line = -count; line <= count; ++line) {
        for (let cell = -count; cell < count; ++cell) points.push(line, 0, cell, line, 0, cell + 1, cell, 0, line, cell + 1, 0, line);
    }
    return new BufferGeometry().setAttribute('position', new Float32BufferAttribute(points.map((value) => value * step), 3));
}

/** 1, 2 or 5 times a power of ten, not below the value. */
function roundStep(value: number): number {
    const power = 10 ** Math.floor(Math.log10(value));
    return [1, 2, 5, 10].map((m) => m * power).find((step) => step >= value) ?? power * 10;
}

function materialsOf(content: Object3D): Material[] {
    const found = new Set<Material>();
    content.traverse((object) => {
        if (object instanceof Mesh) for (const material of [object.material].flat() as Material[]) found.add(material);
    });
    return [...found];
}

function prepareContent(content: Object3D): void {
    content.traverse((object) => {
        object.castShadow = object instanceof Mesh;
        object.receiveShadow = object instanceof Mesh;
    });
    // Fog is there to fade the grid, not the scene.
    for (const material of materialsOf(content)) if ('fog' in material) material.fog = false;
}
