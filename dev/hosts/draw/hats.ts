import { box, disc, fill, opacity, stroke } from '../../films/draw/shapes.ts';
import { AMBER_LIGHT, darker, INK, lighter, NAVY } from './colours.ts';
import type { Hat, Look } from './look.ts';

const HATS: Record<Hat, (colour: string) => string> = {
  'flat-cap': (colour) =>
    fill('M-114 -66C-124 -150 -50 -176 14 -172C90 -168 130 -130 116 -70C80 -92 -70 -94 -114 -66Z', colour) +
    fill(
      'M-112 -68C-80 -100 70 -100 118 -70C128 -62 132 -52 126 -44C80 -66 -60 -66 -104 -48C-112 -52 -116 -60 -112 -68Z',
      darker(colour, 0.3),
    ) +
    stroke('M-20 -168C-40 -140 -60 -110 -72 -90M20 -170C40 -140 62 -110 78 -90', darker(colour, 0.22), 3.5) +
    disc(0, -174, 7, darker(colour, 0.3)),
  felt: (colour) =>
    fill(
      'M-84 -84C-92 -160 -70 -196 -34 -192C-14 -190 -8 -180 4 -182C30 -190 64 -196 78 -160C86 -132 86 -110 84 -84Z',
      colour,
    ) +
    fill('M-84 -112C-40 -94 40 -94 84 -112L85 -82C40 -66 -40 -66 -85 -82Z', darker(colour, 0.45)) +
    fill(
      'M-168 -84C-150 -104 -100 -92 -80 -88C-40 -72 40 -72 80 -88C100 -92 150 -104 168 -84C150 -48 70 -46 0 -46C-70 -46 -150 -48 -168 -84Z',
      darker(colour, 0.12),
    ) +
    stroke('M-14 -184C-10 -160 -8 -140 -8 -126', darker(colour, 0.3), 4),
  hijab: () => '',
  kerchief: (colour) =>
    fill(
      'M-108 2C-122 -90 -90 -164 0 -164C90 -164 122 -90 108 2C100 -30 92 -52 78 -72C40 -100 -40 -100 -78 -72C-92 -52 -100 -30 -108 2Z',
      colour,
    ) +
    stroke('M-92 -46C-74 -86 -40 -110 0 -110C40 -110 74 -86 92 -46', lighter(colour, 0.4), 5) +
    [-60, -30, 0, 30, 60].map((x) => disc(x, -132 + Math.abs(x) * 0.22, 6, lighter(colour, 0.45))).join(''),
  takiya: (colour) =>
    fill(
      'M-100 -66C-104 -120 -84 -164 -60 -172C-24 -184 24 -184 60 -172C84 -164 104 -120 100 -66C60 -92 -60 -92 -100 -66Z',
      colour,
    ) +
    fill(
      'M-100 -66C-101 -80 -100 -92 -98 -102C-56 -124 56 -124 98 -102C100 -92 101 -80 100 -66C60 -92 -60 -92 -100 -66Z',
      darker(colour, 0.3),
    ) +
    [-68, -34, 0, 34, 68]
      .map((x) => stroke(`M${x - 12} ${-101 + Math.abs(x) * 0.14}l12 -10 12 10`, AMBER_LIGHT, 3.4))
      .join(''),
  beanie: (colour) =>
    fill('M-108 -50C-118 -134 -70 -178 0 -178C70 -178 118 -134 108 -50C60 -70 -60 -70 -108 -50Z', colour) +
    fill(
      'M-112 -42C-114 -62 -112 -76 -108 -88C-60 -108 60 -108 108 -88C112 -76 114 -62 112 -42C60 -62 -60 -62 -112 -42Z',
      darker(colour, 0.2),
    ) +
    [-80, -53, -26, 0, 26, 53, 80]
      .map((x) => stroke(`M${x} ${-96 + Math.abs(x) * 0.12}V${-62 + Math.abs(x) * 0.13}`, darker(colour, 0.36), 3))
      .join(''),
};

export function hatUpon({ hat, hatColour = NAVY }: Look): string {
  return hat === undefined ? '' : HATS[hat](hatColour);
}

/** Behind the head, and on the shoulders: of scarves that cover both. */
export function scarfBehind({ hat, hatColour = NAVY }: Look): string {
  if (hat === 'kerchief')
    return fill(
      'M-70 60C-60 130 60 130 74 60C100 100 108 130 96 176C60 150 40 140 0 140C-30 140 -64 120 -70 60Z',
      darker(hatColour, 0.3),
    );
  if (hat !== 'hijab') return '';
  return fill(
    'M-126 0C-140 -110 -90 -176 0 -176C90 -176 140 -110 126 0C134 90 150 150 176 214L-176 214C-150 150 -134 90 -126 0Z',
    darker(hatColour, 0.12),
  );
}

/** Framing the face, and falling on the chest. */
export function scarfBefore({ hat, hatColour = NAVY }: Look): string {
  if (hat !== 'hijab') return '';
  const inner =
    'M0 -104C-60 -104 -86 -66 -88 -14C-90 40 -76 92 -46 116C-20 134 20 134 46 116C76 92 90 40 88 -14C86 -66 60 -104 0 -104Z';
  const outer =
    'M0 -178C94 -178 138 -108 126 0C128 60 132 100 150 150C180 186 196 214 150 262' +
    'C90 320 -20 316 -96 276C-170 240 -190 200 -152 152C-132 100 -128 60 -126 0' +
    'C-138 -108 -94 -178 0 -178Z';
  return (
    `<path fill-rule="evenodd" d="${outer}${inner}" fill="${hatColour}"/>` +
    stroke(
      'M-50 130C-20 160 40 170 104 140M-90 146C-40 200 60 216 142 176M-120 190C-60 250 60 266 140 224',
      darker(hatColour, 0.2),
      4.5,
    ) +
    stroke('M-104 -70C-84 -120 -40 -146 6 -150', lighter(hatColour, 0.25), 5, opacity(0.8)) +
    stroke('M-88 -30C-84 -72 -58 -104 0 -106C58 -104 84 -72 88 -30', darker(hatColour, 0.28), 4)
  );
}

/** With a microphone, as those have who speak while others do. */
export function headset(colour = INK): string {
  return (
    stroke('M-112 -6C-118 -120 -70 -178 0 -178C70 -178 118 -120 112 -6', colour, 13) +
    box(-130, -34, 38, 76, colour, 'rx="17"') +
    box(92, -34, 38, 76, colour, 'rx="17"') +
    box(-124, -22, 12, 52, '#4FB8A8', 'rx="6"') +
    stroke('M-112 40C-110 84 -88 106 -52 108', colour, 6) +
    box(-62, 98, 30, 19, colour, 'rx="9"')
  );
}
