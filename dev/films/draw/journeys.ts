import { note, pentatonic } from '../sound/notes.ts';
import { AMBER, type Drawing, INK, PAPER, VERDIGRIS, VERMILION, WASH, WIDE } from './drawing.ts';
import { clamp, ease, randomFrom } from './motion.ts';
import { box, curve, disc, downward, fill, group, n, opacity, type Point, ring, stroke } from './shapes.ts';

const { width: W, height: H } = WIDE;
const BOATS_SECONDS = 14;

/** Five folded boats on lines of water. */
export const PAPER_BOATS: Drawing = {
  ...WIDE,
  seconds: BOATS_SECONDS,
  coverAt: 6.2,
  draw(t) {
    const boats = [
      { row: 0, x: 470 - t * 9, size: 0.5, paper: '#F4F0E6' },
      { row: 1, x: 90 + t * 15, size: 0.72, paper: '#FBF8F1' },
      { row: 2, x: 560 - t * 19, size: 0.92, paper: '#E9C98A' },
      { row: 3, x: -20 + t * 30, size: 1.25, paper: '#FFFFFF' },
      { row: 4, x: 690 - t * 33, size: 1.5, paper: '#FBF8F1' },
    ];
    const rows = boats.map(({ row, x, size, paper }) => boatOnRow(row, x, size, paper, t) + waterRow(row, t));
    return (
      `<defs>${downward('air', [
        [0, '#F7F2E6'],
        [1, '#E6EDE6'],
      ])}</defs>${box(0, 0, W, H, 'url(#air)')}` +
      disc(110, 74, 30, '#EBC98D') +
      clouds(t) +
      rows.join('')
    );
  },
  sound(band) {
    const tune = [7, 9, 10, 9, 7, 5, 7, -1, 5, 7, 9, 7, 5, 4, 5, -1, 7, 9, 10, 12, 10, 9, 7, -1, 5, 7, 5, 4, 2, 4, 5];
    for (const [index, step] of tune.entries()) {
      if (step >= 0) band.bell({ at: 0.5 + index * 0.4, seconds: 1.8, hz: pentatonic(step, 4), gain: 0.16 });
      if (index % 4 === 0)
        band.bell({
          at: 0.5 + index * 0.4,
          seconds: 2.6,
          hz: pentatonic([0, 3, 4, 2][(index / 4) % 4] ?? 0, 3),
          gain: 0.16,
        });
    }
    band.noise(0, BOATS_SECONDS, { low: 200, high: 800 }, (t) => 0.14 + 0.1 * Math.sin(t * 1.7));
  },
};

const rowY = (row: number) => 148 + row * 34 + row * row * 3.2;

function swell(row: number, x: number, t: number): number {
  return Math.sin(x / (50 + row * 17) + t * (row % 2 === 0 ? 1.1 : -0.9)) * (2.4 + row * 1.5);
}

function waterRow(row: number, t: number): string {
  const colour = ['#BFD6CC', '#94BFB3', '#67A597', '#378A7C', VERDIGRIS][row] ?? VERDIGRIS;
  const line = (down: number) =>
    curve(
      Array.from(
        { length: 18 },
        (_, index): Point => [index * 39 - 10, rowY(row) + down + swell(row, index * 39 - 10 - down * 2, t)],
      ),
    );
  const lines = [9, 18].map((down) => stroke(line(down), '#FFFFFF', 0.9, opacity(0.28))).join('');
  return fill(`${line(0)}V${H}H-10Z`, colour) + stroke(line(0), '#FFFFFF', 1.4, opacity(0.5)) + lines;
}

function boatOnRow(row: number, x: number, size: number, paper: string, t: number): string {
  const y = rowY(row) + swell(row, x, t);
  const slope = (swell(row, x + 8, t) - swell(row, x - 8, t)) / 16;
  const shade = '#00000014';
  const folded =
    fill('M-15 -6L0 -42L15 -6Z', paper) +
    fill('M0 -42L15 -6H3Z', '#000000', opacity(0.1)) +
    fill('M-38 -16C-22 -6 22 -6 38 -16L24 9H-24Z', paper) +
    fill('M38 -16C30 -11 18 -8.600 4 -8.600L0 9H24Z', '#000000', opacity(0.09)) +
    stroke('M-38 -16C-22 -6 22 -6 38 -16L24 9H-24ZM-14 -9L0 -42L14 -9', INK, 1.1 / size, opacity(0.55)) +
    fill('M-24 9H24L20 4H-20Z', shade);
  return group(`translate(${n(x)} ${n(y)}) rotate(${n((Math.atan(slope) * 180) / Math.PI)}) scale(${size})`, folded);
}

