/**
 * The house's own patterns for banners, by the names that the API has for them. Both apps draw them from here, so that
 * who chooses one sees what members will. Each is a list of SVG paths in a box of 480 by 200, to be drawn as lines,
 * with its weight at the right; what is right to left mirrors it.
 */
export const MADE_BANNERS = ['made-1', 'made-2', 'made-3', 'made-4', 'made-5', 'made-6'] as const;
export type MadeBanner = (typeof MADE_BANNERS)[number];

export const PATTERN_BOX = '0 0 480 200';

/** The paths of a pattern; none for a name that this app does not know yet. */
export function patternOf(name: string): readonly string[] {
  const draw = DRAWN[name as MadeBanner];
  return draw === undefined ? [] : draw();
}

const DRAWN: Readonly<Record<MadeBanner, () => string[]>> = {
  'made-1': rings,
  'made-2': ruledBook,
  'made-3': tree,
  'made-4': pips,
  'made-5': hills,
  'made-6': rosette,
};

function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, at) => at);
}

function circle(x: number, y: number, r: number): string {
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
}

/** Rings about the mark's place. */
function rings(): string[] {
  return upTo(8).map((at) => circle(404, 66, 16 + 22 * at));
}

/** The lines of an account book, with its margin. */
function ruledBook(): string[] {
  const lines = upTo(9).map((at) => `M250 ${20 + 20 * at}H480`);
  return [...lines, 'M300 0V200', 'M306 0V200', 'M420 0V200'];
}

/** A tree of hashes: two become one, until there is a root. */
function tree(): string[] {
  return upTo(4).flatMap((level) => {
    const gap = 26 * 2 ** level;
    const first = 262 + (gap - 26) / 2;
    const y = 176 - 44 * level;
    return upTo(8 / 2 ** level).flatMap((at) => {
      const x = first + gap * at;
      const up = at % 2 === 0 ? gap / 2 : -gap / 2;
      const leaf = circle(x, y, 6);
      return level === 3 ? [leaf] : [leaf, `M${x} ${y - 6}V${y - 22}H${x + up}V${y - 38}`];
    });
  });
}

/** Dice, with one, two and three pips. */
function pips(): string[] {
  const die = (x: number, y: number) => `M${x + 12} ${y}h56q12 0 12 12v56q0 12-12 12h-56q-12 0-12-12v-56q0-12 12-12z`;
  const dice = [die(196, 104), die(288, 60), die(380, 16)];
  return [
    ...dice,
    circle(236, 144, 7),
    ...[circle(310, 82, 7), circle(346, 118, 7)],
    ...[circle(400, 36, 7), circle(420, 56, 7), circle(440, 76, 7)],
  ];
}

/** Hills, one behind the other. */
function hills(): string[] {
  return upTo(6).map((at) => {
    const y = 60 + 24 * at;
    return `M${180 - 12 * at} 200C${260 - 8 * at} ${y + 60} ${300 + 6 * at} ${y - 40} ${380 + 4 * at} ${y}S460 ${y + 30} 480 ${y - 20}`;
  });
}

/** What is engraved upon banknotes: one line that turns about itself. */
function rosette(): string[] {
  const points = upTo(361).map((at) => {
    const turn = (at * 2 * Math.PI) / 360;
    const r = 74 + 44 * Math.cos(9 * turn);
    return `${(384 + r * Math.cos(turn)).toFixed(1)} ${(100 + r * Math.sin(turn)).toFixed(1)}`;
  });
  return [`M${points.join('L')}Z`, circle(384, 100, 24), circle(384, 100, 124)];
}
