import { note, pentatonic } from '../sound/notes.ts';
import {
  AMBER,
  AMBER_LIGHT,
  type Drawing,
  INK,
  LINE,
  PAPER,
  VERDIGRIS,
  VERDIGRIS_LIGHT,
  VERMILION,
  WASH,
  WIDE,
} from './drawing.ts';
import { blend, ease, mix } from './motion.ts';
import { box, disc, downward, fill, group, n, opacity, outward, type Point, path, ring, stroke } from './shapes.ts';

const CLOCK_SECONDS = 20;
/** It is drawn on a larger sheet than the picture. */
const BENCH = { width: 960, height: 540 } as const;
/** Teeth are as wide on every wheel, or they would not mesh. */
const MODULE = 7;

interface Gear {
  x: number;
  y: number;
  teeth: number;
  /** Turns (in teeth) for each tooth that the escapement lets through. */
  direction: 1 | -1;
  /** In parts of a tooth, so that tooth meets gap. */
  offset: number;
  colour: string;
}

const GEARS: readonly Gear[] = gearTrain();

/** Each wheel touches the one before it, at an angle. */
function gearTrain(): Gear[] {
  const plan = [
    { teeth: 48, angle: 0, colour: '#C9A25A' },
    { teeth: 16, angle: -0.5, colour: '#8E9A9A' },
    { teeth: 32, angle: 0.62, colour: '#5E9C91' },
    { teeth: 20, angle: -0.95, colour: '#C9A25A' },
    { teeth: 26, angle: 0.35, colour: '#8E9A9A' },
  ];
  const gears: Gear[] = [];
  for (const { teeth, angle, colour } of plan) {
    const before = gears.at(-1);
    if (!before) {
      gears.push({ x: 250, y: 296, teeth, direction: 1, offset: 0, colour });
      continue;
    }
    const reach = ((before.teeth + teeth) * MODULE) / 2;
    const [x, y] = [before.x + Math.cos(angle) * reach, before.y + Math.sin(angle) * reach];
    // Where they touch, a tooth of one stands in a gap of the other.
    const phase = (angle / (2 * Math.PI)) * before.teeth - before.offset * before.direction;
    const own = ((angle + Math.PI) / (2 * Math.PI)) * teeth;
    const direction = before.direction === 1 ? -1 : 1;
    gears.push({ x, y, teeth, direction, offset: (own + phase + 0.5) * direction, colour });
  }
  return gears;
}

/** A train of wheels that goes a tooth a second, tick and tock. */
export const CLOCKWORK: Drawing = {
  ...WIDE,
  seconds: CLOCK_SECONDS,
  coverAt: 4.5,
  draw(t) {
    const beats = Math.floor(t * 2) + ease(t * 2 - Math.floor(t * 2), 0, 0.35);
    const swing = Math.cos(Math.PI * t);
    return (
      `<defs>${downward('plate', [
        [0, '#FBF8F1'],
        [1, '#ECE5D6'],
      ])}${outward('shine', [
        [0, '#FFFFFF', 0.55],
        [1, '#FFFFFF', 0],
      ])}</defs>` +
      group(
        `scale(${WIDE.width / BENCH.width})`,
        box(0, 0, BENCH.width, BENCH.height, 'url(#plate)') +
          hatching() +
          GEARS.map((gear, index) => drawGear(gear, beats * 0.5, index)).join('') +
          pendulum(swing) +
          dial(beats),
      )
    );
  },
  sound(band) {
    for (let beat = 0; beat < CLOCK_SECONDS * 2 - 1; beat++) {
      band.knock({ at: 0.25 + beat / 2, seconds: 0.06, hz: beat % 2 === 0 ? 1_900 : 1_350, gain: 0.35 });
      band.knock({ at: 0.25 + beat / 2, seconds: 0.1, hz: beat % 2 === 0 ? 420 : 330, gain: 0.2 });
    }
    for (const [index, step] of [0, 4, 2, 5, 3, 7, 5, 4].entries()) {
      band.bell({ at: 1.25 + index * 2, seconds: 3.5, hz: pentatonic(step, 4), gain: 0.16 });
    }
    for (const at of [17.25, 18.25]) band.bell({ at, seconds: 3, hz: note('C', 5), gain: 0.2 });
  },
};

function hatching(): string {
  let d = '';
  for (let x = -540; x < 960; x += 15) d += `M${x} 540L${x + 540} 0`;
  return stroke(d, LINE, 1, opacity(0.55));
}