function clouds(t: number): string {
  return [
    [210, 58, 1],
    [430, 40, 1.3],
    [600, 86, 0.8],
  ]
    .map(([x = 0, y = 0, size = 1]) =>
      group(
        `translate(${n(x + t * 3)} ${y}) scale(${size})`,
        stroke('M-40 12H38M-28 12C-34 0 -18 -8 -10 -2C-6 -16 16 -16 18 -3C30 -8 38 4 30 12', '#A9B8B0', 1.4),
      ),
    )
    .join('');
}

const MAP_SECONDS = 22;
const ROUTE: readonly Point[] = [
  [92, 268],
  [140, 232],
  [182, 238],
  [226, 206],
  [262, 158],
  [318, 150],
  [356, 184],
  [404, 196],
  [446, 160],
  [492, 126],
  [536, 108],
];

/** A map is drawn by hand: the coast, what stands on it, and at last the way. */
export const HAND_DRAWN_MAP: Drawing = {
  ...WIDE,
  seconds: MAP_SECONDS,
  coverAt: 20,
  draw(t) {
    return (
      `<defs>${downward('sheet', [
        [0, '#F6EFDF'],
        [1, '#EFE5CE'],
      ])}</defs>${box(0, 0, W, H, '#DCD2BC')}` +
      box(14, 12, W - 28, H - 24, 'url(#sheet)') +
      folds() +
      coast(t) +
      lakeAndRiver(t) +
      hillsAndTrees(t) +
      villages(t) +
      way(t) +
      compass(t)
    );
  },
  sound(band) {
    const random = randomFrom(31);
    for (let at = 0.4; at < 19; at += 0.5 + random() * 0.35) {
      const long = 0.25 + random() * 0.25;
      band.noise(
        at,
        long,
        { low: 1_800, high: 6_500 },
        (t) => 0.34 * Math.sin((Math.PI * t) / long) * (0.7 + 0.3 * Math.sin(t * 90)),
      );
    }
    const melody = ['D', 'F#', 'A', 'B', 'A', 'F#', 'E', 'D', 'E', 'F#', 'A', 'D'] as const;
    for (const [index, name] of melody.entries()) {
      band.bell({ at: 1 + index * 1.65, seconds: 3, hz: note(name, index === 11 ? 5 : 4), gain: 0.12 });
      if (index % 3 === 0) band.pad({ at: index * 1.65, seconds: 5.4, hz: note(name, 3), gain: 0.1 });
    }
  },
};

const drawn = (d: string, t: number, from: number, to: number, colour: string, width: number, more = '') => {
  const share = ease(t, from, to);
  if (share === 0) return '';
  return stroke(d, colour, width, `pathLength="1" stroke-dasharray="${n(share * 1.0)} 2" ${more}`);
};

function folds(): string {
  return stroke('M217 12V348M423 12V348M14 180H626', '#CDBF9F', 1, opacity(0.55));
}

const COAST = [
  'M58 320C40 276 72 250 58 214C46 180 84 168 88 136C92 104 132 112 150 84C170 54 214 76 246 60C290 38 330 70 372 52',
  'C420 32 452 62 494 50C540 38 580 66 586 108C592 142 566 158 580 192C594 230 560 246 556 278C550 312 506 300 476 316',
  'C430 338 400 310 356 322C300 336 262 312 216 326C160 342 90 352 58 320Z',
].join('');

function coast(t: number): string {
  const land = fill(COAST, '#FBF6E9', opacity(ease(t, 3, 5)));
  const ripple = [1.035, 1.07]
    .map((scale, index) =>
      group(
        `translate(${n(320 - 320 * scale)} ${n(190 - 190 * scale)}) scale(${scale})`,
        drawn(COAST, t, 2.5 + index, 6 + index, '#6E9F98', 1, opacity(0.6 - index * 0.22)),
      ),
    )
    .join('');
  return ripple + land + drawn(COAST, t, 0.2, 4.5, INK, 2);
}

