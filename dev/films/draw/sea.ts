import { note, pentatonic } from '../sound/notes.ts';
import { AMBER_LIGHT, type Drawing, INK, NIGHT, PAPER, VERDIGRIS, WIDE } from './drawing.ts';
import { blendAlong, clamp, mix, randomFrom } from './motion.ts';
import { box, curve, disc, downward, fill, group, n, opacity, outward, type Point, stroke } from './shapes.ts';

const { width: W, height: H } = WIDE;

/** One day by the sea: the water follows the moon, twice up and twice down. */
const DAY_SECONDS = 66;

export const TIDES: Drawing = {
  ...WIDE,
  seconds: DAY_SECONDS,
  coverAt: 19,
  draw(t) {
    const day = t / DAY_SECONDS;
    // Noon in the middle; night at both ends.
    const light = clamp(0.5 - 0.62 * Math.cos(2 * Math.PI * day));
    const sky = blendAlong([NIGHT, '#2B3A4A', '#E9C9A0', '#F3E9D8', PAPER], light);
    const low = blendAlong(['#26313F', '#7D6F78', '#F0D9B4', '#F6EEDF', '#F4F1E8'], light);
    const level = 212 - 26 * Math.cos(4 * Math.PI * (day - 0.06));
    return (
      `<defs>${downward('sky', [
        [0, sky],
        [0.75, low],
      ])}${outward('halo', [
        [0, '#FFF6DF', 0.55],
        [1, '#FFF6DF', 0],
      ])}</defs>` +
      box(0, 0, W, H, 'url(#sky)') +
      stars(1 - light * 2.2, t) +
      moon(day, light) +
      sun(day) +
      headland(light) +
      sea(t, level, light) +
      shore(level, light)
    );
  },
  sound(band) {
    // Waves every seven seconds, each in its own strength.
    band.noise(
      0,
      DAY_SECONDS,
      { low: 180, high: 900 },
      (t) => 0.5 + 0.5 * Math.sin((2 * Math.PI * t) / 7.2) ** 3 * Math.sin(t / 5),
    );
    band.noise(0, DAY_SECONDS, { low: 60, high: 260 }, (t) => 0.7 + 0.3 * Math.sin((2 * Math.PI * t) / 9.5));
    const chords = [
      ['C', 'G'],
      ['A', 'E'],
      ['F', 'C'],
      ['G', 'D'],
    ] as const;
    for (let at = 2; at < DAY_SECONDS - 9; at += 8.5) {
      for (const [index, name] of (chords[Math.floor(at / 8.5) % 4] ?? []).entries()) {
        band.pad({ at, seconds: 9.5, hz: note(name, 3 + index), gain: 0.05 });
      }
      band.bell({ at: at + 3, seconds: 4, hz: pentatonic(Math.floor(at) % 7, 5), gain: 0.03 });
    }
  },
};

function stars(share: number, t: number): string {
  if (share <= 0) return '';
  const random = randomFrom(11);
  return Array.from({ length: 60 }, (_, index) => {
    const [x, y] = [random() * W, random() * 170];
    const glow = 0.35 + 0.4 * random() + 0.2 * Math.sin(t * 0.8 + index);
    return disc(x, y, 0.5 + random() * 0.7, PAPER, opacity(glow * share));
  }).join('');
}

/** It crosses the sky once, highest with the high water. */
function moon(day: number, light: number): string {
  const way = (day + 0.44) % 1;
  const [x, y] = [-40 + 720 * way, 190 - 150 * Math.sin(Math.PI * way)];
  const paleness = mix(1, 0.5, light);
  return disc(x, y, 46, 'url(#halo)', opacity(0.9 - light)) + disc(x, y, 15, '#FBF4E2', opacity(paleness));
}

