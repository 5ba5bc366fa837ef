import { note, pentatonic } from '../sound/notes.ts';
import {
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
import { blend, ease, randomFrom } from './motion.ts';
import { box, disc, downward, fill, group, n, opacity, ring, stroke } from './shapes.ts';

const DICE_SECONDS = 26;
const { width: W, height: H } = WIDE;
const FALL = { from: 4.5, to: 21.5 };

/** Every way in which three dice can fall, in an order that seems thrown. */
const FALLS: readonly { dice: readonly [number, number, number]; row: number }[] = shuffledFalls();

function shuffledFalls() {
  const random = randomFrom(216);
  const all = Array.from(
    { length: 216 },
    (_, index) => [1 + Math.floor(index / 36), 1 + (Math.floor(index / 6) % 6), 1 + (index % 6)] as const,
  );
  const shuffled = all.map((dice) => ({ dice, at: random() })).sort((a, b) => a.at - b.at);
  const filled = new Map<number, number>();
  return shuffled.map(({ dice }) => {
    const sum = dice[0] + dice[1] + dice[2];
    const row = filled.get(sum) ?? 0;
    filled.set(sum, row + 1);
    return { dice, row };
  });
}

/** All 216 falls of three dice, put down by their sums: a hill that nobody made. */
export const THREE_DICE: Drawing = {
  ...WIDE,
  seconds: DICE_SECONDS,
  coverAt: 20,
  draw(t) {
    const way = ease(t, FALL.from, FALL.to) * FALLS.length;
    const shown = Math.min(FALLS.length - 1, Math.floor(way));
    return (
      `<defs>${downward('cloth', [
        [0, PAPER],
        [1, WASH],
      ])}</defs>${box(0, 0, W, H, 'url(#cloth)')}` +
      stroke('M64 328.500H576', INK, 1.4) +
      pegs() +
      FALLS.map((one, index) => marker(one, way - index)).join('') +
      bell(ease(t, 22, 24)) +
      dice(t, FALLS[t < FALL.from ? 0 : shown]?.dice ?? [1, 1, 1])
    );
  },
  sound(band) {
    for (const at of [0.6, 0.95, 1.2, 1.42, 2.3]) band.knock({ at, seconds: 0.09, hz: 300 + at * 60, gain: 0.32 });
    let last = 0;
    for (let t = FALL.from; t < FALL.to; t += 0.02) {
      const count = Math.floor(ease(t, FALL.from, FALL.to) * FALLS.length);
      if (count === last) continue;
      last = count;
      const {
        dice: [a, b, c],
      } = FALLS[count - 1] ?? { dice: [1, 1, 1] };
      band.knock({ at: t, seconds: 0.05, hz: 260 + 70 * (a + b + c), gain: 0.12 });
      if (count % 9 === 0) band.bell({ at: t, seconds: 1.6, hz: pentatonic(a + b + c - 6, 4), gain: 0.1 });
    }
    for (const name of ['C', 'E', 'G'] as const) band.bell({ at: 22.2, seconds: 4, hz: note(name, 4), gain: 0.16 });
  },
};

const columnX = (sum: number) => 72 + (sum - 3) * 31.5;

function pegs(): string {
  return Array.from({ length: 16 }, (_, index) => disc(columnX(index + 3) + 12, 335, 1.6, INK, opacity(0.5))).join('');
}

function marker({ dice, row }: (typeof FALLS)[number], since: number): string {
  if (since <= 0) return '';
  const sum = dice[0] + dice[1] + dice[2];
  const fallen = Math.min(1, since / 5);
  const rest = 320 - row * 7.6;
  const y = rest - (1 - fallen * fallen) * (rest - 96);
  const isTriple = dice[0] === dice[1] && dice[1] === dice[2];
  const colour = isTriple ? AMBER_LIGHT : sum <= 10 ? VERDIGRIS : '#4B97A0';
  return box(columnX(sum), y, 24, 6.2, colour, `rx="1.6" ${opacity(0.35 + 0.65 * fallen)}`);
}

/** The curve of the normal distribution with the same mean (10.5) and variance (8.75). */
function bell(share: number): string {
  if (share === 0) return '';
  let d = '';
  for (let x = 2; x <= 19; x += 0.25) {
    const height = (216 / Math.sqrt(2 * Math.PI * 8.75)) * Math.exp(-((x - 10.5) ** 2) / 17.5) * 7.6;
    d += `${d === '' ? 'M' : 'L'}${n(columnX(x) + 12)} ${n(327 - height)}`;
  }
  return stroke(d, VERMILION, 2, `pathLength="1" stroke-dasharray="${n(share)} 2"`);
}

const PIPS = [[], [4], [2, 6], [2, 4, 6], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]] as const;

