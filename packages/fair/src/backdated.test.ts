import fc from 'fast-check';
import { expect, test } from 'vitest';
import { backdatedBy } from './window.ts';

const WITNESSES = ['a', 'b'];

interface Seen {
  size: number;
  at: Record<string, number>;
}

function opened({ size, at }: Seen) {
  const cosignatures = Object.entries(at).map(([witness, atSeconds]) => ({ witness, atSeconds }));
  return { size, root: String(size), cosignatures, metAt: null };
}

const witnesses = fc.subarray(WITNESSES, { minLength: 1 });
const times = witnesses.chain((names) =>
  fc
    .tuple(...names.map(() => fc.nat({ max: 4 })))
    .map((at) => Object.fromEntries(names.map((name, i) => [name, at[i]]))),
);
const seen = fc.array(fc.record({ size: fc.nat({ max: 4 }), at: times as fc.Arbitrary<Record<string, number>> }), {
  maxLength: 6,
});

test('a witness is backdated that saw a larger book at an earlier second than a smaller one', () => {
  fc.assert(
    fc.property(seen, (all) => {
      const contradicts = (witness: string) =>
        all.some((large) =>
          all.some((small) => {
            const [early, late] = [large.at[witness], small.at[witness]];
            return early !== undefined && late !== undefined && early < late && large.size > small.size;
          }),
        );
      const found = backdatedBy(all.map(opened));
      expect(found !== null).toBe(WITNESSES.some(contradicts));
      if (found !== null) expect(contradicts(found)).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});

test('sizes of one second contradict nothing, in whatever order they are shown', () => {
  const at = (size: number, second: number) => opened({ size, at: { a: second } });
  expect(backdatedBy([at(2, 5), at(1, 5)])).toBeNull();
  expect(backdatedBy([at(1, 5), at(2, 5), at(2, 6)])).toBeNull();
  expect(backdatedBy([at(2, 0), at(1, 0)])).toBeNull();
  expect(backdatedBy([at(2, 5), at(1, 5), at(1, 6)])).toBe('a');
  expect(backdatedBy([at(1, 6), at(2, 0)])).toBe('a');
  expect(backdatedBy([])).toBeNull();
});
