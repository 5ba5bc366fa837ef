import { note } from '../sound/notes.ts';
import { AMBER_LIGHT, type Drawing, INK, NIGHT, PAPER, VERDIGRIS, WIDE } from './drawing.ts';
import { blend, blendAlong, clamp, ease, randomFrom } from './motion.ts';
import { box, curve, disc, downward, fill, group, n, opacity, outward, type Point, stroke } from './shapes.ts';

const { width: W, height: H } = WIDE;
const DUSK_SECONDS = 18;

/** The sun goes, and one window after the other is lit. */
export const SKYLINE: Drawing = {
  ...WIDE,
  seconds: DUSK_SECONDS,
  coverAt: 9.5,
  draw(t) {
    const dark = ease(t, 0, 14);
    const top = blendAlong(['#C9D6D2', '#7C8C98', '#2E3B4B', NIGHT], dark);
    const low = blendAlong(['#F8E3BC', '#E9A869', '#80594F', '#222A36'], dark);
    return (
      `<defs>${downward('sky', [
        [0, top],
        [0.8, low],
      ])}${outward('halo', [
        [0, '#FFE3A8', 0.8],
        [1, '#FFE3A8', 0],
      ])}</defs>` +
      box(0, 0, W, H, 'url(#sky)') +
      firstStars(ease(t, 9, 16), t) +
      disc(196, 150 + t * 13, 90, 'url(#halo)', opacity(0.9 - dark * 0.8)) +
      disc(196, 150 + t * 13, 26, '#F3B15E', opacity(1.1 - dark * 0.5)) +
      TOWNS.map((town, row) => houses(town, row, t, dark)).join('') +
      river(t, dark)
    );
  },
  sound(band) {
    const chords = [
      ['F', 'A', 'C', 'E'],
      ['E', 'G', 'B', 'D'],
      ['D', 'F', 'A', 'C'],
      ['G', 'B', 'D', 'F'],
    ] as const;
    for (let bar = 0; bar < 5; bar++) {
      for (const [voice, name] of (chords[bar % 4] ?? []).entries()) {
        band.bell({ at: 0.4 + bar * 3.4 + voice * 0.16, seconds: 4.2, hz: note(name, voice > 1 ? 4 : 3), gain: 0.13 });
        band.bell({ at: 2.2 + bar * 3.4 + voice * 0.42, seconds: 2.4, hz: note(name, 5), gain: 0.035 });
      }
    }
    band.noise(0, DUSK_SECONDS, { low: 70, high: 320 }, (t) => 0.35 + 0.15 * Math.sin(t * 0.8));
  },
};

interface House {
  x: number;
  width: number;
  top: number;
  roof: number;
  windows: { x: number; y: number; lit: number }[];
}

/** Three rows of houses; each window has its own moment, and some none. */
const TOWNS: readonly House[][] = [3, 4, 5].map((seed, row) => {
  const random = randomFrom(seed * 31);
  const houses: House[] = [];
  const base = 300;
  for (let x = -10 - random() * 20; x < W; ) {
    const width = 26 + random() * 30 + row * 6;
    const top = base - 60 - random() * (118 - row * 26) - (random() < 0.16 ? 40 - row * 10 : 0);
    const step = 8 + row * 1.5;
    const windows = [];
    for (let wy = top + 10; wy < base - 8; wy += step + 3) {
      for (let wx = x + 6; wx < x + width - 7; wx += step) {
        windows.push({ x: wx, y: wy, lit: random() < 0.5 ? 3.5 + random() * 13 : 99 });
      }
    }
    houses.push({ x, width, top, roof: Math.floor(random() * 4), windows });
    x += width + (row === 2 ? random() * 16 : 1);
  }
  return houses;
});

function houses(town: readonly House[], row: number, t: number, dark: number): string {
  const day = ['#A9B4B3', '#6F8286', '#3C525A'][row] ?? INK;
  const night = ['#2B3644', '#1E2733', '#131A23'][row] ?? NIGHT;
  const wall = blend(day, night, dark);
  const size = 3 + row;
  return town
    .map(({ x, width, top, roof, windows }) => {
      const lit = windows
        .filter((one) => one.lit < t)
        .map((one) => `M${n(one.x)} ${n(one.y)}h${size - 0.6}v${size + 0.8}h${-(size - 0.6)}z`)
        .join('');
      return (
        box(x, top, width, 320 - top, wall) +
        roofOf(roof, x, width, top, wall) +
        (lit === '' ? '' : fill(lit, AMBER_LIGHT, opacity(0.72 + 0.14 * row)))
      );
    })
    .join('');
}

