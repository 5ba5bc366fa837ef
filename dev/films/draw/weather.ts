import { note } from '../sound/notes.ts';
import { AMBER_LIGHT, type Drawing, INK, NIGHT, PAPER, VERDIGRIS_LIGHT, WIDE } from './drawing.ts';
import { blend, blendAlong, clamp, ease, randomFrom } from './motion.ts';
import { box, curve, disc, downward, fill, group, n, opacity, outward, type Point, ring, stroke } from './shapes.ts';

const { width: W, height: H } = WIDE;
const RAIN_SECONDS = 18;
const THUNDER_AT = 9.5;

/** A house in the evening rain, and somebody at home. */
export const RAIN: Drawing = {
  ...WIDE,
  seconds: RAIN_SECONDS,
  coverAt: 5,
  draw(t) {
    // Far away: half the sky a little lighter, for a moment and slowly gone.
    const flash = 0.16 * ease(t, THUNDER_AT - 0.3, THUNDER_AT) * (1 - ease(t, THUNDER_AT, THUNDER_AT + 1.6));
    return (
      `<defs>${downward('evening', [
        [0, blend('#24303D', PAPER, flash)],
        [1, blend('#50626E', PAPER, flash)],
      ])}` +
      `${outward('lamp', [
        [0, AMBER_LIGHT, 0.5],
        [1, AMBER_LIGHT, 0],
      ])}</defs>${box(0, 0, W, H, 'url(#evening)')}` +
      fill('M0 236C80 206 150 222 230 200C330 176 420 216 520 196C570 188 610 196 640 190V360H0Z', '#34444F') +
      house(t) +
      box(0, 300, W, 60, '#222D37') +
      puddle(t) +
      rain(t)
    );
  },
  sound(band) {
    const random = randomFrom(5);
    band.noise(0, RAIN_SECONDS, { low: 700, high: 5_200 }, (t) => 0.3 + 0.06 * Math.sin(t * 0.9));
    band.noise(0, RAIN_SECONDS, { low: 200, high: 900 }, () => 0.2);
    for (let at = 0.2; at < RAIN_SECONDS - 0.4; at += 0.09 + random() * 0.24) {
      band.knock({ at, seconds: 0.05 + random() * 0.05, hz: 700 + random() * 1_500, gain: 0.02 + 0.03 * random() });
    }
    band.noise(
      THUNDER_AT + 0.9,
      5,
      { low: 25, high: 130 },
      (t) => 3.2 * Math.min(1, t) * Math.exp(-t * 0.75) * (0.7 + 0.3 * Math.sin(t * 9)),
    );
    for (const [at, name] of [
      [1, 'D'],
      [4.4, 'A'],
      [7.6, 'F'],
      [12, 'D'],
      [14.6, 'A'],
    ] as const) {
      band.bell({ at, seconds: 4, hz: note(name, 4), gain: 0.07 });
    }
  },
};

function house(t: number): string {
  const glow = 0.92 + 0.08 * Math.sin(t * 1.7);
  const tiles = Array.from({ length: 7 }, (_, row) => {
    const y = 124 + row * 11.5;
    const [left, right] = [262 - row * 15.5, 418 + row * 15.5];
    return stroke(`M${n(left)} ${y}H${n(right)}`, '#5D5058', 1);
  }).join('');
  return (
    disc(340, 252, 150, 'url(#lamp)', opacity(0.55 * glow)) +
    box(196, 200, 290, 104, '#3B4955') +
    fill('M146 204L262 116H418L534 204Z', '#4A3F45') +
    tiles +
    stroke('M146 204L262 116H418L534 204Z', '#6B5D64', 1.4) +
    box(408, 96, 22, 38, '#564A50') +
    smoke(t) +
    lit(238, 226, 52, 46, glow, t, true) +
    lit(390, 226, 52, 46, glow * 0.96, t, false) +
    box(324, 230, 34, 74, '#0F4A43') +
    disc(351, 268, 1.8, AMBER_LIGHT)
  );
}

function lit(x: number, y: number, width: number, height: number, glow: number, t: number, withCat: boolean): string {
  const frame = stroke(
    `M${x} ${y}h${width}v${height}h${-width}zM${x + width / 2} ${y}v${height}M${x} ${y + height / 2}h${width}`,
    '#1D2630',
    2.4,
  );
  const tail = 8 * Math.sin(t * 1.2);
  const cat = withCat
    ? fill(`M${x + 8} ${y + height}c0-14 4-20 10-22l-1-6 5 4h4l5-4-1 7c5 4 6 12 6 21z`, '#2B2620') +
      stroke(`M${x + 34} ${y + height - 2}q10 ${n(-2 - tail * 0.2)} ${n(9)} ${n(-12 + tail * 0.4)}`, '#2B2620', 2.6)
    : stroke(`M${x + 14} ${y + height}v-15m-7 4c4-2 6-5 7-8c1 4 4 7 8 8`, '#55461F', 2);
  return box(x, y, width, height, blend('#3A3020', AMBER_LIGHT, glow * 0.95)) + cat + frame;
}

function smoke(t: number): string {
  return Array.from({ length: 5 }, (_, index) => {
    const age = (t * 0.22 + index / 5) % 1;
    return disc(
      419 + age * 46 + 5 * Math.sin(age * 7 + index),
      92 - age * 66,
      4 + age * 15,
      '#8D98A5',
      opacity(0.2 * (1 - age) * clamp(age * 8)),
    );
  }).join('');
}