function dice(t: number, values: readonly [number, number, number]): string {
  return values
    .map((value, index) => {
      const landed = 1.2 + index * 0.22;
      const rolling = 1 - ease(t, landed - 0.9, landed);
      const [x, y] = [
        262 + index * 58 - rolling * (330 + index * 20),
        62 - Math.abs(Math.sin(rolling * 5.2)) * 34 * rolling,
      ];
      const face = rolling > 0.05 ? 1 + (Math.floor(rolling * 17 + index * 2) % 6) : value;
      const pips = (PIPS[face] ?? [])
        .map((at) => disc((at % 3) * 11 - 11, Math.floor(at / 3) * 11 - 11, 3.6, face === 1 ? VERMILION : INK))
        .join('');
      const die =
        box(-20, -17, 40, 40, INK, `rx="8" ${opacity(0.12)}`) +
        box(-20, -20, 40, 40, '#FFFFFF', `rx="8" stroke="${INK}" stroke-width="1.4"`) +
        pips;
      return group(`translate(${n(x)} ${n(y)}) rotate(${n(rolling * -520)})`, die);
    })
    .join('');
}

const SWING_SECONDS = 30;
const UPRIGHT = { width: 360, height: 640, fps: 12 } as const;
const BALLS = 13;

/** Each swings once more than its neighbour in half a minute: they part, dance, and meet again. */
export const PENDULUMS: Drawing = {
  ...UPRIGHT,
  seconds: SWING_SECONDS,
  coverAt: 1.6,
  coverView: '0 362 360 202',
  draw(t) {
    const balls = Array.from({ length: BALLS }, (_, index) => {
      const turns = 11 + index;
      const angle = 0.34 * Math.cos((2 * Math.PI * turns * t) / SWING_SECONDS);
      // Shorter, since faster; drawn longer than the square law has it, for the eye.
      const length = 520 * (11 / turns) ** 2 * 0.62 + 190;
      const [x, y] = [180 + Math.sin(angle) * length, 56 + Math.cos(angle) * length];
      return { x, y, colour: blend(VERDIGRIS, AMBER_LIGHT, index / (BALLS - 1)), r: 15 - index * 0.45 };
    });
    const threads = balls.map(({ x, y }) => stroke(`M180 56L${n(x)} ${n(y)}`, '#8A939C', 0.9, opacity(0.6))).join('');
    const shining = balls
      .map(
        ({ x, y, r, colour }) =>
          disc(x, y, r, colour, `stroke="${INK}" stroke-width="1"`) +
          disc(x - r * 0.3, y - r * 0.35, r * 0.28, '#FFFFFF', opacity(0.55)),
      )
      .join('');
    const low = stroke('M60 612Q180 628 300 612', LINE, 2);
    return (
      box(0, 0, 360, 640, '#F7F3E9') +
      low +
      threads +
      shining +
      fill('M120 40H240V56H120Z', INK) +
      disc(180, 56, 6, VERDIGRIS_LIGHT) +
      ring(180, 56, 6, INK, 1.2)
    );
  },
  sound(band) {
    for (let index = 0; index < BALLS; index++) {
      const turns = 11 + index;
      // Heard once a swing, as it passes the middle from the left.
      for (let swing = 0; swing < turns; swing++) {
        const at = ((swing + 0.75) * SWING_SECONDS) / turns;
        if (at < SWING_SECONDS - 1) band.bell({ at, seconds: 1.4, hz: pentatonic(index, 4), gain: 0.05 });
      }
    }
    for (let at = 0; at < 26; at += 7.5) band.pad({ at, seconds: 8, hz: note('C', 3), gain: 0.1 });
  },
};