function roofOf(kind: number, x: number, width: number, top: number, colour: string): string {
  if (kind === 0)
    return fill(`M${n(x)} ${n(top + 0.5)}L${n(x + width / 2)} ${n(top - 15)}L${n(x + width)} ${n(top + 0.5)}Z`, colour);
  if (kind === 1) return box(x + width * 0.3, top - 7, width * 0.4, 8, colour);
  if (kind === 2) return stroke(`M${n(x + width / 2)} ${n(top)}v-20`, colour, 1.6);
  return '';
}

function firstStars(share: number, t: number): string {
  const random = randomFrom(77);
  return Array.from({ length: 34 }, (_, index) => {
    const [x, y] = [random() * W, random() * 120];
    return disc(x, y, 0.6 + random() * 0.6, PAPER, opacity(share * (0.4 + 0.3 * random() + 0.2 * Math.sin(t + index))));
  }).join('');
}

/** The lights again, trembling in the water. */
function river(t: number, dark: number): string {
  const water =
    box(0, 300, W, 60, blend('#9DB3AE', '#16202A', dark)) + box(0, 300, W, 1.4, blend('#5B6D70', '#0E141B', dark));
  const random = randomFrom(9);
  const lights = Array.from({ length: 46 }, (_, index) => {
    const [x, on, y] = [random() * W, 3.5 + random() * 12, 305 + random() * 48];
    const wide = 5 + random() * 9 + 3 * Math.sin(t * 2 + index);
    return stroke(`M${n(x - wide / 2)} ${n(y)}h${n(wide)}`, AMBER_LIGHT, 1.3, opacity(0.5 * ease(t, on, on + 1.5)));
  }).join('');
  return water + lights;
}

const TRAIN_SECONDS = 66;
const MIDNIGHT = TRAIN_SECONDS / 2;

/** A train through one night, from the last light to the first. */
export const NIGHT_TRAIN: Drawing = {
  ...WIDE,
  seconds: TRAIN_SECONDS,
  coverAt: 12,
  draw(t) {
    const light = clamp(Math.abs(t - MIDNIGHT) / 28 - 0.12);
    const isMorning = t > MIDNIGHT;
    const top = blendAlong([NIGHT, '#26364A', isMorning ? '#A7BFC4' : '#8E8FA6'], light);
    const low = blendAlong(['#212B38', isMorning ? '#7D8893' : '#84635F', isMorning ? '#F6DFB5' : '#EFB27A'], light);
    return (
      `<defs>${downward('sky', [
        [0, top],
        [0.7, low],
      ])}${outward('halo', [
        [0, AMBER_LIGHT, 0.6],
        [1, AMBER_LIGHT, 0],
      ])}</defs>` +
      box(0, 0, W, H, 'url(#sky)') +
      firstStars(1 - light * 2, t) +
      disc(
        540 - t * 3.4,
        74 - 20 * Math.sin((t / TRAIN_SECONDS) * Math.PI),
        16,
        '#F4EEDC',
        opacity(0.95 - light * 0.5),
      ) +
      hills(t, 7, 232, 40, blendAlong(['#1B2530', '#7F8F95'], light)) +
      hills(t, 19, 262, 26, blendAlong(['#161E28', '#4C6A68'], light)) +
      villages(t, light) +
      box(0, 283, W, 80, blendAlong(['#10161D', '#27443F'], light)) +
      stroke(`M0 316.5H${W}`, blendAlong(['#39434F', '#20302F'], light), 2) +
      train(t, light) +
      poles(t, light)
    );
  },
  sound(band) {
    for (let at = 0.6; at < TRAIN_SECONDS - 1; at += 1.5) {
      for (const [after, gain] of [
        [0, 0.2],
        [0.16, 0.16],
        [0.62, 0.13],
        [0.78, 0.1],
      ] as const) {
        band.knock({ at: at + after, seconds: 0.12, hz: 96 + gain * 150, gain });
      }
    }
    band.noise(0, TRAIN_SECONDS, { low: 50, high: 300 }, () => 0.75);
    const chords = [
      ['A', 'C', 'E'],
      ['F', 'A', 'C'],
      ['C', 'E', 'G'],
      ['G', 'B', 'D'],
    ] as const;
    for (let bar = 0; bar * 6 < TRAIN_SECONDS - 8; bar++) {
      for (const [voice, name] of (chords[bar % 4] ?? []).entries()) {
        band.pad({ at: 1 + bar * 6, seconds: 7.5, hz: note(name, voice === 0 ? 3 : 4), gain: 0.09 });
      }
      band.bell({ at: 3 + bar * 6, seconds: 3, hz: note(chords[bar % 4]?.[bar % 3] ?? 'A', 5), gain: 0.05 });
    }
    for (const at of [7, 34, 55]) {
      for (const name of ['D#', 'F#', 'A'] as const) band.pad({ at, seconds: 2.6, hz: note(name, 4), gain: 0.06 });
    }
  },
};