function drawGear({ x, y, teeth, direction, offset, colour }: Gear, steps: number, index: number): string {
  const r = (teeth * MODULE) / 2;
  const turn = ((steps * direction + offset * direction) / teeth) * 360;
  const points: Point[] = [];
  for (let tooth = 0; tooth < teeth; tooth++) {
    for (const [part, height] of [
      [-0.27, -0.42],
      [-0.15, 0.42],
      [0.15, 0.42],
      [0.27, -0.42],
    ] as const) {
      const angle = ((tooth + part) / teeth) * 2 * Math.PI;
      points.push([Math.cos(angle) * (r + height * MODULE * 1.05), Math.sin(angle) * (r + height * MODULE * 1.05)]);
    }
  }
  const arms = teeth > 18 ? 5 : 3;
  const inner = r * 0.72;
  const holes = Array.from({ length: arms }, (_, arm) => {
    const [from, to] = [(arm / arms) * 2 * Math.PI + 0.17, ((arm + 1) / arms) * 2 * Math.PI - 0.17];
    const at = (radius: number, angle: number) => `${n(Math.cos(angle) * radius)} ${n(Math.sin(angle) * radius)}`;
    const [in0, in1] = [at(r * 0.3, from + 0.12), at(r * 0.3, to - 0.12)];
    const arcs = [`A${n(inner)} ${n(inner)} 0 0 1 ${at(inner, to)}`, `A${n(r * 0.3)} ${n(r * 0.3)} 0 0 0 ${in0}`];
    return `M${in0}L${at(inner, from)}${arcs[0]}L${in1}${arcs[1]}Z`;
  }).join('');
  const wheel = `<path d="${path(points, true)}${holes}" fill="${colour}" fill-rule="evenodd" stroke="${INK}" stroke-width="1.4" stroke-linejoin="round"/>`;
  return (
    group(
      `translate(${n(x + 5)} ${n(y + 8)}) rotate(${n(turn)})`,
      `<path d="${path(points, true)}${holes}" fill="${INK}" fill-rule="evenodd"/>`,
      opacity(0.13),
    ) +
    group(
      `translate(${n(x)} ${n(y)}) rotate(${n(turn)})`,
      wheel +
        ring(0, 0, r * 0.84, INK, 0.8, opacity(0.4)) +
        disc(0, 0, r * 0.16 + 3, blend(colour, PAPER, 0.35), `stroke="${INK}" stroke-width="1.2"`),
    ) +
    disc(x, y, 5, index % 2 === 0 ? VERMILION : VERDIGRIS, `stroke="${INK}" stroke-width="1"`)
  );
}

function pendulum(swing: number): string {
  const rod =
    stroke('M0 0V250', '#7C6A43', 5) +
    stroke('M0 0V250', '#C9A25A', 2.4) +
    disc(0, 262, 34, '#C9A25A', `stroke="${INK}" stroke-width="1.4"`) +
    disc(-8, 252, 22, 'url(#shine)');
  const fork = stroke('M-46 34Q0 -22 46 34', INK, 5) + disc(0, 0, 7, AMBER, `stroke="${INK}" stroke-width="1.2"`);
  return group(`translate(842 130) rotate(${n(11 * swing)})`, rod + fork);
}

function dial(beats: number): string {
  const marks = Array.from({ length: 60 }, (_, index) =>
    group(`rotate(${index * 6})`, stroke(`M0 -72v${index % 5 === 0 ? 9 : 4}`, INK, index % 5 === 0 ? 2 : 1)),
  ).join('');
  const hand = (turn: number, d: string, width: number, colour: string) =>
    group(`rotate(${n(turn)})`, stroke(d, colour, width));
  return group(
    'translate(250 296)',
    disc(0, 0, 82, PAPER, `stroke="${INK}" stroke-width="1.6"`) +
      marks +
      hand(-62, 'M0 8V-38', 4.4, INK) +
      hand(54 + beats * 0.05, 'M0 10V-58', 3, INK) +
      hand(beats * 3, 'M0 16V-66', 1.4, VERMILION) +
      disc(0, 0, 4.4, VERMILION),
  );
}

const KNOT_SECONDS = 12;

