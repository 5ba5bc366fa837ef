/** Cases of the step `witness` where the house poses as its own witness. */
import { HOUSE_WITNESSES, WITNESSES } from '../book-kit.ts';
import { witnessedStory } from '../stories.ts';
import type { SlipBundle } from './case.ts';

type Change = (bundle: SlipBundle) => void;

/** A table whose five witnesses are three and the house's own two keys, with the cosignatures of some. */
function ofHouse(cosigners: readonly (typeof WITNESSES)[number][]): Change {
  const witnesses = [...HOUSE_WITNESSES, ...WITNESSES].map(({ vkey }) => vkey);
  const { slip } = witnessedStory({ beacon: 'public', table: { witnesses, quorum: '3' } }, cosigners);
  return ({ proof }) => Object.assign(proof, structuredClone(slip));
}

export function houseRows(): [string, string, Change][] {
  return [
    [
      'two keys of the house and one witness are no quorum of three',
      'incomplete, table table-not-witnessed',
      ofHouse([...HOUSE_WITNESSES, ...WITNESSES]),
    ],
    ['three witnesses beside two keys of the house are one', 'verified', ofHouse(WITNESSES)],
  ];
}
