import { blend, randomFrom } from '../../films/draw/motion.ts';
import { box, disc, fill, group, n, opacity, ring, stroke } from '../../films/draw/shapes.ts';
import { club, table } from './club-room.ts';
import {
  AMBER,
  AMBER_LIGHT,
  darker,
  INK,
  LINE,
  lighter,
  PAPER,
  STONE,
  VERDIGRIS,
  VERDIGRIS_LIGHT,
  VERMILION,
  WASH,
} from './colours.ts';
import type { Look } from './look.ts';
import { person } from './person.ts';

/** What somebody does: one for each service that the guide knows. */
export type Scene = 'city-guide' | 'interpreter' | 'event-host' | 'sports-partner' | 'club-table-host';

const W = 1080;
const H = 1350;

const SCENES: Record<
  Scene,
  { behind: (index: number) => string; before: (index: number) => string; y: number; headset?: boolean }
> = {
  'city-guide': { behind: town, before: map, y: 600 },
  interpreter: { behind: talk, before: desk, y: 650, headset: true },
  'event-host': { behind: hall, before: lectern, y: 560 },
  'sports-partner': { behind: court, before: racket, y: 560 },
  'club-table-host': { behind: club, before: table, y: 560 },
};

export function workOf(look: Look, scene: Scene, index: number): string {
  const { behind, before, y, headset = false } = SCENES[scene];
  const turned = { ...look, turn: -(look.turn ?? 0), smile: look.smile === 'open' ? 'closed' : 'open' } as const;
  return behind(index) + person(turned, { x: 540, y, scale: 1.3, headset }) + before(index);
}

function wall(index: number): string {
  return (
    [blend(PAPER, VERDIGRIS, 0.22), blend(PAPER, AMBER_LIGHT, 0.4), blend(PAPER, '#566779', 0.24), WASH][index % 4] ??
    WASH
  );
}

function town(index: number): string {
  const random = randomFrom(index + 40);
  const tint = wall(index);
  let houses = '';
  for (const [row, share] of [0.14, 0.3].entries()) {
    const colour = blend(tint, '#51646B', share);
    for (let x = -20; x < W; ) {
      const width = 80 + random() * 90;
      const top = 560 + row * 170 - random() * 210;
      houses += box(x, top, width, H - top, colour);
      for (let y = top + 26; y < top + 300; y += 46) {
        for (let at = x + 16; at < x + width - 22; at += 34)
          houses += box(at, y, 16, 22, random() < 0.3 ? AMBER_LIGHT : lighter(colour, 0.3));
      }
      x += width + 6;
    }
  }
  return (
    box(0, 0, W, H, blend(PAPER, tint, 0.55)) +
    disc(index % 2 === 0 ? 830 : 240, 230, 96, blend(PAPER, AMBER_LIGHT, 0.6)) +
    houses
  );
}

/** Laid open in front of the walker. */
function map(index: number): string {
  const way =
    index % 2 === 0
      ? 'M-300 40C-200 -80 -90 70 20 -10C120 -80 190 60 290 -60'
      : 'M-290 -70C-190 70 -60 -90 40 40C130 120 210 -20 300 30';
  const folds = [-3, -2, -1, 0, 1, 2].map((fold) =>
    fill(
      `M${fold * 120} ${fold % 2 === 0 ? -170 : -142}L${(fold + 1) * 120} ${fold % 2 === 0 ? -142 : -170}` +
        `V${fold % 2 === 0 ? 198 : 170}L${fold * 120} ${fold % 2 === 0 ? 170 : 198}Z`,
      fold % 2 === 0 ? PAPER : WASH,
    ),
  );
  return group(
    'translate(540 1180)',
    folds.join('') +
      fill(
        'M-360 60C-240 20 -160 130 -40 90C90 60 180 150 360 90V150C220 190 90 110 -40 140C-160 170 -250 70 -360 110Z',
        blend(PAPER, VERDIGRIS_LIGHT, 0.45),
      ) +
      stroke('M-340 -60H-120L-60 -130M60 150L140 40H340', LINE, 9) +
      stroke(way, VERMILION, 7, 'stroke-dasharray="4 20"') +
      fill('M286 -62C250 -110 258 -150 290 -150C322 -150 330 -110 294 -62Z', VERMILION) +
      disc(290, -120, 12, PAPER),
  );
}

