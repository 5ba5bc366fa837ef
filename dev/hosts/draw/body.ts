import { disc, fill, group, n, opacity, stroke } from '../../films/draw/shapes.ts';
import { darker, lighter, PAPER, SKINS, shadeOfSkin, VERMILION } from './colours.ts';
import type { Look, Top } from './look.ts';

// Of the same measure as the head: the neck begins at 90, shoulders are at 215, a waist at 640.

export function neckOf(look: Look): string {
  const skin = SKINS[look.skin];
  const turn = look.turn ?? 0;
  return (
    fill('M-48 70L-50 150C-56 178 -84 196 -120 206L0 270L120 206C84 196 56 178 50 150L48 70Z', skin) +
    fill(`M-50 96L50 96L50 138C34 176 ${n(turn * 10 - 10)} 182 -50 136Z`, shadeOfSkin(skin, 0.26))
  );
}

/** Trunk with the shoulders; `arms` hang with it, or are drawn apart. */
function trunk(shoulders: number, arms: boolean): string {
  const s = (x: number) => n(x * shoulders);
  const right = arms
    ? `C${s(206)} 236 ${s(232)} 272 ${s(242)} 350L${s(272)} 960`
    : `C${s(200)} 234 ${s(204)} 262 ${s(176)} 340C${s(164)} 430 ${s(152)} 560 ${s(156)} 640C${s(164)} 740 ${s(176)} 820 ${s(182)} 960`;
  const left = arms
    ? `L${s(-272)} 960L${s(-242)} 350C${s(-232)} 272 ${s(-206)} 236 ${s(-172)} 220`
    : `L${s(-182)} 960C${s(-176)} 820 ${s(-164)} 740 ${s(-156)} 640C${s(-152)} 560 ${s(-164)} 430 ${s(-176)} 340C${s(-204)} 262 ${s(-200)} 234 ${s(-172)} 220`;
  return `M-54 172C-30 226 30 226 54 172C90 196 ${s(130)} 206 ${s(172)} 220${right}${left}C${s(-130)} 206 -90 196 -54 172Z`;
}

export function bodyOf(look: Look, arms: boolean): string {
  const { shoulders = 1, topColour, top, wheelchair } = look;
  const ground = top === 'waistcoat' ? '#F1ECE0' : topColour;
  const shape = trunk(shoulders, arms);
  const creases = arms
    ? stroke(
        `M${n(-158 * shoulders)} 400C${n(-164 * shoulders)} 520 ${n(-168 * shoulders)} 700 ${n(-170 * shoulders)} 900` +
          `M${n(158 * shoulders)} 400C${n(164 * shoulders)} 520 ${n(168 * shoulders)} 700 ${n(170 * shoulders)} 900`,
        darker(ground, 0.3),
        5,
      )
    : '';
  return (
    (wheelchair && arms ? handles(shoulders) : '') +
    fill(shape, ground) +
    `<clipPath id="trunk"><path d="${shape}"/></clipPath>` +
    group(
      '',
      fill(`M${n(96 * shoulders)} 150C120 320 110 560 130 960H320V150Z`, darker(ground, 0.13)),
      'clip-path="url(#trunk)"',
    ) +
    creases +
    `<clipPath id="worn"><path d="M-120 60H120V240H-120Z${shape}"/></clipPath>` +
    group('', TOPS[top](look), 'clip-path="url(#worn)"')
  );
}

/** Of a wheelchair, behind the shoulders. */
function handles(shoulders: number): string {
  const one = (side: number) =>
    group(
      `scale(${side} 1)`,
      stroke(`M${n(214 * shoulders)} 480V330`, '#59636E', 20) +
        stroke(
          `M${n(214 * shoulders)} 330C${n(214 * shoulders)} 296 ${n(232 * shoulders)} 290 ${n(256 * shoulders)} 290`,
          '#2A323C',
          26,
        ),
    );
  return one(-1) + one(1);
}

