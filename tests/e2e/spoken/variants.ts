import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';

/** A piece of what a message says: words, or the place of a value. */
export type Piece = string | { value: string };
/** One way in which a message can come out: each case of its plurals and selects is one. */
export type Variant = readonly Piece[];

/** Beyond this a message has more ways than are worth telling apart. */
const VARIANTS_MAX = 200;

/** All the ways in which a message in ICU form can come out. */
export function variantsOf(message: string): Variant[] {
  return expand(parse(message, { requiresOtherClause: true }), null).map(joined);
}

function expand(nodes: readonly MessageFormatElement[], counted: string | null): Variant[] {
  let ways: Variant[] = [[]];
  for (const node of nodes) {
    const next = waysOf(node, counted);
    ways = ways.flatMap((way) => next.map((more) => [...way, ...more])).slice(0, VARIANTS_MAX);
  }
  return ways;
}

function waysOf(node: MessageFormatElement, counted: string | null): Variant[] {
  if (node.type === TYPE.literal) return [[node.value]];
  if (node.type === TYPE.pound) return [[{ value: counted ?? 'n' }]];
  if (node.type === TYPE.tag) {
    // What a tag is put in for is not known; where it has words, they stand there.
    return node.children.length === 0 ? [[{ value: node.value }]] : expand(node.children, counted);
  }
  if (node.type === TYPE.plural || node.type === TYPE.select) {
    const name = node.type === TYPE.plural ? node.value : counted;
    return Object.values(node.options).flatMap((option) => expand(option.value, name));
  }
  return [[{ value: node.value }]];
}

function joined(variant: Variant): Variant {
  const pieces: Piece[] = [];
  for (const piece of variant) {
    const last = pieces.at(-1);
    if (typeof piece === 'string' && typeof last === 'string') pieces[pieces.length - 1] = last + piece;
    else pieces.push(piece);
  }
  return pieces;
}