function bubble(x: number, y: number, side: number, colour: string, lines: string): string {
  return group(
    `translate(${x} ${y})`,
    box(-160, -100, 320, 200, colour, 'rx="44"') +
      fill(`M${side * 60} 90L${side * -10} 160L${side * -20} 90Z`, colour) +
      lines,
  );
}

function talk(index: number): string {
  const widths =
    [
      [190, 150, 90],
      [150, 190, 120],
    ][index % 2] ?? [];
  const plain = widths.map((width, row) => stroke(`M-100 ${-44 + row * 44}h${width}`, PAPER, 13)).join('');
  const waves = [0, 1, 2]
    .map((row) => stroke(`M-100 ${-44 + row * 44}q14 -22 28 0t28 0t28 0t28 0${row < 2 ? 't28 0t28 0' : ''}`, INK, 8))
    .join('');
  const places =
    index % 2 === 0
      ? ([
          [222, 250, -1],
          [858, 190, 1],
        ] as const)
      : ([
          [222, 180, -1],
          [858, 250, 1],
        ] as const);
  return (
    box(0, 0, W, H, blend(PAPER, wall(index), 0.6)) +
    disc(540, 640, 430, wall(index)) +
    bubble(places[0][0], places[0][1], places[0][2] * -1, VERDIGRIS, plain) +
    bubble(places[1][0], places[1][1], places[1][2] * -1, blend(PAPER, AMBER_LIGHT, 0.75), waves)
  );
}

/** With a notebook, a glass of water and a pen. */
function desk(): string {
  return (
    box(0, 1150, W, 200, '#8C6A4A') +
    box(0, 1150, W, 16, '#A98561') +
    fill('M330 1240L390 1110H700L760 1240Z', PAPER) +
    stroke('M545 1114V1236', LINE, 5) +
    stroke('M420 1144h96M410 1172h104M400 1200h70M576 1144h90M578 1172h104', STONE, 5, opacity(0.7)) +
    stroke('M706 1216L772 1120', VERMILION, 12) +
    fill('M850 1040H940L928 1210H862Z', '#DDE8E6', opacity(0.85)) +
    fill('M855 1100H935L927 1204H863Z', VERDIGRIS_LIGHT, opacity(0.45))
  );
}

function hall(index: number): string {
  const ground = [blend(VERDIGRIS, INK, 0.45), '#45303A', '#2C3E55'][index % 3] ?? INK;
  const lamps = Array.from({ length: 11 }, (_, at) => {
    const x = at * 108;
    return disc(x, 176 + 70 * Math.sin((at / 10) * Math.PI), 17, AMBER_LIGHT);
  });
  const flags = [0, 1, 2, 3, 4, 5, 6, 7].map((at) => {
    const x = 40 + at * 140;
    return fill(
      `M${x} ${n(44 + 30 * Math.sin(((at + 0.5) / 8) * Math.PI))}h76l-38 74z`,
      [VERMILION, PAPER, VERDIGRIS_LIGHT, AMBER_LIGHT][at % 4] ?? PAPER,
    );
  });
  return (
    box(0, 0, W, H, ground) +
    fill('M540 -60L60 1350H1020Z', lighter(ground, 0.12)) +
    stroke('M0 40Q540 110 1080 40', lighter(ground, 0.4), 5) +
    flags.join('') +
    stroke('M0 170Q540 320 1080 170', lighter(ground, 0.3), 4) +
    lamps.join('') +
    fill('M0 0H90C120 400 60 900 130 1350H0ZM1080 0H990C960 400 1020 900 950 1350H1080Z', darker(ground, 0.35))
  );
}

