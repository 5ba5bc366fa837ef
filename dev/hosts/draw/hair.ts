import { blend } from '../../films/draw/motion.ts';
import { disc, fill, group, n, opacity, stroke } from '../../films/draw/shapes.ts';
import { darker, HAIRS, lighter, SKINS, shadeOfSkin } from './colours.ts';
import { outlineOf } from './head.ts';
import type { HairStyle, Look } from './look.ts';

interface Hair {
  /** Behind body and head. */
  back?: string;
  /** Upon the head. */
  front: string;
  /** Upon what is worn. */
  over?: string;
  strands?: string;
}

const ROUND = 'M-103 6C-118 -60 -104 -166 0 -166C104 -166 118 -60 103 6';
const SHORT = 'M-101 0C-112 -62 -102 -158 0 -160C102 -158 112 -62 101 0';

const STYLES: Record<HairStyle, Hair> = {
  crop: {
    front: `${SHORT}C98 -20 94 -34 88 -58C70 -92 40 -88 8 -92C-30 -96 -66 -92 -86 -62C-92 -40 -96 -22 -101 0Z`,
    strands: 'M-58 -118C-30 -136 10 -142 44 -132M-30 -106C0 -118 30 -118 58 -108',
  },
  'side-part': {
    front:
      'M-101 2C-114 -60 -112 -146 -34 -164C40 -180 112 -140 106 -50C104 -30 104 -14 101 2C97 -16 95 -34 88 -52' +
      'C58 -60 4 -62 -48 -108C-60 -84 -84 -70 -88 -50C-94 -30 -97 -14 -101 2Z',
    strands: 'M-40 -116C0 -92 44 -78 84 -74M-34 -134C10 -112 60 -100 94 -96',
  },
  swept: {
    front:
      'M-101 0C-114 -70 -100 -150 -20 -172C60 -186 116 -134 106 -56L101 0C97 -24 92 -48 84 -70' +
      'C60 -96 20 -98 -14 -94C-48 -92 -74 -82 -86 -62C-92 -40 -96 -22 -101 0Z',
    strands: 'M-62 -92C-50 -124 -20 -146 20 -154M-22 -98C-10 -128 20 -142 58 -142M24 -100C34 -120 56 -126 82 -116',
  },
  undercut: {
    front:
      'M-92 -60C-108 -126 -70 -178 10 -178C92 -178 118 -116 92 -58C84 -84 60 -92 30 -88C-6 -84 -30 -98 -48 -104C-62 -94 -82 -82 -92 -60Z',
    strands: 'M-46 -112C-20 -148 30 -160 74 -138M-10 -104C10 -130 46 -136 80 -116',
  },
  curls: { front: '' },
  bald: { front: '' },
  receding: {
    front:
      'M-101 6C-110 -40 -106 -92 -80 -122C-84 -92 -88 -60 -90 -40C-94 -22 -98 -8 -101 6Z' +
      'M101 6C110 -40 106 -92 80 -122C84 -92 88 -60 90 -40C94 -22 98 -8 101 6Z' +
      'M-82 -104C-70 -150 -30 -156 0 -156C30 -156 70 -150 82 -104C62 -128 36 -122 20 -112C8 -122 -10 -122 -22 -112C-38 -122 -62 -128 -82 -104Z',
  },
  bob: {
    back: 'M-112 -40C-130 40 -126 90 -116 122C-70 150 70 150 116 122C126 90 130 40 112 -40Z',
    front: `${ROUND}C112 60 112 100 98 124C92 80 96 20 84 -40C60 -66 10 -70 -28 -118C-40 -84 -74 -62 -86 -30C-96 20 -92 80 -98 124C-112 100 -112 60 -103 6Z`,
    strands: 'M-22 -124C12 -92 56 -78 86 -58M-106 20C-106 60 -104 90 -102 110M106 20C106 60 104 90 102 110',
  },
  'fringe-bob': {
    back: 'M-112 -40C-132 40 -124 84 -112 112C-70 140 70 140 112 112C124 84 132 40 112 -40Z',
    front: `${ROUND}C114 56 112 92 100 114C92 76 96 10 88 -40C60 -46 30 -44 0 -46C-30 -44 -60 -46 -88 -40C-96 10 -92 76 -100 114C-112 92 -114 56 -103 6Z`,
    strands: 'M-60 -54C-62 -84 -48 -118 -22 -140M0 -54C2 -86 4 -112 8 -140M56 -54C58 -84 48 -112 36 -136',
  },
  long: {
    back: 'M-112 -40C-134 60 -140 190 -128 300C-70 318 70 318 128 300C140 190 134 60 112 -40Z',
    front: `${ROUND}C114 70 116 130 106 180C92 120 98 20 84 -44C60 -66 24 -90 2 -126C-20 -90 -60 -66 -84 -44C-98 20 -92 120 -106 180C-116 130 -114 70 -103 6Z`,
    strands:
      'M-4 -126C-30 -90 -72 -70 -92 -30M8 -126C34 -90 72 -70 92 -30M-108 40C-110 90 -110 120 -108 150M108 40C110 90 110 120 108 150',
  },
  waves: {
    back:
      'M-110 -50C-150 0 -126 40 -146 90C-160 130 -130 150 -138 190C-110 236 -60 220 0 224' +
      'C60 220 110 236 138 190C130 150 160 130 146 90C126 40 150 0 110 -50Z',
    front:
      `${ROUND}C130 40 104 70 122 110C128 140 110 160 104 176C94 140 104 90 92 50` +
      'C84 10 90 -20 76 -48C50 -60 -10 -76 -44 -122C-52 -86 -80 -66 -88 -36' +
      'C-96 0 -84 30 -96 70C-106 110 -94 140 -104 176C-124 150 -128 130 -120 104' +
      'C-108 70 -126 40 -103 6Z',
    strands:
      'M-38 -126C0 -92 48 -84 84 -62M-20 -144C30 -116 70 -104 98 -80M112 60C112 90 118 110 114 136M-112 60C-112 90 -116 110 -112 136',
  },
  bun: {
    back: 'M-52 -168C-62 -228 62 -228 52 -168C40 -140 -40 -140 -52 -168Z',
    front: `${SHORT}C98 -22 94 -40 86 -58C66 -96 34 -104 0 -104C-34 -104 -66 -96 -86 -58C-94 -40 -98 -22 -101 0Z`,
    strands: 'M-66 -96C-54 -124 -30 -144 -8 -152M0 -110V-152M66 -96C54 -124 30 -144 8 -152',
  },
  'low-bun': {
    back: 'M30 70C60 40 134 50 138 96C140 146 70 156 40 130Z',
    front: `${SHORT}C98 -18 95 -34 86 -52C56 -62 10 -72 -36 -116C-48 -86 -78 -72 -88 -50C-94 -34 -98 -18 -101 0Z`,
    strands: 'M-30 -118C8 -88 50 -76 88 -68M-20 -138C24 -112 66 -98 98 -86',
  },
  ponytail: {
    back: 'M70 -130C150 -140 176 -60 160 40C152 110 130 150 112 170C116 110 96 20 60 -40Z',
    front: `${SHORT}C98 -20 94 -38 86 -56C64 -92 20 -90 -22 -104C-42 -90 -74 -76 -88 -54C-94 -36 -98 -18 -101 0Z`,
    strands: 'M-24 -110C10 -104 60 -112 88 -90M-34 -126C10 -130 60 -132 96 -104M134 -90C152 -40 150 30 134 90',
  },
  pixie: {
    front:
      'M-101 10C-120 -60 -112 -150 -30 -168C50 -182 118 -136 108 -50C106 -24 106 0 101 18C96 -4 94 -30 84 -48' +
      'C64 -30 40 -38 20 -48C-10 -40 -36 -52 -54 -66C-62 -54 -82 -48 -88 -36C-92 -20 -96 0 -101 10Z',
    strands: 'M-50 -74C-44 -108 -20 -136 18 -150M-8 -62C-2 -98 26 -124 62 -132M42 -56C50 -86 66 -102 92 -108',
  },
  braid: {
    front: `${SHORT}C98 -16 95 -32 86 -50C62 -64 24 -80 0 -124C-24 -80 -62 -64 -86 -50C-95 -32 -98 -16 -101 0Z`,
    strands: 'M-6 -124C-28 -94 -66 -78 -92 -52M6 -124C28 -94 66 -78 92 -52',
  },
  covered: { front: '' },
};