/** A rope without ends, tied in a trefoil, turning once. */
export const KNOT: Drawing = {
  ...WIDE,
  seconds: KNOT_SECONDS,
  coverAt: 2.6,
  draw(t) {
    const turn = (t / KNOT_SECONDS) * 2 * Math.PI;
    const count = 150;
    const strands = Array.from({ length: count }, (_, index) => {
      const points = [-0.35, 0, 0.5, 1, 1.35].map((part) => onKnot(((index + part) / count) * 2 * Math.PI, turn));
      return { index, points, z: points[2]?.[2] ?? 0 };
    }).sort((a, b) => a.z - b.z);
    const drawn = strands.map(({ index, points, z }) => {
      const near = (z + 130) / 260;
      const d = path(points.map(([x, y]): Point => [x, y]));
      const [wide, share] = [mix(19, 31, near), ((index / count) * 3) % 1];
      const colour = blend(blend('#0B4F47', VERDIGRIS_LIGHT, near), AMBER_LIGHT, share < 0.08 ? 0.85 : 0);
      return (
        `<path d="${d}" fill="none" stroke="#F4EFE3" stroke-width="${n(wide + 7)}"/>` +
        `<path d="${d}" fill="none" stroke="${INK}" stroke-width="${n(wide + 1.6)}"/>` +
        `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${n(wide)}"/>` +
        `<path d="${d}" fill="none" stroke="#FFFFFF" stroke-width="${n(wide * 0.2)}" opacity="${n(0.12 + 0.22 * near)}"/>`
      );
    });
    return (
      box(0, 0, WIDE.width, WIDE.height, '#F4EFE3') +
      `<ellipse cx="320" cy="336" rx="${n(150 + 10 * Math.sin(turn))}" ry="11" fill="${INK}" opacity="0.08"/>` +
      drawn.join('')
    );
  },
  sound(band) {
    for (let turn = 0; turn < 3; turn++) {
      for (const [index, step] of [0, 2, 4, 7, 5, 4, 2, 4].entries()) {
        band.bell({ at: 0.3 + turn * 3.7 + index * 0.46, seconds: 2.4, hz: pentatonic(step + turn, 4), gain: 0.14 });
      }
      band.pad({ at: turn * 3.7, seconds: 5, hz: pentatonic(turn * 2, 3), gain: 0.14 });
    }
  },
};

/** The trefoil (sin u + 2 sin 2u, cos u − 2 cos 2u, −sin 3u), turned around the upright axis and tipped a little. */
function onKnot(u: number, turn: number): readonly [number, number, number] {
  const [x, y, z] = [Math.sin(u) + 2 * Math.sin(2 * u), Math.cos(u) - 2 * Math.cos(2 * u), -Math.sin(3 * u) * 1.25];
  const [x2, z2] = [x * Math.cos(turn) + z * Math.sin(turn), -x * Math.sin(turn) + z * Math.cos(turn)];
  const tip = 0.42;
  const [y3, z3] = [y * Math.cos(tip) - z2 * Math.sin(tip), y * Math.sin(tip) + z2 * Math.cos(tip)];
  return [320 + x2 * 50, 172 + y3 * 50, z3 * 42];
}

const KALEIDOSCOPE_SECONDS = 14;

/** Twelve mirrors; what moves between them was never there before. */
export const KALEIDOSCOPE: Drawing = {
  ...WIDE,
  seconds: KALEIDOSCOPE_SECONDS,
  coverAt: 4.2,
  draw(t) {
    const wedge = glass(t);
    const parts = Array.from({ length: 12 }, (_, index) =>
      group(`rotate(${index * 30}) scale(1 ${index % 2 === 0 ? 1 : -1})`, wedge),
    );
    return (
      `<defs><clipPath id="w"><path d="M0 0L400 ${n(400 * Math.tan(Math.PI / 12))}V${n(-400 * Math.tan(Math.PI / 12))}Z"/></clipPath></defs>` +
      box(0, 0, WIDE.width, WIDE.height, '#12151B') +
      group(`translate(320 180) rotate(${n(t * 3)})`, parts.join(''))
    );
  },
  sound(band) {
    for (let index = 0; index < 26; index++) {
      const step = [0, 3, 5, 8, 6, 4, 7, 2][index % 8] ?? 0;
      band.bell({ at: 0.2 + index * 0.5, seconds: 3, hz: pentatonic(step, 5), gain: 0.07 });
      if (index % 6 === 0) band.pad({ at: index * 0.5, seconds: 5, hz: pentatonic(index % 5, 3), gain: 0.14 });
    }
  },
};

function glass(t: number): string {
  const colours = [VERDIGRIS, VERDIGRIS_LIGHT, AMBER_LIGHT, '#F4E9CE', AMBER, '#2F4A5C', VERMILION, WASH];
  const shards = Array.from({ length: 17 }, (_, index) => {
    const r = 18 + ((index * 53) % 330) + 26 * Math.sin(t * 0.45 + index * 1.7);
    const angle = 0.24 * Math.sin(t * (0.32 + (index % 5) * 0.07) + index * 2.1);
    const [x, y, size] = [r * Math.cos(angle), r * Math.sin(angle), 14 + ((index * 29) % 34)];
    const sides = 3 + (index % 4);
    const turn = t * 0.5 * (index % 2 === 0 ? 1 : -1) + index;
    const points = Array.from({ length: sides }, (_, side): Point => {
      const at = turn + (side / sides) * 2 * Math.PI;
      return [x + size * Math.cos(at), y + size * Math.sin(at)];
    });
    return fill(path(points, true), colours[index % colours.length] ?? PAPER, opacity(0.78));
  });
  return group('', box(0, -110, 400, 220, '#16202A') + shards.join(''), 'clip-path="url(#w)"');
}
