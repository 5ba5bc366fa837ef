import { note, pentatonic } from '../sound/notes.ts';
import {
  AMBER,
  AMBER_LIGHT,
  type Drawing,
  INK,
  LINE,
  NIGHT,
  PAPER,
  VERDIGRIS,
  VERDIGRIS_LIGHT,
  WASH,
  WIDE,
} from './drawing.ts';
import { clamp, ease, randomFrom } from './motion.ts';
import { box, disc, downward, group, n, opacity, outward, type Point, ring, stroke } from './shapes.ts';

const { width: W, height: H } = WIDE;
const ORBITS_SECONDS = 70;
const EARTH = { r: 142, turns: 8 };
const VENUS = { r: 142 * 0.723, turns: 13 };
/** Thirteen turns of Venus in eight years: the line between the two draws five petals. */
const ROSE = { from: 6, to: 64, lines: 520 };

/** Earth and Venus around the sun, and the flower that the line between them draws. */
export const ORBITS: Drawing = {
  ...WIDE,
  seconds: ORBITS_SECONDS,
  coverAt: 62,
  draw(t) {
    const way = clamp((t - ROSE.from) / (ROSE.to - ROSE.from));
    const leaving = ease(t, 65, 68.5);
    const count = Math.floor(way * ROSE.lines);
    let lines = '';
    let gold = '';
    for (let i = 0; i <= count; i++) {
      const [a, b] = [onOrbit(EARTH, i / ROSE.lines), onOrbit(VENUS, i / ROSE.lines)];
      const d = `M${n(a[0])} ${n(a[1])}L${n(b[0])} ${n(b[1])}`;
      if (i % 65 === 0) gold += d;
      else lines += d;
    }
    const [earth, venus] = [onOrbit(EARTH, way), onOrbit(VENUS, way)];
    const shown = ease(t, 0.3, 3);
    return (
      `<defs>${outward('glow', [
        [0, '#F3CE86', 0.9],
        [1, '#F3CE86', 0],
      ])}</defs>${box(0, 0, W, H, PAPER)}` +
      group(
        'translate(320 180)',
        [EARTH, VENUS].map(({ r }) => ring(0, 0, r, LINE, 1.4, opacity(shown))).join('') +
          months(shown) +
          (t < ROSE.from
            ? ''
            : stroke(lines, VERDIGRIS, 0.75, opacity(0.5 * (1 - leaving * 0.85))) +
              stroke(gold, AMBER, 1, opacity(0.9 * (1 - leaving * 0.85)))) +
          disc(0, 0, 34, 'url(#glow)', opacity(shown)) +
          disc(0, 0, 9, AMBER_LIGHT, opacity(shown)) +
          disc(venus[0], venus[1], 5.5, AMBER, opacity(shown)) +
          disc(earth[0], earth[1], 6.5, VERDIGRIS, opacity(shown)) +
          ring(earth[0], earth[1], 9.5, INK, 0.8, opacity(shown * 0.6)),
      )
    );
  },
  sound(band) {
    const span = ROSE.to - ROSE.from;
    for (let year = 0; year < EARTH.turns; year++) {
      const at = ROSE.from + (year * span) / EARTH.turns;
      band.bell({ at, seconds: 5, hz: pentatonic(0, 3), gain: 0.2 });
      band.pad({ at, seconds: 9, hz: note(['C', 'A', 'F', 'G'][year % 4] ?? 'C', 3), gain: 0.12 });
      band.pad({ at, seconds: 9, hz: note(['G', 'E', 'C', 'D'][year % 4] ?? 'C', 4), gain: 0.07 });
    }
    for (let turn = 0; turn < VENUS.turns; turn++) {
      const at = ROSE.from + (turn * span) / VENUS.turns;
      band.bell({ at, seconds: 3.4, hz: pentatonic([5, 7, 9, 8, 6][turn % 5] ?? 5, 4), gain: 0.13 });
    }
    band.pad({ at: 0, seconds: 8, hz: note('C', 3), gain: 0.12 });
    band.pad({ at: 61, seconds: 9, hz: note('C', 4), gain: 0.12 });
  },
};

function onOrbit({ r, turns }: { r: number; turns: number }, way: number): Point {
  const angle = -Math.PI / 2 + way * turns * 2 * Math.PI;
  return [r * Math.cos(angle), r * Math.sin(angle)];
}

function months(shown: number): string {
  const marks = Array.from({ length: 48 }, (_, index) => `rotate(${index * 7.5})`);
  return marks
    .map((turn, index) =>
      group(
        turn,
        stroke(`M0 -156v${index % 4 === 0 ? -8 : -3.5}`, index % 4 === 0 ? INK : WASH, 1, opacity(shown * 0.55)),
      ),
    )
    .join('');
}

const STARS_SECONDS = 16;
const SKY = { width: 960, height: 540, fps: 12 } as const;