export function hairBehind(look: Look): string {
  const colour = HAIRS[look.hairColour];
  const { back } = STYLES[look.hair];
  if (look.hair === 'curls') return curls(look, true);
  return back === undefined ? '' : fill(back, darker(colour, 0.22));
}

export function hairUpon(look: Look): string {
  const colour = HAIRS[look.hairColour];
  if (look.hair === 'curls') return curls(look, false);
  if (look.hair === 'bald') {
    const thin = blend(SKINS[look.skin], colour, 0.35);
    return (
      fill(
        'M-99 14C-106 -24 -102 -64 -88 -88C-90 -60 -92 -30 -93 -6ZM99 14C106 -24 102 -64 88 -88C90 -60 92 -30 93 -6Z',
        thin,
      ) + stroke('M-44 -112C-30 -122 -14 -126 2 -126', lighter(SKINS[look.skin], 0.45), 7, opacity(0.6))
    );
  }
  const { front, strands } = STYLES[look.hair];
  const sides =
    look.hair === 'undercut'
      ? fill(
          'M-100 4C-108 -40 -104 -84 -88 -104L-84 -58C-92 -40 -96 -14 -100 4ZM100 4C108 -40 104 -84 88 -104L84 -58C92 -40 96 -14 100 4Z',
          blend(colour, SKINS[look.skin], 0.35),
        )
      : '';
  return sides + fill(front, colour) + (strands === undefined ? '' : stroke(strands, lighter(colour, 0.17), 4));
}

