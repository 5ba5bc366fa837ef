/** Honest bundles of every kind, with no, one and three witnesses, on the public and on a house-run beacon. */
import { hash as nodeHash } from 'node:crypto';
import { isAbsent } from '../src/case.ts';
import {
  BookCheck,
  type DrawProof,
  encodeEntry,
  entryHash,
  openCheckpoint,
  readLogKeys,
  type SlipProof,
  toHex,
  type Verdict,
  type VerifyOptions,
  verifyDraw,
  verifySlip,
} from '../src/index.ts';
import { drawOf, LOG, ORIGIN, TestBook, type TestDraw } from './book-kit.ts';
import type { Subject } from './omission.ts';
import { owedSubject } from './omission-owed.ts';
import {
  lostLate,
  overriddenStory,
  quorumAt,
  readerOf,
  resultOf,
  type Story,
  sicBoStory,
  tableFor,
  undrawn,
  unsealed,
  voidedStory,
  witnessedStory,
} from './stories.ts';

const WITNESS_COUNTS = [0, 1, 3];
const BEACONS = ['public', 'local'] as const;

/** All subjects. Everything is due at the reader's time, except in the pending subjects. */
export function subjects(): Subject[] {
  return [
    ...BEACONS.flatMap((beacon) => WITNESS_COUNTS.flatMap((count) => drawSubjects({ beacon, witnesses: count }))),
    sicBoSubject(),
    ...WITNESS_COUNTS.flatMap((count) => [
      owedSubject(count),
      bookSubject('the book', count),
      bookSubject('a day', count),
    ]),
  ];
}

function drawSubjects(story: Story): Subject[] {
  const whole = witnessedStory(story);
  const voided = voidedStory(story);
  // Honest evidence of another draw. It uses the house-run beacon, since only one round of the public beacon is
  // available.
  const other = witnessedStory({ ...story, beacon: 'local', table: { build: 'other' } });
  const otherVoid = voidedStory({ ...story, beacon: 'local', table: { build: 'other' } });
  const options = readerOf(whole);
  const named = (kind: string) => `${kind}, ${story.witnesses} witnesses, ${story.beacon} beacon`;
  const { tLock, draws } = whole.draw;
  const leafHashes = whole.leaves.map(toHex);
  const evidence = { witnessed: [whole.evidence.inTime?.note ?? ''], leafHashes, payoutMinor: '0' };
  const paid = payoutOf(whole.slip, options);
  return [
    slipSubject(named('a receipt'), whole.slip, other.slip, {
      reader: options,
      evidence: { ...evidence, payoutMinor: paid },
    }),
    drawSubject(named('a draw'), whole.slip.draw, other.slip.draw, options),
    drawSubject(named('a void'), voided.slip.draw, otherVoid.slip.draw, options),
    slipSubject(named('a receipt of a void'), voided.slip, otherVoid.slip, { reader: options, evidence: {} }),
    drawSubject(named('a draw not due yet'), undrawn(whole).draw, undrawn(other).draw, {
      ...options,
      nowMs: draws * 1000,
    }),
    drawSubject(named('a seal not due yet'), unsealed(whole).draw, unsealed(other).draw, {
      ...options,
      nowMs: tLock * 1000,
    }),
    slipSubject(named('a late draw'), undrawn(whole), undrawn(other), {
      reader: { ...options, nowMs: (draws + 3600) * 1000 },
      evidence: {},
    }),
    slipSubject(named('a returned stake'), undrawn(whole), undrawn(other), {
      reader: { ...options, nowMs: (draws + 86_400 + 60) * 1000 },
      evidence: { payoutMinor: '250' },
    }),
    ...subjectsOfTrust(story, named),
    ...(story.witnesses === 0 ? [] : takenBackSubjects(story, named)),
  ];
}