/** Plane figures of the northern sky, around the pole, as far as they fit the picture. */
const FIGURES: readonly { name: string; stars: readonly Point[]; lines: readonly (readonly [number, number])[] }[] = [
  {
    name: 'plough',
    stars: [
      [250, 150],
      [262, 215],
      [318, 232],
      [334, 176],
      [390, 164],
      [432, 146],
      [480, 178],
    ],
    lines: [
      [0, 1],
      [1, 2],
      [2, 3],
      [3, 0],
      [3, 4],
      [4, 5],
      [5, 6],
    ],
  },
  {
    name: 'queen',
    stars: [
      [642, 330],
      [682, 384],
      [722, 340],
      [766, 386],
      [800, 326],
    ],
    lines: [
      [0, 1],
      [1, 2],
      [2, 3],
      [3, 4],
    ],
  },
  {
    name: 'little-bear',
    stars: [
      [520, 276],
      [486, 246],
      [452, 240],
      [420, 258],
      [388, 248],
      [376, 282],
      [408, 294],
    ],
    lines: [
      [0, 1],
      [1, 2],
      [2, 3],
      [3, 4],
      [4, 5],
      [5, 6],
      [6, 3],
    ],
  },
  {
    name: 'dragon',
    stars: [
      [560, 120],
      [520, 118],
      [486, 96],
      [540, 78],
      [572, 96],
      [610, 160],
      [640, 210],
      [600, 226],
      [566, 200],
    ],
    lines: [
      [0, 1],
      [1, 2],
      [2, 3],
      [3, 4],
      [4, 0],
      [0, 5],
      [5, 6],
      [6, 7],
      [7, 8],
    ],
  },
  {
    name: 'king',
    stars: [
      [300, 360],
      [356, 340],
      [392, 384],
      [372, 442],
      [312, 430],
    ],
    lines: [
      [0, 1],
      [1, 2],
      [2, 3],
      [3, 4],
      [4, 0],
    ],
  },
];

/** Stars come out, and lines make figures of them, while the sky turns around its pole. */
export const CONSTELLATIONS: Drawing = {
  ...SKY,
  seconds: STARS_SECONDS,
  coverAt: 12.5,
  draw(t) {
    const turn = -9 + t * 1.1;
    return (
      `<defs>${downward('sky', [
        [0, '#0E1218'],
        [0.65, '#1C2735'],
        [1, '#31424C'],
      ])}</defs>${box(0, 0, SKY.width, SKY.height, 'url(#sky)')}` +
      group(
        `rotate(${n(turn)} 520 276)`,
        faint(t) + FIGURES.map((figure, index) => drawFigure(figure, 2.2 + index * 2.1, t)).join(''),
      ) +
      firs(t)
    );
  },
  sound(band) {
    for (const [index, figure] of FIGURES.entries()) {
      for (const [step] of figure.lines.entries()) {
        band.bell({
          at: 2.3 + index * 2.1 + step * 0.26,
          seconds: 2.6,
          hz: pentatonic([0, 2, 4, 5, 7, 9, 8, 6, 5][step] ?? 0, 5),
          gain: 0.1,
        });
      }
      band.pad({ at: 1 + index * 2.6, seconds: 5.6, hz: note(['A', 'F', 'C', 'G', 'C'][index] ?? 'C', 3), gain: 0.14 });
    }
  },
};

function faint(t: number): string {
  const random = randomFrom(1_001);
  return Array.from({ length: 190 }, (_, index) => {
    const [x, y, size, from] = [-120 + random() * 1_200, -140 + random() * 760, 0.5 + random() * 0.9, random() * 4];
    const shine = ease(t, from, from + 1.5) * (0.35 + 0.35 * random() + 0.15 * Math.sin(t * 1.3 + index));
    return disc(x, y, size, index % 9 === 0 ? AMBER_LIGHT : PAPER, opacity(shine));
  }).join('');
}

function drawFigure({ stars, lines }: (typeof FIGURES)[number], from: number, t: number): string {
  const joined = lines.map(([a, b], index) => {
    const share = ease(t, from + index * 0.26, from + 0.4 + index * 0.26);
    const [one, two] = [stars[a] ?? [0, 0], stars[b] ?? [0, 0]];
    if (share === 0) return '';
    return stroke(
      `M${n(one[0])} ${n(one[1])}L${n(one[0] + (two[0] - one[0]) * share)} ${n(one[1] + (two[1] - one[1]) * share)}`,
      VERDIGRIS_LIGHT,
      1.5,
      opacity(0.75),
    );
  });
  const points = stars.map(([x, y], index) => {
    const glow = ease(t, 0.5 + index * 0.15, 2 + index * 0.15);
    return disc(x, y, 7, PAPER, opacity(0.1 * glow)) + disc(x, y, 2.7, PAPER, opacity(glow));
  });
  return joined.join('') + points.join('');
}

function firs(t: number): string {
  const random = randomFrom(63);
  const trees = Array.from({ length: 44 }, (_, index) => {
    const [x, tall] = [index * 22 + random() * 14 - 8, 42 + random() * 62 + Math.abs(index - 22) * 2.4];
    const lean = 1.2 * Math.sin(t * 0.9 + index);
    return `M${n(x + lean)} ${n(540 - tall)}L${n(x + tall * 0.2)} 545H${n(x - tall * 0.2)}Z`;
  }).join('');
  return `<path d="${trees}" fill="${NIGHT}"/><path d="M0 512Q240 496 480 510T960 506V540H0Z" fill="#0B0E13"/>`;
}
