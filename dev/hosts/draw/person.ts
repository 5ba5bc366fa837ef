import { group, n } from '../../films/draw/shapes.ts';
import { bodyOf, neckOf } from './body.ts';
import { beardOf, hairBehind, hairOver, hairUpon, sidesOfHair } from './hair.ts';
import { hatUpon, headset, scarfBefore, scarfBehind } from './hats.ts';
import { featuresOf, glassesOf, headOf } from './head.ts';
import type { Look } from './look.ts';

export interface Pose {
  /** Where the middle of the face is. */
  x: number;
  y: number;
  scale: number;
  /** Drawn behind the trunk, and before all of it, in the measure of the body; without them arms hang. */
  behind?: string;
  before?: string;
  headset?: boolean;
}

export function person(look: Look, { x, y, scale, behind, before, ...more }: Pose): string {
  const isCovered = look.hat === 'hijab';
  const tilt = `rotate(${n(look.tilt ?? 0)} 0 120)`;
  const above = look.hat === undefined ? hairUpon(look) : isCovered || look.hat === 'kerchief' ? '' : underHat(look);
  const head =
    headOf(look) + featuresOf(look) + beardOf(look) + above + scarfBefore(look) + glassesOf(look) + hatUpon(look);
  return group(
    `translate(${n(x)} ${n(y)}) scale(${n(scale)})`,
    group(tilt, (isCovered ? '' : hairBehind(look)) + scarfBehind(look)) +
      (behind ?? '') +
      neckOf(look) +
      bodyOf(look, before === undefined) +
      group(tilt, head + hairOver(look) + (more.headset ? headset() : '')) +
      (before ?? ''),
  );
}

/** Short hair shows at the sides alone, long hair below them too. */
function underHat(look: Look): string {
  return ['long', 'bob', 'waves', 'braid'].includes(look.hair) ? hairUpon(look) : sidesOfHair(look);
}