/** A slip on every bet of a Sic Bo table. */
function sicBoSubject(): Subject {
  const whole = sicBoStory({ beacon: 'public' });
  const other = sicBoStory({ beacon: 'local', table: { build: 'other' } });
  const reader = readerOf(whole);
  const evidence = { leafHashes: whole.leaves.map(toHex), payoutMinor: payoutOf(whole.slip, reader) };
  return slipSubject('a receipt of a Sic Bo table', whole.slip, other.slip, { reader, evidence });
}

type Named = (kind: string) => string;

/** A member who lost on a draw that came a day late keeps the returned stake. */
function subjectsOfTrust({ beacon, witnesses }: Story, named: Named): Subject[] {
  if (beacon !== 'public') return [];
  const late = lostLate(witnesses ?? 0);
  const other = witnessedStory({ beacon: 'local', witnesses: witnesses ?? 0 });
  const terms = { reader: readerOf(late), evidence: { payoutMinor: '250' } };
  return [slipSubject(named('a kept stake'), late.slip, other.slip, terms)];
}

/** A void that witnesses overrode, and the draw after it. */
function takenBackSubjects(story: Story, named: Named): Subject[] {
  const whole = overriddenStory(story);
  const other = overriddenStory({ ...story, beacon: 'local', table: { build: 'other' } });
  return [drawSubject(named('a void taken back'), whole.slip.draw, other.slip.draw, readerOf(whole))];
}

function payoutOf(slip: SlipProof, options: VerifyOptions): string {
  return verifySlip(slip, options).steps.at(-1)?.values.payoutMinor ?? '';
}

function drawSubject(name: string, whole: DrawProof, other: DrawProof, options: VerifyOptions): Subject {
  return { name, whole, other, judge: (bundle) => verifyDraw(bundle as DrawProof, options).verdict };
}

interface SlipTerms {
  reader: VerifyOptions;
  evidence: Pick<VerifyOptions, 'witnessed' | 'leafHashes' | 'payoutMinor'>;
}

function slipSubject(name: string, proof: SlipProof, other: SlipProof, { reader, evidence }: SlipTerms): Subject {
  return {
    name,
    whole: { proof, evidence },
    other: { proof: other, evidence: {} },
    judge(bundle) {
      const given = bundle as { proof: SlipProof; evidence?: SlipTerms['evidence'] | null };
      return verifySlip(given.proof, { ...listed(given.evidence), ...reader }).verdict;
    },
  };
}

/** Lists of a bundle as the command reads them: only lists of strings count. */
function listed(evidence: SlipTerms['evidence'] | null | undefined): VerifyOptions {
  const { witnessed, leafHashes, payoutMinor } = evidence ?? {};
  const isList = (list: unknown) => Array.isArray(list) && list.every((one) => typeof one === 'string');
  return {
    ...(isList(witnessed) ? { witnessed } : {}),
    ...(isList(leafHashes) && leafHashes?.every((one) => /^[0-9a-f]{64}$/.test(one)) ? { leafHashes } : {}),
    ...(typeof payoutMinor === 'string' ? { payoutMinor } : {}),
  } as VerifyOptions;
}

interface BookBundle {
  logKey: string;
  notices: string[];
  checkpoint: string;
  from: number;
  peaks: string[];
  /** The tables before `from`, as the house claims them. */
  tables: string[];
  entries: string[];
  witnessed: string[];
  slips: Record<string, string[]>;
}

