/** The vector files of evidence without their outcomes, which the independent reader computes. */
import { bookCases } from './books.ts';
import { honestCases } from './honest.ts';
import { claimsCases, copiesCases, KEY_NAMES, keysCases } from './keys.ts';
import { owedCases } from './owed.ts';
import { patchOf } from './patch.ts';
import { baseCases, refusedCases } from './refused.ts';

export interface VectorFile {
  about: string;
  made: string;
  [part: string]: unknown;
}

const MADE =
  'Inputs by tests/cases with fixed keys; outcomes by tests/independent-reader, a verifier in Python that follows ' +
  'docs/protocol.md and shares no code with the package. tests/evidence-vectors.test.ts compares both with the package ' +
  'and with what the author of each case expects.';
const PATCHED =
  'Each case is a base with a JSON Patch (RFC 6902). One more operation: "repeat" sets the path to a list that holds ' +
  'the value count times.';

/** All files by name. Undefined members are removed, as in JSON. */
export function evidenceFiles(): Record<string, VectorFile> {
  return JSON.parse(
    JSON.stringify({
      evidence: evidenceFile(),
      'evidence-refused': refusedFile(),
      owed: owedFile(),
      book: bookFile(),
      'book-keys': {
        about: 'Keys of a book from a start key along its notices of change (protocol section 10.7).',
        made: MADE,
        cases: keysCases().map(({ says: _, ...given }) => given),
      },
      copies: {
        about: 'Copies of one checkpoint, their cosignatures and the quorum time under a table (section 10.6).',
        made: MADE,
        cases: copiesCases().map(({ says: _, ...given }) => given),
      },
      claims: {
        about: 'Pairs of fate claims and their conflict, or null (section 18).',
        made: MADE,
        cases: claimsCases().map(({ says: _, ...given }) => given),
      },
    }),
  );
}

function evidenceFile(): VectorFile {
  return {
    about:
      'Honest evidence of draws and slips through their life, with 0 to 3 witnesses, public and local beacon: the ' +
      'bundle, what the reader knows (section 14), and the outcome (sections 15 and 16).',
    made: `${MADE} The public beacon is drand's quicknet, round 1000.`,
    cases: honestCases().map(({ name, bundle }) => ({ name, ...bundle })),
  };
}

function refusedFile(): VectorFile {
  const bases = baseCases();
  const byName = new Map(Object.values(bases).map((one) => [one.name, one.bundle]));
  return {
    about: `Evidence that is incomplete or a breach: every reason of every step. ${PATCHED}`,
    made: MADE,
    bases: Object.fromEntries(byName),
    cases: refusedCases(bases).map(({ name, base, bundle }) => ({
      name,
      base,
      patch: patchOf(byName.get(base ?? ''), bundle),
    })),
  };
}

function owedFile(): VectorFile {
  const cases = owedCases();
  const bases = Object.fromEntries(
    cases.filter(({ base }) => base === null).map(({ name, file, known }) => [name, { file, known }]),
  );
  return {
    about: `Files that prove what is owed to a member (section 17). ${PATCHED}`,
    made: MADE,
    bases,
    cases: cases.map(({ name, base, file, known }) => ({
      name,
      base: base ?? name,
      patch: patchOf(bases[base ?? name], { file, known }),
    })),
  };
}

function bookFile(): VectorFile {
  const cases = bookCases();
  const bases = Object.fromEntries(cases.filter(({ base }) => base === null).map(({ name, input }) => [name, input]));
  return {
    about: `Whole books, and parts of books, with what witnesses published and the slips of each seal (section 19). ${PATCHED}`,
    made: MADE,
    bases,
    cases: cases.map(({ name, base, input }) => ({
      name,
      base: base ?? name,
      patch: patchOf(bases[base ?? name], input),
    })),
  };
}

type Expectation = [name: string, says: unknown];

/** Expected outcomes in short form, by file and name of the case. */
export function expectations(): Record<string, Expectation[]> {
  const short = ({ name, says: expected }: { name: string; says: unknown }): Expectation => [name, expected];
  const vkeys = new Map([...KEY_NAMES].map(([vkey, name]) => [name, vkey]));
  return {
    evidence: honestCases().map(short),
    'evidence-refused': refusedCases(baseCases()).map(short),
    owed: owedCases().map(short),
    book: bookCases().map(({ name, says: expected }) => [name, expected.split(' ').sort().join(' ')]),
    'book-keys': keysCases().map(({ name, says: expected }) => {
      const keys = expected.split(' ').map((one) => vkeys.get(one));
      return [name, keys.every((key) => key !== undefined) ? keys : expected];
    }),
    copies: copiesCases().map(short),
    claims: claimsCases().map(short),
  };
}
