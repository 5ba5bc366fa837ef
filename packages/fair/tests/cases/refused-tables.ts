/** Cases of the step `table`: what the reader takes from the book's list of tables. */
import type { ListedTable, TableEntry } from '../../src/index.ts';
import { publicDraw } from '../book-kit.ts';
import { witnessedStory } from '../stories.ts';
import { bend, type EvidenceCase, type SlipBundle } from './case.ts';
import { ZEROS } from './forge.ts';

type Change = (bundle: SlipBundle) => void;
type Row = readonly [name: string, says: string, change: Change];

const draw = publicDraw();

function rows(): Row[] {
  const listing =
    (
      newer: Partial<TableEntry> | null,
      change: (list: ListedTable[], from: number) => unknown = (list) => list,
      older: Partial<TableEntry> | null = null,
    ): Change =>
    (bundle) => {
      const others = { ...(newer === null ? {} : { newer }), ...(older === null ? {} : { older }) };
      const whole = witnessedStory({ beacon: 'public', ...others });
      const { book, from } = whole;
      const list = [0, 1, 2].slice(0, 1 + Object.keys(others).length).map((index) => {
        const { proof } = book.place(index, from);
        return { body: book.bodies[index] ?? '', index, proof };
      });
      Object.assign(bundle.proof, whole.slip);
      Object.assign(bundle.known, { tables: change(list, from) });
    };
  const replaced = { build: 'newer' };
  const older = { build: 'older' };
  const open = 'incomplete, table no-tables';
  return [
    ['the list of tables is withheld', open, listing(null, () => null)],
    ['the list of tables lacks the draw’s own', open, listing(null, () => [])],
    ['the list of tables holds nothing newer', 'verified', listing(null)],
    ['a newer table was in the book before the lock', 'table: table-superseded', listing(replaced)],
    ['an older table is listed before the draw’s own', 'verified', listing(null, (list) => list, older)],
    ['an older table and a newer one are listed', 'table: table-superseded', listing(replaced, (list) => list, older)],
    ['a newer table is listed without its proof', open, listing(replaced, (list) => withProof(list, null))],
    ['a newer table is listed with a false proof', open, listing(replaced, (list) => withProof(list, [ZEROS]))],
    [
      'a newer table is listed, and no checkpoint before the lock is shown',
      'incomplete, table no-checkpoint',
      (bundle) => {
        listing(replaced)(bundle);
        Object.assign(bundle.proof.draw.book ?? {}, { before: null });
      },
    ],
    [
      'the list of tables is withheld, and the dice are others',
      'dice: dice',
      (bundle) => {
        listing(null, () => null)(bundle);
        const [a, b, c] = draw.dice;
        bundle.proof.draw.dice = [a, b, c === 6 ? 1 : 6];
      },
    ],
    [
      'a newer table came after the lock',
      'verified',
      listing(replaced, (list, from) => list.map((one, at) => ({ ...one, index: at * from }))),
    ],
    ['a newer table is for later periods', 'verified', listing({ first_period: String(draw.period + 1) })],
    ['a newer table is of another lottery', 'verified', listing({ key: 'dice-96' })],
    [
      'something that is no table is listed',
      'verified',
      listing(null, (list) => [...list, { body: '{}', index: 9, proof: null }]),
    ],
  ];
}

function withProof(list: readonly ListedTable[], proof: string[] | null): ListedTable[] {
  return list.map((one) => (one.index === 0 ? one : { ...one, proof }));
}

export function listCases(base: EvidenceCase): EvidenceCase[] {
  return rows().map(([name, expected, change]) => bend(base, name, expected, change));
}
