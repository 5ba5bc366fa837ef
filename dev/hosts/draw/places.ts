import { blend, randomFrom } from '../../films/draw/motion.ts';
import { box, curve, disc, fill, group, n, opacity, type Point, stroke } from '../../films/draw/shapes.ts';
import {
  AMBER_LIGHT,
  darker,
  INK,
  lighter,
  PAPER,
  SAND,
  STONE,
  VERDIGRIS,
  VERDIGRIS_LIGHT,
  VERMILION,
} from './colours.ts';

/** What a picture of a place shows, in front of sky and hills. */
export type Place =
  | 'square'
  | 'towers'
  | 'gers'
  | 'station'
  | 'museum'
  | 'lake'
  | 'dunes'
  | 'cliffs'
  | 'poplars'
  | 'bridge'
  | 'park'
  | 'mine';

const W = 1080;
const H = 1350;
const SKIES = [
  ['#BFD6D8', '#F6EBD3'],
  ['#F0C792', '#F8EBD0'],
  ['#8FA9B5', '#F3DDBE'],
  ['#D9E4E0', '#FAF5E8'],
] as const;

export function placeIn(place: Place, index: number): string {
  const [top, low] = SKIES[index % SKIES.length] ?? SKIES[0];
  const random = randomFrom(index * 7 + 3);
  const sun = index % 2 === 0 ? 250 + random() * 80 : 760 + random() * 90;
  return (
    box(0, 0, W, H, low) +
    [0, 1, 2].map((band) => box(0, 0, W, 520 - band * 170, blend(low, top, 0.34 * (band + 1)))).join('') +
    disc(sun, 330, 92, blend(PAPER, AMBER_LIGHT, index % 4 === 1 ? 0.9 : 0.5)) +
    clouds(random) +
    hills(random, 640, 130, blend(low, '#587A80', 0.35)) +
    hills(random, 740, 90, blend(low, '#3F6660', 0.55)) +
    PLACES[place](random)
  );
}

function clouds(random: () => number): string {
  return [0, 1]
    .map(() => {
      const [x, y] = [140 + random() * 700, 130 + random() * 160];
      return stroke(`M${n(x)} ${n(y)}h150M${n(x + 40)} ${n(y + 34)}h170`, PAPER, 26, opacity(0.7));
    })
    .join('');
}

function hills(random: () => number, base: number, height: number, colour: string): string {
  const points = Array.from(
    { length: 8 },
    (_, at): Point => [at * 180 - 90, base - random() * height - (at % 2) * height * 0.5],
  );
  return fill(`${curve(points)}V${H}H-90Z`, colour);
}

function tree(x: number, y: number, size: number, colour: string = VERDIGRIS): string {
  return group(
    `translate(${n(x)} ${n(y)}) scale(${n(size)})`,
    stroke('M0 0V-90', '#5E422D', 11) +
      fill('M0 -240C60 -190 70 -90 0 -60C-70 -90 -60 -190 0 -240Z', colour) +
      fill('M0 -240C60 -190 70 -90 0 -60Z', darker(colour, 0.16)),
  );
}

function larch(x: number, y: number, size: number, colour: string): string {
  return group(
    `translate(${n(x)} ${n(y)}) scale(${n(size)})`,
    stroke('M0 0V-60', '#5E422D', 12) +
      fill('M0 -300L46 -190H24L66 -110H34L84 -36H-84L-34 -110H-66L-24 -190H-46Z', colour) +
      fill('M0 -300L46 -190H24L66 -110H34L84 -36H0Z', darker(colour, 0.16)),
  );
}

function ger(x: number, y: number, size: number): string {
  return group(
    `translate(${n(x)} ${n(y)}) scale(${n(size)})`,
    fill('M-170 -110H170V0Q0 34 -170 0Z', '#F4EFE3') +
      fill('M60 -110H170V0Q120 14 60 18Z', '#DAD2C1') +
      fill('M-190 -104C-150 -170 -60 -206 0 -206C60 -206 150 -170 190 -104Q0 -70 -190 -104Z', '#E9E1D0') +
      fill('M40 -202C100 -190 160 -160 190 -104Q120 -90 60 -88Z', '#CFC5B1') +
      box(-16, -250, 26, 60, STONE) +
      stroke('M-172 -62Q0 -36 172 -62', VERDIGRIS, 9) +
      box(-42, -94, 84, 106, VERMILION, 'rx="5"') +
      stroke('M0 -90V8M-26 -60H-14M14 -60H26', AMBER_LIGHT, 5),
  );
}

