import type { Hdr } from './probe.ts';

/** Name of the file in the temporary folder. */
export const TONE_TABLE = 'tone.cube';
const SIZE = 33;
/** Luminance in cd/m²: the clipping point, and diffuse white (ITU-R BT.2408). */
const PEAK = 1_000;
const WHITE = 203;
/** Share of white up to which light stays linear; brighter light is compressed. */
const KNEE = 0.6;

/**
 * A `lut3d` table for ffmpeg from HDR (ITU-R BT.2100: PQ or HLG, with BT.2020 colours) to BT.709. It replaces the
 * filters `zscale` and `tonemap`, which some builds of ffmpeg lack.
 */
export function toneTable(hdr: Hdr): string {
  const steps = Array.from({ length: SIZE }, (_, n) => n / (SIZE - 1));
  const lines = steps.flatMap((b) =>
    steps.flatMap((g) => steps.map((r) => toneOf(hdr, [r, g, b]).map(fixed).join(' '))),
  );
  return `LUT_3D_SIZE ${SIZE}\n${lines.join('\n')}\n`;
}

type Rgb = readonly [red: number, green: number, blue: number];

/** Maps one encoded HDR colour to BT.709; each component is 0 to 1. Exported for its test. */
export function toneOf(hdr: Hdr, signal: Rgb): Rgb {
  const light = hdr === 'pq' ? mapped(signal, fromPq) : fromHlg(signal);
  // Compress the largest component and scale the others by the same factor, so that the hue stays.
  const largest = Math.max(...light) / WHITE;
  const scale = largest === 0 ? 0 : pressed(largest) / largest / WHITE;
  const pressedLight = mapped(light, (part) => part * scale);
  return mapped(to709(pressedLight), (part) => Math.min(1, Math.max(0, part)) ** (1 / 2.4));
}

/** SMPTE ST 2084, to cd/m². */
function fromPq(signal: number): number {
  const [m1, m2, c1, c2, c3] = [2610 / 16384, (2523 / 4096) * 128, 3424 / 4096, (2413 / 4096) * 32, (2392 / 4096) * 32];
  const root = signal ** (1 / m2);
  return 10_000 * (Math.max(0, root - c1) / (c2 - c3 * root)) ** (1 / m1);
}

/** ARIB STD-B67 with the system gamma of a 1000 cd/m² display, to cd/m². */
function fromHlg(signal: Rgb): Rgb {
  const [a, b, c] = [0.17883277, 0.28466892, 0.55991073];
  const scene = mapped(signal, (part) => (part <= 0.5 ? part ** 2 / 3 : (Math.exp((part - c) / a) + b) / 12));
  const gain = PEAK * luminance(scene) ** 0.2;
  return mapped(scene, (part) => part * gain);
}

function luminance([red, green, blue]: Rgb): number {
  return 0.2627 * red + 0.678 * green + 0.0593 * blue;
}

/**
 * Compresses light, where 1 is white: linear up to the knee, then a curve of equal slope that reaches 1 at the peak.
 */
function pressed(light: number): number {
  if (light <= KNEE) return light;
  const over = Math.min(light, PEAK / WHITE) - KNEE;
  const [room, most] = [1 - KNEE, PEAK / WHITE - KNEE];
  // over / (1 + over/k) has slope 1 at the knee; k makes the peak map to 1.
  const k = (room * most) / (most - room);
  return KNEE + over / (1 + over / k);
}

/** Linear light from BT.2020 to BT.709 primaries (ITU-R BT.2087). */
function to709([red, green, blue]: Rgb): Rgb {
  return [
    1.6605 * red - 0.5876 * green - 0.0728 * blue,
    -0.1246 * red + 1.1329 * green - 0.0083 * blue,
    -0.0182 * red - 0.1006 * green + 1.1187 * blue,
  ];
}

function mapped([red, green, blue]: Rgb, of: (part: number) => number): Rgb {
  return [of(red), of(green), of(blue)];
}

function fixed(part: number): string {
  return part.toFixed(5);
}