/** A braid lies on the shoulder. */
export function hairOver({ hair, hairColour, second = '#B3321F' }: Look): string {
  if (hair !== 'braid') return '';
  const colour = HAIRS[hairColour];
  const knots = Array.from({ length: 8 }, (_, index) => {
    const [x, y] = [-108 - 12 * Math.sin(index / 2.4), 92 + index * 34];
    const size = 1 - index * 0.035;
    const knot = `M0 -24C26 -20 30 6 4 26C-2 30 -8 28 -10 24C-32 6 -26 -20 0 -24Z`;
    return group(
      `translate(${n(x)} ${n(y)}) scale(${n(size)})`,
      fill(knot, index % 2 === 0 ? colour : lighter(colour, 0.06)) +
        stroke('M-16 -6Q0 8 18 -8', lighter(colour, 0.2), 3.4),
    );
  });
  const end = [-108 - 12 * Math.sin(8 / 2.4), 92 + 8 * 34] as const;
  return (
    fill('M-100 10C-124 40 -130 70 -122 96L-92 90C-92 60 -92 40 -94 10Z', colour) +
    knots.join('') +
    fill(
      `M${n(end[0] - 10)} ${n(end[1] - 12)}C${n(end[0] - 26)} ${n(end[1] + 30)} ${n(end[0] - 6)} ${n(end[1] + 46)} ${n(end[0])} ${n(end[1] + 56)}` +
        `C${n(end[0] + 12)} ${n(end[1] + 36)} ${n(end[0] + 22)} ${n(end[1] + 20)} ${n(end[0] + 10)} ${n(end[1] - 12)}Z`,
      colour,
    ) +
    stroke(`M${n(end[0] - 12)} ${n(end[1] - 6)}h24`, second, 10)
  );
}