function lakeAndRiver(t: number): string {
  const lake = 'M372 244C390 228 430 232 440 250C446 268 404 284 380 274C364 268 362 254 372 244Z';
  return (
    fill(lake, '#BFD8CF', opacity(ease(t, 6.5, 7.5))) +
    drawn(lake, t, 5, 6.5, VERDIGRIS, 1.6) +
    drawn(
      'M300 96C312 120 286 132 300 162C316 196 300 216 326 232C342 242 358 240 372 250',
      t,
      4.5,
      6.5,
      VERDIGRIS,
      2,
    ) +
    drawn('M440 254C470 262 486 284 500 306', t, 6, 7.2, VERDIGRIS, 2)
  );
}

function hillsAndTrees(t: number): string {
  const peaks = [
    [168, 132],
    [196, 118],
    [222, 134],
    [252, 112],
    [204, 150],
    [470, 92],
    [500, 84],
    [448, 104],
  ] as const;
  const hills = peaks
    .map(([x, y], index) =>
      drawn(
        `M${x - 18} ${y + 14}L${x} ${y - 14}L${x + 18} ${y + 14}M${x} ${y - 14}L${x + 3} ${y - 3}L${x - 1} ${y + 4}M${x + 6} ${y - 4}L${x + 9} ${y + 12}`,
        t,
        6.5 + index * 0.4,
        7.4 + index * 0.4,
        INK,
        1.5,
      ),
    )
    .join('');
  const random = randomFrom(13);
  const trees = Array.from({ length: 26 }, (_, index) => {
    const [x, y] = [
      index < 14 ? 128 + random() * 130 : 468 + random() * 80,
      index < 14 ? 250 + random() * 56 : 186 + random() * 70,
    ];
    const from = 9 + index * 0.14;
    return drawn(
      `M${n(x)} ${n(y)}v5M${n(x - 5)} ${n(y)}C${n(x - 8)} ${n(y - 10)} ${n(x + 8)} ${n(y - 10)} ${n(x + 5)} ${n(y)}Z`,
      t,
      from,
      from + 0.7,
      VERDIGRIS,
      1.3,
    );
  }).join('');
  return hills + trees;
}

function villages(t: number): string {
  return (
    [
      [92, 268],
      [318, 150],
      [536, 108],
    ] as const
  )
    .map(([x, y], index) => {
      const [hx, hy] = [x + 6, y - 22];
      const large = `M${hx} ${hy + 14}V${hy + 4}L${hx + 7} ${hy - 3}L${hx + 14} ${hy + 4}V${hy + 14}Z`;
      const small = `M${hx + 16} ${hy + 14}V${hy + 7}L${hx + 21} ${hy + 2}L${hx + 26} ${hy + 7}V${hy + 14}Z`;
      return drawn(large + small, t, 11.5 + index * 0.6, 12.4 + index * 0.6, INK, 1.4);
    })
    .join('');
}

/** Dashes, one after the other, to a small cross. */
function way(t: number): string {
  const share = ease(t, 14, 19);
  if (share === 0) return disc(92, 268, 4 * ease(t, 13.4, 14), AMBER);
  const dots: string[] = [];
  const total = ROUTE.length - 1;
  for (let step = 0; step < 54; step++) {
    const at = (step / 54) * total;
    if (step / 54 > share || step % 3 === 2) continue;
    const index = Math.min(total - 1, Math.floor(at));
    const [a, b, between] = [ROUTE[index] ?? [0, 0], ROUTE[index + 1] ?? [0, 0], at - index];
    dots.push(disc(a[0] + (b[0] - a[0]) * between, a[1] + (b[1] - a[1]) * between, 2, VERMILION));
  }
  return (
    dots.join('') +
    disc(92, 268, 4 * ease(t, 13.4, 14), AMBER) +
    group('translate(536 108)', drawn('M-7 -7L7 7M7 -7L-7 7', t, 18.8, 19.6, VERMILION, 3.4))
  );
}

function compass(t: number): string {
  const share = ease(t, 12.5, 15);
  if (share === 0) return '';
  const turn = 26 * (1 - clamp((t - 12.5) / 5)) * Math.cos(t * 3);
  const needle = fill('M0 -26L5 0H-5Z', VERMILION) + fill('M0 26L5 0H-5Z', INK);
  const marks = Array.from({ length: 16 }, (_, index) =>
    group(`rotate(${index * 22.5})`, stroke(`M0 -30v${index % 4 === 0 ? 7 : 4}`, INK, 1.1)),
  ).join('');
  return group(
    'translate(572 300)',
    disc(0, 0, 35, WASH) +
      ring(0, 0, 34, INK, 1.4) +
      marks +
      group(`rotate(${n(turn)})`, needle) +
      disc(0, 0, 2.5, PAPER),
    opacity(share),
  );
}
