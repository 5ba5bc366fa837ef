import { blend } from '../../films/draw/motion.ts';
import { disc, fill, group, n, opacity, ring, stroke } from '../../films/draw/shapes.ts';
import { HAIRS, INK, SKINS, shadeOfSkin, WHITE } from './colours.ts';
import type { Look } from './look.ts';

// A head is 264 high, from its crown at -132 to its chin at 132, and about 196 wide. Light comes from the left.

/** The face without ears and hair. */
export function outlineOf({ face = 1, jaw = 1 }: Look): string {
  const w = 98 * face;
  const j = 76 * jaw;
  const c = 30 * jaw;
  return (
    `M${n(-w)} -18C${n(-w)} -96 -58 -134 0 -134C58 -134 ${n(w)} -96 ${n(w)} -18` +
    `C${n(w)} 26 ${n(j + 10)} 66 ${n(j - 8)} 92C${n(c + 18)} 118 ${n(c)} 133 0 133` +
    `C${n(-c)} 133 ${n(-c - 18)} 118 ${n(8 - j)} 92C${n(-j - 10)} 66 ${n(-w)} 26 ${n(-w)} -18Z`
  );
}

export function headOf(look: Look): string {
  const skin = SKINS[look.skin];
  const turn = look.turn ?? 0;
  const outline = outlineOf(look);
  const w = 98 * (look.face ?? 1);
  return (
    ear(-w + 3 + turn * 7, skin, turn > 0.25 ? 1 : 0.86, -1) +
    ear(w - 3 + turn * 7, skin, turn < -0.25 ? 1 : 0.86, 1) +
    earrings(look, w, turn) +
    fill(outline, skin) +
    `<clipPath id="face"><path d="${outline}"/></clipPath>` +
    group(
      '',
      fill(
        `M${n(62 + turn * 16)} -140C${n(84 + turn * 14)} -60 ${n(86 + turn * 14)} 20 ${n(62 + turn * 12)} 74` +
          `C46 106 20 122 -24 134L140 150L140 -140Z`,
        shadeOfSkin(skin, 0.12),
      ) + cheeks(skin, turn),
      'clip-path="url(#face)"',
    ) +
    linesOf(look, skin, turn)
  );
}

export function featuresOf(look: Look): string {
  const turn = look.turn ?? 0;
  const x = turn * 15;
  return (
    eye(look, x - 40 + turn * 2, -1) +
    eye(look, x + 40 + turn * 2, 1) +
    brow(look, x - 41, -1) +
    brow(look, x + 41, 1) +
    nose(look, x) +
    mouth(look, x * 0.9)
  );
}

function ear(x: number, skin: string, size: number, side: number): string {
  const shade = shadeOfSkin(skin, 0.22);
  return group(
    `translate(${n(x)} 8) scale(${n(side * size)} ${n(size)})`,
    fill('M-6 -28C10 -40 24 -26 20 -4C18 10 12 26 2 30C-4 30 -8 20 -8 10Z', shadeOfSkin(skin, side > 0 ? 0.16 : 0.05)) +
      stroke('M4 -20C12 -22 14 -10 10 0C8 6 4 8 3 14', shade, 3.2),
  );
}

function earrings({ earrings: colour }: Look, w: number, turn: number): string {
  if (colour === undefined) return '';
  return disc(-w - 2 + turn * 7, 44, 6.5, colour) + disc(w + 2 + turn * 7, 44, 6.5, colour);
}

function cheeks(skin: string, turn: number): string {
  const red = blend(skin, '#C2452D', 0.5);
  const one = (x: number) => `<ellipse cx="${n(x)}" cy="46" rx="25" ry="17" fill="${red}" ${opacity(0.2)}/>`;
  return one(-58 + turn * 13) + one(58 + turn * 13);
}

function eye({ eyes, lines = 0, skin }: Look, x: number, side: number): string {
  const high = eyes === 'wide' ? 10.5 : 8.6;
  const ink = skin === 'deep' ? '#1A1310' : '#2A1E1B';
  const almond = `M-19 3C-12 ${n(-high)} 8 ${n(-high - 2)} 20 0C10 ${n(high - 1)} -8 ${n(high)} -19 3Z`;
  const name = side < 0 ? 'eye-l' : 'eye-r';
  const inside = group(
    '',
    disc(1, -1, high * 0.94, '#3A2419') + disc(1, -1, high * 0.5, '#15100E') + disc(4.2 * side, -4, 2.3, WHITE),
    `clip-path="url(#${name})"`,
  );
  return group(
    `translate(${n(x)} 2) scale(${side} 1)`,
    `<clipPath id="${name}"><path d="${almond}"/></clipPath>` +
      fill(almond, '#FBF4E9') +
      inside +
      stroke(`M-20 4C-12 ${n(-high)} 8 ${n(-high - 2)} 22 -1`, ink, 4.2) +
      stroke(
        `M-12 ${n(-high - 5)}C-4 ${n(-high - 9)} 8 ${n(-high - 8)} 17 ${n(-high - 2)}`,
        shadeOfSkin(SKINS[skin], 0.34),
        2.4,
      ) +
      (lines > 0 ? stroke('M-12 15C-4 20 6 20 13 16', shadeOfSkin(SKINS[skin], 0.22), 2.2) : '') +
      (lines > 1 ? stroke('M28 -4L37 -8M29 3L38 4M27 9L35 14', shadeOfSkin(SKINS[skin], 0.26), 2.2) : ''),
  );
}