function block(x: number, base: number, width: number, height: number, colour: string): string {
  let windows = '';
  for (let y = base - height + 30; y < base - 60; y += 58)
    for (let at = x + 22; at < x + width - 32; at += 50)
      windows += box(at, y, 26, 32, (at + y) % 7 < 2 ? AMBER_LIGHT : lighter(colour, 0.4));
  return (
    box(x, base - height, width, height, colour) +
    box(x + width * 0.72, base - height, width * 0.28, height, darker(colour, 0.14)) +
    windows
  );
}

const ground = (y: number, colour: string) => box(0, y, W, H - y, colour) + box(0, y, W, 10, lighter(colour, 0.3));

const PLACES: Record<Place, (random: () => number) => string> = {
  square: (random) =>
    ground(1040, '#D8CFBE') +
    box(150, 730, 780, 310, '#EFE7D6') +
    box(120, 700, 840, 44, '#C9BFA9') +
    fill('M330 700L540 590L750 700Z', '#E2D8C4') +
    Array.from({ length: 10 }, (_, at) => box(182 + at * 76, 760, 34, 280, '#D5CAB4')).join('') +
    fill('M0 1350L420 1050H660L1080 1350Z', '#E7DFD0') +
    stroke('M540 590V480', INK, 7) +
    fill('M544 482H640L616 514L640 546H544Z', VERDIGRIS) +
    tree(80, 1090, 1 + random() * 0.3) +
    tree(1000, 1090, 1.1 + random() * 0.3),
  towers: (random) =>
    block(60, 1100, 190, 460 + random() * 80, '#7E939A') +
    block(820, 1100, 210, 520 + random() * 80, '#8E7F78') +
    block(300, 1100, 170, 620 + random() * 60, '#4F6D74') +
    fill('M520 1100V520C600 380 740 420 770 1100Z', '#5E8C8E') +
    stroke('M560 1100V560M610 1100V480M660 1100V480M710 1100V560', lighter('#5E8C8E', 0.3), 5) +
    ground(1100, '#C9C3B4') +
    stroke('M0 1240H1080', PAPER, 9, 'stroke-dasharray="80 60"') +
    tree(150, 1150, 0.8) +
    tree(960, 1150, 0.9),
  gers: (random) =>
    ground(940, '#A9B48C') +
    ger(280, 1010, 0.75) +
    ger(800, 1050, 0.95 + random() * 0.1) +
    ger(420, 1220, 1.25) +
    stroke('M0 1290C240 1260 460 1330 1080 1230', '#D6CBA6', 44) +
    stroke('M700 1230V1130M780 1240V1140M860 1250V1150M690 1170L880 1190', '#6E5237', 9),
  station: () =>
    box(120, 780, 840, 280, '#E8D6B4') +
    box(450, 650, 180, 420, '#EFE3C8') +
    fill('M430 650L540 560L650 650Z', VERDIGRIS) +
    disc(540, 720, 46, PAPER) +
    stroke('M540 720V690M540 720L562 732', INK, 6) +
    box(100, 756, 860, 34, VERDIGRIS) +
    Array.from({ length: 6 }, (_, at) =>
      box(166 + at * 132 + (at > 2 ? 40 : -10), 860, 66, 140, '#5E7A80', 'rx="33"'),
    ).join('') +
    ground(1060, '#BDB4A2') +
    group(
      'translate(0 1150)',
      box(-40, -100, 760, 130, VERDIGRIS, 'rx="22"') +
        box(-40, -34, 760, 12, AMBER_LIGHT) +
        [30, 160, 290, 420, 550].map((x) => box(x, -80, 84, 40, '#DCE8E4', 'rx="7"')).join('') +
        [60, 180, 480, 600].map((x) => disc(x, 36, 24, INK)).join(''),
    ) +
    stroke('M0 1214H1080', '#59636E', 9),
  museum: () =>
    ground(1060, '#CBC3AF') +
    box(160, 760, 760, 300, '#E6DCC6') +
    fill('M120 760C260 740 330 690 350 640H730C750 690 820 740 960 760Z', '#3F6F66') +
    box(350, 590, 380, 60, '#E6DCC6') +
    fill('M310 590C400 570 440 530 450 490H630C640 530 680 570 770 590Z', '#3F6F66') +
    disc(540, 480, 14, AMBER_LIGHT) +
    [200, 310, 420, 630, 740, 850].map((x) => box(x, 800, 34, 260, VERMILION)).join('') +
    box(480, 860, 120, 200, '#5E3A2C') +
    box(390, 1060, 300, 30, '#DDD3BD') +
    box(350, 1090, 380, 30, '#D0C5AC') +
    tree(110, 1100, 0.9) +
    tree(980, 1100, 1),
  lake: (random) =>
    ground(860, '#6FA3A8') +
    stroke('M80 960h260M420 1010h320M140 1080h420M640 1130h340M60 1190h240', '#A9CDCB', 9) +
    group(
      `translate(${n(520 + random() * 200)} 1060)`,
      fill('M-150 0H150L110 54H-110Z', VERMILION) +
        stroke('M0 0V-190', '#5E422D', 9) +
        fill('M8 -186C80 -140 100 -70 96 -22H8Z', PAPER) +
        fill('M-8 -160C-60 -110 -76 -60 -74 -22H-8Z', PAPER),
    ) +
    fill('M0 1220C180 1160 360 1240 560 1260C760 1280 920 1230 1080 1250V1350H0Z', '#8E9C6B') +
    larch(110, 1270, 1.5, '#3F6F57') +
    larch(230, 1300, 1.1, '#577F5A') +
    larch(990, 1300, 1.3, '#3F6F57'),
  dunes: (random) =>
    fill('M0 860C200 760 380 900 560 800C740 720 900 860 1080 780V1350H0Z', '#E3C48D') +
    fill('M0 1000C220 900 420 1060 700 900C860 820 960 960 1080 920V1350H0Z', '#D4AE70') +
    fill('M700 900C860 820 960 960 1080 920V1350H520C700 1240 820 1060 700 900Z', '#BF9456') +
    fill('M0 1160C260 1080 560 1210 1080 1100V1350H0Z', '#E8CF9E') +
    [260, 450, 640].map((x, at) => camel(x + random() * 40, 1150 + at * 14, 0.62)).join(''),
  cliffs: () =>
    fill('M0 800L120 660H340L390 740H560L610 620H860L930 720H1080V1350H0Z', '#B9663F') +
    fill('M120 660H340L390 740L350 1100L300 900L240 1100L190 820Z', '#9C5032') +
    fill('M610 620H860L930 720L900 1100L820 860L760 1100L690 800Z', '#9C5032') +
    stroke('M30 840H330M400 800H580M640 740H900M60 920H1040', '#D48A5C', 11) +
    fill('M0 1080C240 1020 480 1120 760 1050C900 1020 1000 1060 1080 1040V1350H0Z', '#D9B27C') +
    [
      [160, 1170],
      [720, 1140],
      [900, 1230],
      [380, 1250],
    ]
      .map(([x = 0, y = 0]) =>
        stroke(`M${x} ${y}q-26 -40 -40 -50M${x} ${y}q0 -44 6 -64M${x} ${y}q22 -36 42 -44`, '#7F8F5A', 9),
      )
      .join(''),
  poplars: (random) =>
    ground(960, '#A6B07C') +
    fill('M430 960H640L900 1350H180Z', '#E6D9BB') +
    [0, 1, 2, 3]
      .map((at) =>
        [1, -1]
          .map((side) =>
            group(
              `translate(${n(540 + side * (150 + at * 100))} ${970 + at * 110}) scale(${n(0.9 + at * 0.38)})`,
              stroke('M0 0V-70', '#7A6248', 11) +
                fill(
                  'M0 -360C40 -280 46 -120 0 -40C-46 -120 -40 -280 0 -360Z',
                  (at + (side > 0 ? 1 : 0) + Math.floor(random() * 2)) % 2 === 0 ? '#C79A3C' : '#8C9C4F',
                ),
            ),
          )
          .join(''),
      )
      .join(''),
  bridge: () =>
    fill('M0 900H1080V1350H0Z', '#7FAFB0') +
    stroke('M60 1160h300M460 1220h260M700 1110h300M180 1290h340', '#B4D3CF', 9) +
    stroke('M0 980H1080', '#6E5A4A', 34) +
    stroke('M250 1130V640M830 1130V640', '#6E5A4A', 38) +
    stroke('M0 940Q140 700 250 650Q540 1060 830 650Q940 700 1080 940', INK, 9) +
    [60, 130, 320, 400, 480, 600, 680, 760, 950, 1020]
      .map((x) =>
        stroke(
          `M${x} 970V${n(x < 250 ? 905 - x * 1.1 : x > 830 ? 905 - (1080 - x) * 1.1 : 855 - Math.abs(x - 540) * 0.65)}`,
          INK,
          4,
        ),
      )
      .join('') +
    fill('M0 1290C240 1240 460 1330 1080 1260V1350H0Z', '#8E9C6B'),
  park: (random) =>
    ground(900, '#9DB083') +
    fill(
      'M0 1350C260 1150 380 1130 560 1060C700 1010 760 960 720 900H800C870 980 800 1080 700 1140C560 1220 480 1260 460 1350Z',
      '#E9DDC4',
    ) +
    [120, 260, 930, 1010]
      .map((x, at) => tree(x, 950 + at * 30, 1.1 + random() * 0.6, at % 2 === 0 ? VERDIGRIS : '#6C8A4E'))
      .join('') +
    tree(180, 1240, 1.9, '#4F7D5A') +
    group(
      'translate(820 1200)',
      stroke('M-120 0H120M-120 -54H120M-120 -90H120', '#8C6A4A', 18) +
        stroke('M-90 0V60M90 0V60M-90 0V-90M90 0V-90', INK, 9),
    ) +
    stroke('M520 1050V760', INK, 11) +
    disc(520, 746, 28, AMBER_LIGHT),
  mine: () =>
    fill('M560 1000L700 700H900L1080 960V1100H540Z', '#B58B6A') +
    stroke('M640 830H960M600 910H1020M580 980H1060', '#D6B08C', 11) +
    ground(1050, '#BFB08E') +
    stroke('M200 1060L300 520L400 1060M232 900H368M252 780H348M274 660H326', INK, 17) +
    disc(300, 520, 64, INK) +
    disc(300, 520, 44, '#DAD2C1') +
    stroke('M300 476V564M256 520H344', INK, 8) +
    block(430, 1060, 180, 250, VERDIGRIS) +
    stroke('M0 1180H1080', '#8A7A5C', 9) +
    group(
      'translate(760 1160)',
      fill('M-120 -100H120L90 0H-90Z', VERMILION) + disc(-60, 14, 26, INK) + disc(60, 14, 26, INK),
    ) +
    tree(90, 1130, 1, VERDIGRIS_LIGHT),
};

function camel(x: number, y: number, size: number): string {
  return group(
    `translate(${n(x)} ${n(y)}) scale(${n(size)})`,
    stroke('M-70 0V-90M-40 0V-90M50 0V-90M76 0V-90', '#6E4A2E', 15) +
      fill(
        'M-100 -80C-110 -140 -80 -150 -62 -140C-54 -200 -20 -200 -10 -146' +
          'C6 -200 44 -196 52 -140C90 -150 100 -120 130 -190C138 -216 184 -216 190 -190' +
          'L184 -176L150 -172C140 -110 120 -76 80 -72Z',
        '#8A5C38',
      ) +
      fill('M-62 -140C-54 -200 -20 -200 -10 -146ZM-10 -146C6 -200 44 -196 52 -140Z', SAND, opacity(0.55)),
  );
}
