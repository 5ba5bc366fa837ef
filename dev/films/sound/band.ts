import { randomFrom } from '../draw/motion.ts';

export const RATE = 48_000;

export interface Tone {
  at: number;
  seconds: number;
  hz: number;
  gain: number;
}

/** Half a second at both ends, so that no film begins or ends with a click. */
const FADE_SECONDS = 0.5;
/** A quiet film: its loudest moment is 9 dB below the loudest possible. */
const PEAK = 0.35;

/** Sounds are laid over each other on one track, and heard as in a small room. */
export class Band {
  readonly seconds: number;
  readonly #dry: Float32Array;
  readonly #random = randomFrom(7);

  constructor(seconds: number) {
    this.seconds = seconds;
    this.#dry = new Float32Array(Math.ceil(seconds * RATE));
  }

  /** Struck and dying away, with the overtones of a small bell. */
  bell({ at, seconds, hz, gain }: Tone): void {
    const partials = [
      [1, 1, 1],
      [2, 0.35, 0.6],
      [3.01, 0.12, 0.35],
      [5.4, 0.05, 0.2],
    ] as const;
    for (const [times, share, length] of partials) {
      this.#add(at, seconds, (t) => {
        const swell = Math.min(1, t / 0.004);
        return gain * share * swell * Math.exp((-5 * t) / (seconds * length)) * Math.sin(2 * Math.PI * hz * times * t);
      });
    }
  }

  /** Swells and goes; three voices that are not quite of one mind. */
  pad({ at, seconds, hz, gain }: Tone): void {
    for (const off of [-0.6, 0, 0.7]) {
      this.#add(at, seconds, (t) => {
        const swell = Math.sin((Math.PI * t) / seconds) ** 2;
        const phase = 2 * Math.PI * (hz + off) * t;
        return (gain / 3) * swell * (Math.sin(phase) + 0.3 * Math.sin(2 * phase) + 0.1 * Math.sin(3 * phase));
      });
    }
  }

  /** Wood on wood. */
  knock({ at, seconds, hz, gain }: Tone): void {
    this.#add(at, seconds, (t) => {
      const fall = Math.exp((-8 * t) / seconds);
      return gain * fall * (Math.sin(2 * Math.PI * hz * t) + 0.4 * (this.#random() * 2 - 1) * fall);
    });
  }

  /** Noise between two pitches (Hz); `level` is asked for each moment. */
  noise(at: number, seconds: number, { low, high }: { low: number; high: number }, level: (t: number) => number): void {
    const [a, b] = [1 - Math.exp((-2 * Math.PI * high) / RATE), 1 - Math.exp((-2 * Math.PI * low) / RATE)];
    let [top, top2, bottom] = [0, 0, 0];
    this.#add(at, seconds, (t) => {
      top += a * (this.#random() * 2 - 1 - top);
      top2 += a * (top - top2);
      bottom += b * (top2 - bottom);
      return (top2 - bottom) * level(t);
    });
  }

  #add(at: number, seconds: number, sample: (t: number) => number): void {
    const from = Math.round(at * RATE);
    const count = Math.min(Math.round(seconds * RATE), this.#dry.length - from);
    for (let i = Math.max(0, -from); i < count; i++)
      this.#dry[from + i] = (this.#dry[from + i] ?? 0) + sample(i / RATE);
  }

  /** The whole track: mono, 16 bits, little-endian. */
  pcm(): Buffer {
    const wet = inRoom(this.#dry);
    const peak = wet.reduce((most, sample) => Math.max(most, Math.abs(sample)), 1e-6);
    const bytes = Buffer.alloc(wet.length * 2);
    for (const [i, sample] of wet.entries()) {
      const edge = Math.min(1, i / RATE / FADE_SECONDS, (wet.length - i) / RATE / FADE_SECONDS);
      bytes.writeInt16LE(Math.round((sample / peak) * PEAK * edge * 32_767), i * 2);
    }
    return bytes;
  }
}

const COMBS = [
  [1_687, 0.77],
  [1_601, 0.79],
  [2_053, 0.75],
  [2_251, 0.73],
] as const;
const WET = 0.16;

/** A little echo (Schroeder's, of four combs and an all-pass). */
function inRoom(dry: Float32Array): Float32Array {
  const out = dry.slice();
  for (const [delay, back] of COMBS) {
    const line = new Float32Array(delay);
    let damp = 0;
    for (let i = 0; i < dry.length; i++) {
      const at = i % delay;
      const heard = line[at] ?? 0;
      damp += 0.4 * (heard - damp);
      line[at] = (dry[i] ?? 0) + damp * back;
      out[i] = (out[i] ?? 0) + (WET * heard) / 2;
    }
  }
  return out;
}