function brow({ hairColour, brows = 1 }: Look, x: number, side: number): string {
  const hair = HAIRS[hairColour];
  const colour = hairColour === 'white' || hairColour === 'grey' ? blend(hair, '#5A5654', 0.45) : blend(hair, INK, 0.1);
  const thick = 7.2 * brows;
  return group(
    `translate(${n(x)} -29) scale(${side} 1)`,
    fill(
      `M-22 5C-12 ${n(-2 - thick * 0.6)} 8 ${n(-7 - thick * 0.5)} 27 2C10 ${n(-5 + thick * 0.35)} -8 ${n(thick * 0.5)} -21 ${n(4 + thick * 0.8)}Z`,
      colour,
    ),
  );
}

function nose({ skin, turn = 0 }: Look, x: number): string {
  const tone = SKINS[skin];
  const side = turn < 0 ? -1 : 1;
  const line = shadeOfSkin(tone, 0.36);
  return group(
    `translate(${n(x + turn * 6)} 0) scale(${side} 1)`,
    fill('M4 -8C8 12 14 28 21 40C26 50 14 55 2 54C8 44 6 14 4 -8Z', shadeOfSkin(tone, 0.13)) +
      stroke('M-17 45C-19 51 -12 55 -7 53C-3 57 5 57 9 53C15 55 21 51 19 44', line, 3.4),
  );
}

function mouth({ skin, smile = 'closed', lips = 0.4 }: Look, x: number): string {
  const tone = SKINS[skin];
  const lip = blend(shadeOfSkin(tone, 0.3), '#A03A2E', lips * 0.6);
  const dark = blend(shadeOfSkin(tone, 0.55), '#4A1712', 0.45);
  if (smile === 'open') {
    return group(
      `translate(${n(x)} 84)`,
      fill('M-33 -7C-16 -12 -6 -9 0 -8C6 -9 16 -12 33 -7C26 16 12 21 0 21C-12 21 -26 16 -33 -7Z', lip) +
        fill('M-28 -5C-14 -4 14 -4 28 -5C22 11 11 15 0 15C-11 15 -22 11 -28 -5Z', dark) +
        fill('M-26 -4.6C-14 -3.6 14 -3.6 26 -4.6C23 2 12 5.5 0 5.5C-12 5.5 -23 2 -26 -4.6Z', '#FDF8EF'),
    );
  }
  const bend = smile === 'slight' ? 4 : 9;
  return group(
    `translate(${n(x)} 82)`,
    fill(
      `M-27 0C-15 -6 -7 -9 0 -6C7 -9 15 -6 27 0C16 ${bend + 14} -16 ${bend + 14} -27 0Z`,
      lip,
      opacity(0.35 + lips * 0.65),
    ) + stroke(`M-31 -2C-15 ${bend} 15 ${bend} 31 -2`, dark, 3.6),
  );
}

function linesOf({ lines = 0 }: Look, skin: string, turn: number): string {
  const colour = shadeOfSkin(skin, 0.24);
  const x = turn * 14;
  const folds = `M${n(x - 30)} 54C${n(x - 39)} 62 ${n(x - 43)} 70 ${n(x - 42)} 80M${n(x + 30)} 54C${n(x + 39)} 62 ${n(x + 43)} 70 ${n(x + 42)} 80`;
  const brow = `M${n(x - 34)} -66C${n(x - 12)} -71 ${n(x + 12)} -71 ${n(x + 34)} -66M${n(x - 26)} -79C${n(x - 8)} -83 ${n(x + 10)} -83 ${n(x + 26)} -79`;
  return (lines > 0 ? stroke(folds, colour, 2.8) : '') + (lines > 1 ? stroke(brow, colour, 2.4, opacity(0.8)) : '');
}

export function glassesOf({ glasses, turn = 0 }: Look, colour = INK): string {
  if (glasses === undefined) return '';
  const x = turn * 15 + turn * 2;
  const lens = (at: number, side: number) => {
    if (glasses === 'round') {
      return disc(at, 4, 30, WHITE, opacity(0.16)) + ring(at, 4, 30, colour, 4.2);
    }
    const d =
      glasses === 'square'
        ? `M-31 -20H27Q33 -20 33 -14L29 20Q27 28 19 28H-19Q-28 28 -30 18L-33 -12Q-33 -20 -31 -20Z`
        : `M-32 -8V8Q-30 26 -8 26H10Q30 26 33 6L34 -12`;
    return group(
      `translate(${n(at)} 2) scale(${side} 1)`,
      glasses === 'square'
        ? fill(d, WHITE, opacity(0.14)) + stroke(d, colour, 5)
        : stroke(d, colour, 3.2) + stroke('M-32 -10Q0 -20 34 -13', colour, 5.4),
    );
  };
  const hinge = glasses === 'round' ? 30 : 33;
  return (
    lens(x - 41, -1) +
    lens(x + 41, 1) +
    stroke(`M${n(x - 10)} 0Q${n(x)} -7 ${n(x + 10)} 0`, colour, 4) +
    stroke(`M${n(x - 41 - hinge)} -4L${n(-98 + turn * 7)} -6M${n(x + 41 + hinge)} -4L${n(98 + turn * 7)} -6`, colour, 4)
  );
}