function sun(day: number): string {
  const way = (day - 0.22) / 0.56;
  if (way < -0.1 || way > 1.1) return '';
  const [x, y] = [40 + 560 * way, 236 - 190 * Math.sin(Math.PI * clamp(way, 0.0, 1)) + (way < 0 || way > 1 ? 60 : 0)];
  return disc(x, y, 70, 'url(#halo)', opacity(0.9)) + disc(x, y, 19, AMBER_LIGHT);
}

function headland(light: number): string {
  const far = blendAlong(['#1D2631', '#56606B', '#A8B3AC'], light);
  const near = blendAlong(['#171D26', '#3C4A52', '#6F8A84'], light);
  return (
    fill('M330 250C400 222 452 182 505 168C548 150 590 158 640 138V250Z', far) +
    fill('M470 252C530 226 570 204 600 186C618 176 630 172 640 170V252Z', near) +
    box(577, 160, 7, 32, blendAlong(['#2A3440', '#E9E2D4'], light)) +
    fill('M575 160h11l-2-6h-7z', blendAlong(['#39434F', '#B3321F'], light)) +
    disc(580.5, 157, 2.4, AMBER_LIGHT, opacity(1.2 - light * 1.4))
  );
}

function sea(t: number, level: number, light: number): string {
  const shades = [
    ['#1F3440', '#9CC7BD'],
    ['#1A2D38', '#6FAEA2'],
    ['#162630', '#3E8E82'],
    ['#131F29', VERDIGRIS],
  ] as const;
  return (
    shades
      .map(([night, day], row) => {
        const y = level + row * (18 + row * 7);
        const points = Array.from({ length: 17 }, (_, index): Point => {
          const x = index * 42 - 16;
          const swell = Math.sin(x / (46 + row * 18) + t * (0.5 + row * 0.16)) * (1.6 + row * 1.7);
          return [x, y + swell + Math.sin(x / 31 - t * 0.7) * (0.6 + row * 0.7)];
        });
        const top = curve(points);
        const colour = blendAlong([night, blendAlong([night, day], 0.6), day], light);
        return fill(`${top}V${H}H-20Z`, colour) + stroke(top, '#FBF8F1', 0.9, opacity(0.18 + 0.1 * row));
      })
      .join('') + boat(t, level + 17, light)
  );
}

function boat(t: number, y: number, light: number): string {
  const x = 214 + 26 * Math.sin(t / 13);
  const lift = Math.sin(x / 64 + t * 0.66) * 3;
  const sail = blendAlong(['#8B8F92', '#FBF8F1'], light);
  return group(
    `translate(${n(x)} ${n(y + lift)}) rotate(${n(4 * Math.sin(t * 0.6 + 1))})`,
    fill('M-26 0H26L18 11H-17Z', blendAlong(['#0D1218', INK], light)) +
      stroke('M0 0V-47', INK, 1.6) +
      fill('M2 -46C18 -32 24 -18 25 -5H2Z', sail) +
      fill('M-2 -40C-10 -26 -17 -14 -20 -5H-2Z', blendAlong(['#6E757C', WASHED], light)),
  );
}

const WASHED = '#E6E0D2';

/** Sand in front; what the water has left is darker. */
function shore(level: number, light: number): string {
  const dry = blendAlong(['#1C2029', '#A28F7C', '#E8D9BC'], light);
  const wet = blendAlong(['#171B24', '#7F7468', '#C9B795'], light);
  const reach = (level - 186) * 1.5;
  return (
    fill(`M0 ${n(296 + reach * 0.35)}C120 ${n(300 + reach * 0.3)} 240 ${n(330 + reach * 0.2)} 420 ${H}H0Z`, wet) +
    fill('M0 330C90 330 190 346 280 360H0Z', dry) +
    stroke(
      `M0 ${n(296 + reach * 0.35)}C120 ${n(300 + reach * 0.3)} 240 ${n(330 + reach * 0.2)} 420 ${H}`,
      '#FBF8F1',
      1.4,
      opacity(0.55),
    )
  );
}