function hills(t: number, speed: number, base: number, height: number, colour: string): string {
  const points = Array.from({ length: 34 }, (_, index): Point => {
    const x = index * 20 - 10;
    const at = x + t * speed;
    return [x, base - height * (0.5 + 0.5 * Math.sin(at / 91)) - height * 0.4 * Math.sin(at / 37 + speed)];
  });
  return fill(`${curve(points)}V${H}H-10Z`, colour);
}

/** Far lights that come and stay behind. */
function villages(t: number, light: number): string {
  const random = randomFrom(15);
  return Array.from({ length: 70 }, () => {
    const far = random() * 2_700;
    const y = 262 + random() * 16;
    const x = ((far - t * 26 + 5_400) % 2_700) - 30;
    const warm = random() < 0.75 ? AMBER_LIGHT : '#F4EEDC';
    return x > W ? '' : box(x, y, 2.4, 2.8, warm, opacity(0.95 - light * 0.9));
  }).join('');
}

function train(t: number, light: number): string {
  const side = blendAlong(['#0F5A51', VERDIGRIS], light);
  const sway = 0.7 * Math.sin(t * 8.4);
  const wagon = (x: number) => {
    const windows = Array.from({ length: 6 }, (_, index) =>
      box(x + 16 + index * 27, 258, 18, 17, blend('#E8C886', AMBER_LIGHT, (index * 7) % 3 === 0 ? 1 : 0.3), 'rx="2"'),
    ).join('');
    const glow = Array.from({ length: 6 }, (_, index) =>
      fill(`M${x + 14 + index * 27} 320h22l12 22h-46z`, AMBER_LIGHT, opacity(0.1 * (1 - light))),
    ).join('');
    const people = group(
      `translate(${x} 0)`,
      fill('M50 275c0-8 3-9 3-12a4 4 0 1 1 6 0c0 3 4 4 4 12z', '#3B2F17') +
        fill('M131 275c0-8 3-9 3-12a4 4 0 1 1 6 0c0 3 4 4 4 12z', '#3B2F17'),
      opacity(0.8),
    );
    return (
      glow +
      box(x, 246, 186, 58, side, 'rx="7"') +
      box(x, 246, 186, 6, '#0B4039', 'rx="3"') +
      windows +
      people +
      box(x, 286, 186, 2.2, AMBER_LIGHT, opacity(0.8)) +
      [24, 46, 140, 162].map((at) => wheel(x + at, t)).join('')
    );
  };
  return group(
    `translate(0 ${n(sway)})`,
    box(-30, 298, 640, 7, '#0B1016') +
      wagon(-132) +
      wagon(62) +
      wagon(256) +
      fill('M450 304V252q0-6 6-6h84c30 0 56 26 64 58z', side) +
      fill('M548 254c18 4 32 14 40 28h-40z', blend('#E8C886', '#F4EEDC', 0.4)) +
      box(450, 286, 148, 2.2, AMBER_LIGHT, opacity(0.8)) +
      [474, 496, 560, 582].map((at) => wheel(at, t)).join('') +
      fill('M602 296L700 262V330Z', '#FFE9BC', opacity(0.2 * (1 - light))) +
      disc(602, 296, 3.4, '#FFF1CF'),
  );
}

function wheel(x: number, t: number): string {
  const spokes = [0, 60, 120]
    .map((angle) => group(`rotate(${n(angle + t * 420)})`, stroke('M-6 0H6', '#4A5866', 1.2)))
    .join('');
  return group(`translate(${x} 308)`, disc(0, 0, 8, '#0B1016') + disc(0, 0, 6.4, '#202A35') + spokes);
}

function poles(t: number, light: number): string {
  const colour = blendAlong(['#05080B', '#16211F'], light);
  const gap = 380;
  const first = -((t * 250) % gap);
  return [0, 1, 2]
    .map((index) => {
      const x = first + index * gap;
      return (
        stroke(`M${n(x)} 168V${H}M${n(x - 14)} 180h28`, colour, 4) +
        stroke(`M${n(x)} 180Q${n(x + gap / 2)} 206 ${n(x + gap)} 180`, colour, 1.2)
      );
    })
    .join('');
}