/** And the first row of those who listen. */
function lectern(index: number): string {
  const heads = [110, 330, 560, 780, 990].map((x, at) => {
    const y = 1270 + ((at * 37 + index * 13) % 40);
    return (
      disc(x, y, 74, darker('#3A3038', 0.2 + at * 0.08)) +
      fill(
        `M${x - 130} 1400C${x - 120} ${y + 70} ${x + 120} ${y + 70} ${x + 130} 1400Z`,
        darker('#3A3038', 0.3 + at * 0.06),
      )
    );
  });
  return (
    fill('M330 1010H750L716 1350H364Z', '#8C6A4A') +
    fill('M300 970H780L760 1030H320Z', '#A98561') +
    ring(540, 1130, 50, PAPER, 7) +
    [
      [0, -18],
      [-18, 14],
      [18, 14],
    ]
      .map(([x = 0, y = 0]) => disc(540 + x, 1130 + y, 8, PAPER))
      .join('') +
    stroke('M640 976C650 920 640 880 612 850', INK, 9) +
    group('translate(606 838) rotate(-35)', box(-19, -40, 38, 74, INK, 'rx="19"') + stroke('M-19 -8H19', STONE, 5)) +
    heads.join('')
  );
}

function court(index: number): string {
  const green = [VERDIGRIS, '#8D4B38', '#46698A'][index % 3] ?? VERDIGRIS;
  return (
    box(0, 0, W, 700, blend(PAPER, '#7FA8B5', 0.35)) +
    disc(190, 180, 84, blend(PAPER, AMBER_LIGHT, 0.6)) +
    fill('M0 600C160 470 280 510 420 430C600 560 760 480 1080 580V720H0Z', blend(PAPER, VERDIGRIS, 0.4)) +
    box(0, 690, W, 660, blend(green, PAPER, 0.18)) +
    fill('M210 720H870L1180 1400H-100Z', green) +
    stroke('M210 720H870L1180 1400M210 720L-100 1400M540 720V1400M110 940H970', PAPER, 8) +
    box(0, 800, W, 110, INK, opacity(0.2)) +
    Array.from({ length: 28 }, (_, at) => stroke(`M${at * 40} 800v110`, PAPER, 2, opacity(0.5))).join('') +
    [828, 856, 884].map((y) => stroke(`M0 ${y}H1080`, PAPER, 2, opacity(0.5))).join('') +
    box(0, 790, W, 20, PAPER)
  );
}

const GEAR = [
  () =>
    `<ellipse cx="0" cy="-150" rx="120" ry="152" fill="${PAPER}" opacity="0.45"/>` +
    [-72, -36, 0, 36, 72]
      .map((x) =>
        stroke(
          `M${x} ${n(-150 - 140 * Math.sqrt(1 - (x / 116) ** 2))}V${n(-150 + 140 * Math.sqrt(1 - (x / 116) ** 2))}` +
            `M${n(-112 * Math.sqrt(1 - (x / 140) ** 2))} ${-150 + x * 1.5}H${n(112 * Math.sqrt(1 - (x / 140) ** 2))}`,
          INK,
          2.4,
          opacity(0.6),
        ),
      )
      .join('') +
    `<ellipse cx="0" cy="-150" rx="120" ry="152" fill="none" stroke="${VERMILION}" stroke-width="17"/>` +
    stroke('M-54 -14L0 70L54 -14', VERMILION, 13) +
    stroke('M0 70V230', INK, 32),
  () =>
    stroke('M0 30V190', '#C9A06E', 44) +
    `<ellipse cx="0" cy="-110" rx="138" ry="148" fill="${VERMILION}"/>` +
    fill('M-94 0C-40 30 40 30 94 0L36 76H-36Z', '#C9A06E'),
  () =>
    stroke('M-40 -300V240M50 -270V240', INK, 13) +
    stroke('M-40 -300V-210M50 -270V-180', AMBER, 26) +
    stroke('M-70 190H-10M20 190H80', INK, 9),
];

function racket(index: number): string {
  const ball =
    index % 3 === 1
      ? disc(760, 1150, 32, PAPER)
      : index % 3 === 0
        ? disc(760, 1130, 44, '#D6DB73') + stroke('M724 1108Q770 1120 756 1172', PAPER, 5)
        : '';
  return group('translate(300 1110) rotate(-14)', GEAR[index % 3]?.() ?? '') + ball;
}