function curls({ hairColour }: Look, behind: boolean): string {
  const colour = behind ? darker(HAIRS[hairColour], 0.2) : HAIRS[hairColour];
  const spots: string[] = [];
  for (let index = 0; index <= 12; index++) {
    const angle = Math.PI * (1.02 + (0.96 * index) / 12);
    const [x, y] = [104 * Math.cos(angle), -36 + 112 * Math.sin(angle)];
    spots.push(disc(x, y, behind ? 36 : 27, colour));
    if (!behind) spots.push(disc(x * 0.68, -44 + (y + 44) * 0.78, 27, colour));
  }
  if (behind) return spots.join('');
  const light = lighter(colour, 0.15);
  const rings = [-76, -48, -16, 18, 50, 78].map((x, index) =>
    stroke(`M${x - 10} ${n(-118 + Math.abs(x) * 0.36 + (index % 2) * 10)}q10 -14 20 0`, light, 3.6),
  );
  return (
    spots.join('') +
    fill(
      'M-92 -62C-66 -92 -30 -80 0 -84C30 -80 66 -92 92 -62C84 -124 50 -160 0 -160C-50 -160 -84 -124 -92 -62Z',
      colour,
    ) +
    rings.join('')
  );
}

/** Below hats: the sides alone. */
export function sidesOfHair({ hairColour }: Look): string {
  const colour = HAIRS[hairColour];
  return fill(
    'M-101 12C-112 -30 -108 -70 -96 -96L-82 -60C-88 -40 -94 -10 -101 12ZM101 12C112 -30 108 -70 96 -96L82 -60C88 -40 94 -10 101 12Z',
    colour,
  );
}

export function beardOf(look: Look): string {
  const { beard, hairColour, turn = 0, skin } = look;
  if (beard === undefined) return '';
  const colour = blend(HAIRS[hairColour], SKINS[skin], beard === 'short' ? 0.34 : 0.06);
  const x = turn * 13;
  const moustache =
    `M${n(x)} 62C${n(x + 14)} 56 ${n(x + 34)} 62 ${n(x + 42)} 80C${n(x + 28)} 76 ${n(x + 12)} 74 ${n(x)} 74` +
    `C${n(x - 12)} 74 ${n(x - 28)} 76 ${n(x - 42)} 80C${n(x - 34)} 62 ${n(x - 14)} 56 ${n(x)} 62Z`;
  if (beard === 'moustache') return fill(moustache, colour);
  if (beard === 'goatee') {
    return (
      fill(moustache, colour) +
      fill(
        `M${n(x - 26)} 100C${n(x - 10)} 108 ${n(x + 10)} 108 ${n(x + 26)} 100C${n(x + 28)} 132 16 142 0 142C-16 142 ${n(x - 28)} 132 ${n(x - 26)} 100Z`,
        colour,
      )
    );
  }
  const deep = beard === 'full' ? 158 : 138;
  const chin =
    `M-98 0C-92 22 -86 40 -74 50C-62 58 ${n(x - 52)} 62 ${n(x - 40)} 66` +
    `C${n(x - 20)} 58 ${n(x + 20)} 58 ${n(x + 40)} 66C${n(x + 52)} 62 62 58 74 50` +
    'C86 40 92 22 98 0' +
    `C100 50 92 92 68 ${deep - 34}C44 ${deep - 6} 20 ${deep} 0 ${deep}C-20 ${deep} -44 ${deep - 6} -68 ${deep - 34}C-92 92 -100 50 -98 0Z`;
  return (
    `<clipPath id="beard"><path d="${beard === 'short' ? outlineOf(look) : 'M-120 -20H120V180H-120Z'}"/></clipPath>` +
    group('', fill(chin, colour), 'clip-path="url(#beard)"') +
    fill(
      `M${n(x - 34)} 82C${n(x - 16)} 76 ${n(x + 16)} 76 ${n(x + 34)} 82C${n(x + 24)} 104 ${n(x - 24)} 104 ${n(x - 34)} 82Z`,
      shadeOfSkin(SKINS[skin], 0.1),
    )
  );
}