/** Two periods with bets and one without. Their table replaces an older one and names more witnesses. */
function bookOf(witnesses: number, first: number): { bundle: BookBundle; draws: TestDraw[] } {
  const draws = [0, 1, 2].map((step) => drawOf(first + step));
  const older = tableFor(drawOf(first), 3, { first_period: String(first - 2), build: 'older' });
  const table = tableFor(drawOf(first), witnesses, { first_period: String(first) });
  const start = drawOf(first - 2).tLock - 120;
  const book = new TestBook();
  const witnessed: string[] = [];
  const seen = (at: number, by = table) => witnessed.push(book.checkpoint(at, quorumAt(by, at)).note);
  book.append(older);
  seen(start, older);
  const olderHash = entryHash(encodeEntry(older));
  const slips = fate(book, drawOf(first - 2), olderHash, (at) => seen(at, older));
  book.append(table);
  seen(drawOf(first - 2).draws + 4);
  Object.assign(
    slips,
    fate(book, drawOf(first - 1), olderHash, (at) => seen(at, older)),
  );
  for (const draw of draws) Object.assign(slips, fate(book, draw, entryHash(encodeEntry(table)), seen));
  const last = draws[2]?.draws ?? 0;
  const checkpoint = book.checkpoint(last + 5, quorumAt(table, last + 5)).note;
  const bundle = {
    logKey: LOG.vkey,
    notices: [],
    checkpoint,
    from: 0,
    peaks: [],
    tables: [],
    entries: book.bodies,
    witnessed,
    slips,
  };
  return { bundle, draws };
}

function fate(book: TestBook, draw: TestDraw, table: string, seen: (at: number) => void): Record<string, string[]> {
  const isEmpty = draw.period % 2 === 0;
  const leaf = nodeHash('sha256', draw.drawId, 'hex');
  const root = isEmpty ? toHex(nodeHash('sha256', '', 'buffer')) : leaf;
  book.append({ type: 'seal', draw_id: draw.drawId, root, count: isEmpty ? '0' : '1', table });
  seen(draw.tLock + 2);
  book.append(resultOf(draw));
  seen(draw.draws + 2);
  return isEmpty ? {} : { [draw.drawId]: [leaf] };
}

function bookSubject(kind: 'the book' | 'a day', witnesses: number): Subject {
  const { bundle, draws } = bookOf(witnesses, 29_743_210);
  const { bundle: other } = bookOf(witnesses, 29_743_310);
  const nowMs = ((draws[2]?.draws ?? 0) + 10) * 1000;
  const answers = [...tableFor(drawOf(29_743_210), 3).witnesses];
  const part = kind === 'a day' ? partOf : (one: BookBundle) => one;
  return {
    name: `${kind}, ${witnesses} witnesses`,
    whole: part(bundle),
    other: part(other),
    judge: (given) => judgeBook(given as BookBundle, answers, nowMs),
  };
}

/** Only the last periods, with the tables before them. */
function partOf(bundle: BookBundle): BookBundle {
  const from = 6;
  const book = new TestBook();
  book.bodies.push(...bundle.entries);
  const tables = bundle.entries.slice(0, from).filter((body) => body.includes('"type":"table"'));
  return { ...bundle, from, peaks: book.peaks(from), tables, entries: bundle.entries.slice(from) };
}

/** Judges a book as `tercet verify book` does. An exception means that nothing is verified. */
function judgeBook(bundle: BookBundle, witnessAnswers: string[], nowMs: number): Verdict {
  try {
    // The club answers 404 where it shows no checkpoint.
    if (isAbsent(bundle.checkpoint)) return 'incomplete';
    const { keys } = readLogKeys({ logKey: bundle.logKey, notices: bundle.notices }, LOG.vkey);
    const checkpoint = keys === null ? null : openCheckpoint(bundle.checkpoint, keys);
    if (keys === null || checkpoint === null) return 'breach';
    const check = new BookCheck({
      origin: ORIGIN,
      logKeys: keys,
      isPinned: true,
      checkpoint,
      from: bundle.from,
      peaks: bundle.peaks.map((peak) => Uint8Array.from(Buffer.from(peak, 'hex'))),
      tables: bundle.tables.map((body) => JSON.parse(body)),
      witnessed: bundle.witnessed.filter((note) => typeof note === 'string'),
      witnessAnswers,
      nowMs,
    });
    for (const body of bundle.entries) {
      const seal = check.add(body);
      const leaves = seal === null ? null : (bundle.slips?.[seal.draw_id] ?? null);
      if (seal !== null) check.slips(seal.draw_id, leaves === null ? null : Buffer.from(leaves.join(''), 'hex'));
    }
    return check.finish().verdict;
  } catch {
    return 'incomplete';
  }
}
