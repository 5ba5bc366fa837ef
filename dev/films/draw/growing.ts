import { pentatonic } from '../sound/notes.ts';
import { type Drawing, INK, LINE, PAPER, VERDIGRIS, VERDIGRIS_LIGHT, WASH, WIDE } from './drawing.ts';
import { blend, clamp, ease } from './motion.ts';
import { box, disc, downward, n, opacity, type Point, path, stroke } from './shapes.ts';

const { width: W, height: H } = WIDE;
const FERN_SECONDS = 16;

interface Frond {
  root: Point;
  angle: number;
  length: number;
  bend: number;
  from: number;
  colour: string;
}

const FRONDS: readonly Frond[] = [
  { root: [322, 330], angle: -2.42, length: 225, bend: -0.0052, from: 2.6, colour: '#7FA79C' },
  { root: [318, 330], angle: -0.76, length: 232, bend: 0.005, from: 3.4, colour: '#7FA79C' },
  { root: [318, 332], angle: -1.98, length: 290, bend: -0.0042, from: 1.2, colour: '#3F8C7F' },
  { root: [322, 332], angle: -1.18, length: 285, bend: 0.0044, from: 1.8, colour: '#3F8C7F' },
  { root: [320, 334], angle: -1.56, length: 300, bend: 0.0022, from: 0.2, colour: VERDIGRIS },
];

/** A fern unrolls from the ground; each leaf is the fern again, smaller. */
export const FERN: Drawing = {
  ...WIDE,
  seconds: FERN_SECONDS,
  coverAt: 11.5,
  draw(t) {
    return (
      `<defs>${downward('ground', [
        [0, PAPER],
        [1, WASH],
      ])}</defs>${box(0, 0, W, H, 'url(#ground)')}` +
      stroke('M120 337C220 331 420 331 520 337', LINE, 1.5) +
      FRONDS.map((frond) => drawFrond(frond, t)).join('') +
      stroke('M258 337C290 333 350 333 384 337', INK, 1.6, opacity(0.7)) +
      spores(t)
    );
  },
  sound(band) {
    const steps = [0, 2, 4, 5, 7, 9, 7, 5, 6, 8, 10, 9, 7, 5, 4, 2, 5, 7, 9, 10, 12, 10, 9, 7];
    for (const [index, step] of steps.entries()) {
      band.bell({ at: 0.4 + index * 0.6, seconds: 2.2, hz: pentatonic(step, 4), gain: 0.16 });
      if (index % 4 === 0) band.pad({ at: index * 0.6, seconds: 5, hz: pentatonic(step % 5, 3), gain: 0.1 });
    }
  },
};

/** The stem follows its bend as far as it has grown; its tip is still rolled in. */
function drawFrond({ root, angle, length, bend, from, colour }: Frond, t: number): string {
  const grown = ease(t, from, from + 7.5);
  if (grown <= 0) return '';
  const steps = 46;
  const step = (length * grown) / steps;
  const points: Point[] = [root];
  const leaves: string[] = [];
  let [x, y] = root;
  let heading = angle + 0.012 * Math.sin(t * 1.1 + from * 3);
  const rolled = 1 - grown * 0.93;
  for (let i = 1; i <= steps; i++) {
    const along = i / steps;
    // Rolled in at the end, as a crozier, and unrolling while it grows.
    heading += bend * step + Math.sign(bend) * rolled * 0.55 * clamp((along - 0.55) / 0.45) ** 2;
    x += Math.cos(heading) * step;
    y += Math.sin(heading) * step;
    points.push([x, y]);
    if (i > 5 && i < steps) leaves.push(leafPair([x, y], heading, { along, grown, length, colour, t }));
  }
  return leaves.join('') + stroke(path(points), blend(colour, INK, 0.25), 2.1);
}

interface Leaf {
  along: number;
  grown: number;
  length: number;
  colour: string;
  t: number;
}

function leafPair([x, y]: Point, heading: number, { along, grown, length, colour, t }: Leaf): string {
  const open = clamp((grown - along * 0.75) * 4);
  const size = length * 0.2 * Math.sin(Math.PI * clamp(along * 0.9 + 0.1)) ** 0.8 * open * grown;
  if (size < 1.2) return '';
  let d = '';
  for (const side of [-1, 1]) {
    const out = heading + side * (1.12 - 0.35 * along) + 0.03 * Math.sin(t * 1.6 + along * 9);
    const [dx, dy] = [Math.cos(out), Math.sin(out)];
    const tip: Point = [x + dx * size, y + dy * size + size * 0.06];
    const [px, py] = [-dy * size * 0.105, dx * size * 0.105];
    const [ax, ay] = [x + dx * size * 0.45, y + dy * size * 0.45];
    d += `M${n(x)} ${n(y)}Q${n(ax + px)} ${n(ay + py)} ${n(tip[0])} ${n(tip[1])}Q${n(ax - px)} ${n(ay - py)} ${n(x)} ${n(y)}Z`;
  }
  return `<path d="${d}" fill="${blend(colour, VERDIGRIS_LIGHT, 0.25 * along)}"/>`;
}

/** At the end they drift off. */
function spores(t: number): string {
  return Array.from({ length: 22 }, (_, index) => {
    const age = t - 9 - (index % 11) * 0.42;
    if (age <= 0) return '';
    const [x, y] = [320 + (((index * 83) % 260) - 130), 90 + ((index * 47) % 130)];
    const drift = age * (6 + (index % 5) * 2.4);
    return disc(
      x + drift * 2 + 5 * Math.sin(age + index),
      y - drift,
      1.3,
      '#9A6400',
      opacity(0.6 * ease(age, 0, 1) * (1 - ease(age, 3.5, 6))),
    );
  }).join('');
}