/** Three depths of rain; each drop falls its own way again and again. */
function rain(t: number): string {
  const random = randomFrom(21);
  let [far, near] = ['', ''];
  for (let drop = 0; drop < 150; drop++) {
    const isNear = drop % 3 === 0;
    const [at, start, speed] = [random() * 760, random(), (isNear ? 1.5 : 0.95) + random() * 0.3];
    const way = (start + t * speed) % 1;
    const [x, y, long] = [at - way * 74, way * 420 - 40, isNear ? 17 : 10];
    const d = `M${n(x)} ${n(y)}l${n(-long * 0.18)} ${long}`;
    if (isNear) near += d;
    else far += d;
  }
  return stroke(far, '#A3B4C2', 0.8, opacity(0.34)) + stroke(near, '#D5DEE4', 1.1, opacity(0.42));
}

function puddle(t: number): string {
  const random = randomFrom(3);
  const rings = Array.from({ length: 16 }, () => {
    const [x, y, start] = [40 + random() * 560, 312 + random() * 40, random()];
    const age = (start + t * (0.7 + random() * 0.5)) % 1;
    const r = age * 15;
    // A ring that lies flat.
    return group(
      `translate(${n(x)} ${n(y)}) scale(1 0.3)`,
      ring(0, 0, r, VERDIGRIS_LIGHT, 1.6, opacity(0.6 * (1 - age))),
    );
  }).join('');
  const shine = [264, 416].map((x) => box(x - 22, 306, 44, 44, AMBER_LIGHT, opacity(0.1))).join('');
  return shine + rings;
}

const DAWN_SECONDS = 20;

/** Ridge behind ridge, and the sun comes up between them. */
export const MOUNTAINS: Drawing = {
  ...WIDE,
  seconds: DAWN_SECONDS,
  coverAt: 12,
  draw(t) {
    const light = ease(t, 1, 15);
    const top = blendAlong([NIGHT, '#31465A', '#A9C2C4', '#DFE9E2'], light);
    const low = blendAlong(['#2C3440', '#C08A6A', '#F2D3A0', '#FAF1DC'], light);
    const rise = ease(t, 3, 17);
    return (
      `<defs>${downward('sky', [
        [0, top],
        [0.72, low],
      ])}${outward('halo', [
        [0, '#FFF3D2', 0.9],
        [1, '#FFF3D2', 0],
      ])}` +
      `${downward('mist', [
        [0, '#FFFFFF', 0],
        [1, '#FFFFFF', 0.55],
      ])}</defs>${box(0, 0, W, H, 'url(#sky)')}` +
      disc(522, 236 - 128 * rise, 110, 'url(#halo)', opacity(0.2 + 0.8 * light)) +
      disc(522, 236 - 128 * rise, 25, blend('#E2894A', '#FBE7B4', light)) +
      ridges(t, light) +
      birds(t)
    );
  },
  sound(band) {
    const chords = [
      ['D', 'A', 'F#'],
      ['B', 'F#', 'D'],
      ['G', 'D', 'B'],
      ['A', 'E', 'C#'],
      ['D', 'A', 'F#'],
    ] as const;
    for (const [index, names] of chords.entries()) {
      for (const [voice, name] of names.entries()) {
        band.pad({ at: index * 3.6, seconds: 6, hz: note(name, 3 + (voice > 1 ? 1 : 0)), gain: 0.1 });
      }
    }
    const random = randomFrom(8);
    for (let at = 7; at < 18; at += 0.9 + random()) {
      band.bell({ at, seconds: 0.24, hz: 2_300 + random() * 900, gain: 0.018 });
      band.bell({ at: at + 0.12, seconds: 0.2, hz: 2_700 + random() * 700, gain: 0.014 });
    }
  },
};

function ridges(t: number, light: number): string {
  const layers = 6;
  return Array.from({ length: layers }, (_, layer) => {
    const depth = layer / (layers - 1);
    const random = randomFrom(40 + layer * 7);
    const phases = [random() * 9, random() * 9, random() * 9];
    const shift = t * (0.6 + depth * depth * 7);
    const points = Array.from({ length: 46 }, (_, index): Point => {
      const x = index * 14.6 - 8;
      const at = (x + shift) / (150 - depth * 40);
      const peak = Math.abs(Math.sin(at + (phases[0] ?? 0))) * 46 + Math.sin(at * 2.3 + (phases[1] ?? 0)) * 17;
      return [x, 186 + depth * 128 - peak * (1.15 - depth * 0.45) + Math.sin(at * 6.1 + (phases[2] ?? 0)) * 3.2];
    });
    const night = blend('#2B3744', '#10151C', depth);
    const day = blend('#B9CDC8', '#17463F', depth);
    const line = curve(points);
    return (
      fill(`${line}V${H}H-10Z`, blend(night, day, light)) +
      box(0, 186 + depth * 128 - 10, W, 70, 'url(#mist)', opacity(0.42 * light * (1 - depth) + 0.05))
    );
  }).join('');
}

function birds(t: number): string {
  const share = ease(t, 6, 8);
  if (share === 0) return '';
  return Array.from({ length: 7 }, (_, index) => {
    const [x, y] = [
      100 + (t - 6) * 24 - index * 19 - (index % 2) * 9,
      96 - (t - 6) * 1.6 + Math.abs(index - 3) * 7 + 3 * Math.sin(t + index),
    ];
    const wing = 3.2 * Math.sin(t * 5 + index * 1.3);
    return group(
      `translate(${n(x)} ${n(y)})`,
      stroke(
        `M-7 ${n(-wing)}Q-3 ${n(-1 - wing * 0.3)} 0 0Q3 ${n(-1 - wing * 0.3)} 7 ${n(-wing)}`,
        INK,
        1.4,
        opacity(0.75 * share),
      ),
    );
  }).join('');
}