/** Both points of a collar. */
function collar(colour: string): string {
  const one = 'M-50 150C-56 166 -62 180 -66 192L-34 262L2 238C-26 214 -42 186 -50 150Z';
  return (
    fill(one, colour) +
    group('scale(-1 1)', fill(one, darker(colour, 0.06))) +
    stroke('M-66 192L-34 262L2 238M66 192L34 262L-2 238', darker(colour, 0.22), 3.2)
  );
}

/** Skin between the points of a collar. */
function openNeck({ skin }: Look): string {
  return (
    fill('M-50 140L0 250L50 140Z', SKINS[skin]) +
    fill('M-50 96L50 96L50 138C34 176 -20 182 -50 136Z', shadeOfSkin(SKINS[skin], 0.26))
  );
}

const TOPS: Record<Top, (look: Look) => string> = {
  blazer(look) {
    const { topColour, second = PAPER } = look;
    const lapel = 'M-66 180L-128 214L-138 330L-104 338L-118 372L-6 560L2 470C-34 380 -60 280 -66 180Z';
    return (
      fill('M-62 150L-76 260L0 560L76 260L62 150Z', second) +
      openNeck(look) +
      stroke('M0 262V540', darker(second, 0.16), 3) +
      [310, 380, 450].map((y) => disc(0, y, 5, darker(second, 0.3))).join('') +
      collar(second) +
      fill(lapel, darker(topColour, 0.1)) +
      group('scale(-1 1)', fill(lapel, darker(topColour, 0.24))) +
      stroke('M0 556V960', darker(topColour, 0.32), 4) +
      disc(14, 640, 9, darker(topColour, 0.45)) +
      stroke('M-150 470H-92', darker(topColour, 0.3), 5) +
      fill('M-144 470L-138 440L-122 452L-108 436L-98 470Z', VERMILION, opacity(0.9))
    );
  },
  deel({ topColour, second = '#E0B25C' }) {
    return (
      fill('M-60 128C-30 158 30 158 60 128L64 186C36 220 -36 220 -64 186Z', darker(topColour, 0.1)) +
      stroke('M-62 132C-30 162 30 162 62 132', second, 9) +
      stroke('M-66 184C-36 220 36 220 66 184', second, 9) +
      stroke('M40 206C70 250 120 290 168 330C178 400 176 480 170 560', second, 13) +
      [
        [66, 238],
        [140, 302],
        [176, 430],
      ]
        .map(
          ([x = 0, y = 0]) =>
            stroke(`M${x - 20} ${y + 12}L${x + 16} ${y - 12}`, darker(second, 0.32), 8) +
            disc(x + 16, y - 12, 8, darker(second, 0.4)),
        )
        .join('') +
      fill('M-320 560C-120 590 120 590 320 560V660C120 690 -120 690 -320 660Z', second) +
      stroke('M-300 590C-120 618 120 618 300 590M-300 628C-120 656 120 656 300 628', darker(second, 0.18), 4)
    );
  },
  turtleneck({ topColour }) {
    return (
      fill('M-58 108C-30 134 30 134 58 108L66 196C36 224 -36 224 -66 196Z', lighter(topColour, 0.08)) +
      stroke('M-58 110C-30 136 30 136 58 110M-64 190C-36 218 36 218 64 190', darker(topColour, 0.28), 4) +
      [-36, -12, 12, 36]
        .map((x) => stroke(`M${x} ${142 - Math.abs(x) * 0.2}V${200 - Math.abs(x) * 0.2}`, darker(topColour, 0.16), 3))
        .join('')
    );
  },
  crew({ topColour, second = PAPER }) {
    return (
      fill('M-62 168C-40 236 40 236 62 168L50 160C30 208 -30 208 -50 160Z', second) +
      stroke('M-66 176C-42 248 42 248 66 176', darker(topColour, 0.22), 13) +
      stroke('M-66 176C-42 248 42 248 66 176', lighter(topColour, 0.1), 5)
    );
  },
  shirt(look) {
    const { topColour } = look;
    return (
      fill('M-62 150L0 262L62 150Z', topColour) +
      openNeck(look) +
      collar(lighter(topColour, 0.12)) +
      stroke('M0 250V960', darker(topColour, 0.24), 4) +
      [330, 430, 530, 630, 730].map((y) => disc(0, y, 6.5, darker(topColour, 0.42))).join('') +
      stroke('M-150 400H-74V470L-112 490L-150 470Z', darker(topColour, 0.22), 4)
    );
  },
  polo(look) {
    const { topColour, second = PAPER } = look;
    return (
      fill('M-62 150L0 262L62 150Z', second) +
      openNeck(look) +
      collar(second) +
      stroke('M0 244V370', darker(topColour, 0.3), 4) +
      disc(0, 290, 6, second) +
      disc(0, 336, 6, second) +
      fill('M-132 380l16 -12 16 12 -16 26z', second)
    );
  },
  zip({ topColour, second = '#4FB8A8' }) {
    return (
      fill('M-60 116C-30 140 30 140 60 116L74 200C40 226 -40 226 -74 200Z', darker(topColour, 0.16)) +
      stroke('M0 140V960', darker(topColour, 0.45), 8) +
      stroke('M0 140V330', second, 4) +
      fill('M-8 330H8L5 366H-5Z', second) +
      stroke('M-172 226C-150 300 -120 330 -8 340M172 226C150 300 120 330 8 340', second, 9)
    );
  },
  waistcoat({ second = '#F1ECE0', topColour, skin }) {
    const side = 'M-62 176L-150 204C-140 330 -130 440 -170 600L-210 960H-4V590L-56 330Z';
    return (
      fill('M-62 150L-120 210V560H120V210L62 150Z', second) +
      fill('M-50 140L0 250L50 140Z', SKINS[skin]) +
      fill('M-50 96L50 96L50 138C34 176 -20 182 -50 136Z', shadeOfSkin(SKINS[skin], 0.26)) +
      fill(side, topColour) +
      group('scale(-1 1)', fill(side, darker(topColour, 0.12))) +
      stroke('M0 592V960', darker(topColour, 0.4), 4) +
      [640, 720, 800].map((y) => disc(14, y, 8, '#E0B25C')).join('') +
      collar(second) +
      fill('M-4 232L-52 206V270L-4 246H4L52 270V206L4 232Z', VERMILION) +
      disc(0, 239, 12, darker(VERMILION, 0.2)) +
      stroke('M0 270V560', darker(second, 0.14), 3) +
      [330, 400, 470].map((y) => disc(0, y, 5, darker(second, 0.3))).join('') +
      stroke('M-214 330C-206 420 -196 480 -190 560M214 330C206 420 196 480 190 560', darker(second, 0.2), 5)
    );
  },
  coat({ topColour, second = '#B3321F' }) {
    return (
      fill('M-70 180L-140 210L-120 400L-6 620L0 400L6 620L120 400L140 210L70 180L0 300Z', darker(topColour, 0.18)) +
      stroke('M0 430V960', darker(topColour, 0.36), 5) +
      [680, 790]
        .map((y) => disc(-34, y, 11, darker(topColour, 0.45)) + disc(34, y, 11, darker(topColour, 0.45)))
        .join('') +
      fill(
        'M-78 128C-40 176 40 176 78 128C94 150 98 186 84 216C40 256 -40 256 -84 216C-98 186 -94 150 -78 128Z',
        second,
      ) +
      fill('M20 226C40 300 44 380 40 470L104 462C108 380 92 290 70 214Z', darker(second, 0.14)) +
      stroke('M-82 166C-40 208 40 208 82 166M48 300H92M52 400H100', darker(second, 0.26), 4.5)
    );
  },
};
