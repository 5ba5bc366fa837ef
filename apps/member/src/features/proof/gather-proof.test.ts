import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  chainOfTable,
  decodeEntryAs,
  encodeBundle,
  encodeEntry,
  placeOfOrigin,
  QUICKNET,
  toHex,
  utf8,
  verifySlip,
} from '../../../../../packages/fair/src/index.ts';
import { LOG, ORIGIN, tableOf, two, WITNESSES } from '../../../../../packages/fair/tests/book-kit.ts';
import { witnessedStory } from '../../../../../packages/fair/tests/stories.ts';
import { bookOnly, gatherProof } from './gather-proof.ts';
import { sightingOf } from './seal-sighting.ts';

/** Round 1000 of quicknet, as its relays return it, and the period that it decides in a table of 48-second periods. */
const ROUND = 1000;
const SIGNATURE = 'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39';
const PERIOD_SECONDS = 48;
const PERIOD = 35266798;
const story = witnessedStory();
const { draw } = story.slip;
const plan = {
  logKey: LOG.vkey,
  bookUrl: 'https://club.example',
  witnesses: WITNESSES.slice(0, 2).map(({ vkey }, index) => ({ vkey, url: `https://w${index}.example` })),
};

/** Stubs `fetch`: `by` answers each URL, undefined fails like a lost connection. Returns the requested URLs. */
function answers(by: (url: URL) => Response | undefined): string[] {
  const requests: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    requests.push(url);
    const answer = by(new URL(url));
    if (answer === undefined) throw new TypeError('failed to fetch');
    return answer;
  });
  return requests;
}

/** Responses of a witness that cosigned `notes`; the last one is its newest checkpoint. */
function witness({ pathname }: URL, ...notes: string[]): Response {
  if (pathname.endsWith('/checkpoint')) return new Response(notes.at(-1));
  return Response.json({ checkpoints: notes.map((note) => ({ note, atSeconds: 1 })), next: null });
}

afterEach(() => vi.unstubAllGlobals());

describe('the witnesses of a draw', () => {
  it('are queried for cosignatures around it, and listed with their results', async () => {
    const note = story.evidence.inTime?.note ?? '';
    const requests = answers((url) => (url.host === 'w0.example' ? witness(url, note) : undefined));
    const { report, gathered } = await gatherProof(draw, plan);
    expect(gathered.witnessed).toEqual([note]);
    expect(gathered.witnessAnswers).toEqual([WITNESSES[0]?.vkey]);
    expect(report.witnesses.map(({ state }) => state)).toEqual(['answered', 'silent', 'unknown']);
    const lock = story.draw.tLock;
    expect(requests[0]).toContain(`https://w0.example/${placeOfOrigin(ORIGIN)}/cosigned?from=${lock - 120}&to=`);
    expect(requests.filter((url) => url.startsWith(`${plan.bookUrl}/book/`))).toEqual([]);
  });

  it('that saw more of the book cause the rest to be read', async () => {
    const at = story.draw.tLock + 5;
    const book = story.book.copy();
    const size = book.size;
    const larger = book.checkpoint(at, two(at), size).note;
    const bundle = encodeBundle(book.bodies.map((body) => utf8(body)));
    const requests = answers((url) => {
      if (url.host === 'w0.example') return witness(url, larger);
      // A full tile no longer has partial tiles.
      return url.pathname === '/book/tile/entries/000'
        ? new Response(new Uint8Array(bundle))
        : new Response('', { status: 404 });
    });
    const { report, gathered } = await gatherProof(draw, plan);
    expect(report.laterEntriesRead).toBe(true);
    expect(gathered.laterEntries).toEqual(book.bodies.slice(size - 1));
    expect(requests).toContain(`https://club.example/book/tile/entries/000.p/${size}`);
    // The larger checkpoint holds the draw's own result too early, which is a breach.
    expect(verifySlip(story.slip, { ...gathered, pinned: { logKey: plan.logKey } }).verdict).toBe('breach');
  });

  it('are queried whatever the table names, and the tables of the book are read page by page', async () => {
    const own = draw.table.entry;
    const pages = new Map([
      [null, { items: [{ seq: 0, body: own.body, hash: own.hash }], nextCursor: 'more' }],
      ['more', { items: [{ seq: 9, body: '{}', hash: '' }], nextCursor: null }],
    ]);
    const unnamed = witnessedStory({ witnesses: 0 }).slip.draw;
    const requests = answers(({ pathname, searchParams }) =>
      pathname === '/api/book/entries' ? Response.json(pages.get(searchParams.get('cursor'))) : undefined,
    );
    const { gathered } = await gatherProof(unnamed, plan);
    expect(gathered.tables?.map(({ index }) => index)).toEqual([0, 9]);
    expect(requests.some((url) => url.startsWith('https://w0.example/'))).toBe(true);
    answers(() => undefined);
    expect((await gatherProof(unnamed, plan)).gathered.tables).toBeNull();
  });

  it('still count if the house does not show the rest', async () => {
    const at = story.draw.tLock + 5;
    const larger = story.book.checkpoint(at, two(at)).note;
    answers((url) => (url.host === 'w0.example' ? witness(url, larger) : undefined));
    const { report, gathered } = await gatherProof(draw, plan);
    expect([report.laterEntriesRead, gathered.witnessed]).toEqual([false, [larger]]);
  });

  it.each([
    ['nothing readable', () => new Response('<html>')],
    ['another shape', () => Response.json({ checkpoints: [{ text: 'x' }] })],
    ['a fault', () => new Response('', { status: 500 })],
  ])('are silent where they answer %s', async (_, answer) => {
    answers(answer);
    const { report } = await gatherProof(draw, plan);
    expect(report.witnesses.map(({ state }) => state)).toEqual(['silent', 'silent', 'unknown']);
  });

  it('count as silent if they show notes that are not theirs, or break off', async () => {
    const { note } = story.book.checkpoint(1, [], 3);
    answers((url) => (url.host === 'w0.example' ? witness(url, note) : undefined));
    const foreign = await gatherProof(draw, plan);
    expect([foreign.report.witnesses[0]?.state, foreign.gathered.witnessAnswers]).toEqual(['silent', []]);
    const own = story.evidence.inTime?.note ?? '';
    const broken = Response.json({ checkpoints: [{ note: own, atSeconds: 1 }], next: 5 });
    const pages = [broken];
    answers((url) => (url.host === 'w0.example' && url.search !== '' ? pages.pop() : undefined));
    const cut = await gatherProof(draw, plan);
    expect(cut.gathered).toMatchObject({ witnessed: [own], witnessAnswers: [] });
  });

  it('are listed by name and time, with the house’s copy and their own together', () => {
    const at = story.draw.tLock + 1;
    const text = story.evidence.inTime?.note ?? '';
    const own = story.book.checkpoint(at, [{ witness: WITNESSES[2] ?? fail(), at }], story.drawSeq).note;
    const seen = sightingOf(draw, [own]);
    expect(text).not.toBe('');
    expect(seen).toEqual({
      quorum: 2,
      witnesses: WITNESSES.map((witness, index) => ({
        name: witness.vkey.split('+')[0],
        atSeconds: index === 2 ? at : story.draw.tLock + 2,
      })),
    });
    expect(sightingOf({ ...draw, book: null })).toBeNull();
  });
});

function fail(): never {
  throw new Error('no such witness');
}

describe('the beacon', () => {
  it('has no other operator if the house runs it', async () => {
    const requests = answers(() => undefined);
    expect((await gatherProof(draw, { ...plan, bookUrl: null, witnesses: [] })).report.beacon).toEqual({
      state: 'house',
      relay: null,
    });
    expect(requests).toEqual([]);
  });

  const table = tableOf({
    beacon_kind: 'drand',
    chain_hash: QUICKNET.hash,
    public_key: QUICKNET.publicKey,
    genesis: String(QUICKNET.genesis),
    witnesses: [],
    quorum: '0',
    period_seconds: String(PERIOD_SECONDS),
  });
  const body = encodeEntry(table);
  const ofPeriod = (period: number) => ({
    ...draw,
    drawId: `${table.key}/${period}`,
    round: 0,
    book: null,
    table: { ...draw.table, entry: { ...draw.table.entry, body } },
  });
  const onQuicknet = ofPeriod(PERIOD);
  /** Asks only the beacon. */
  const alone = { ...plan, bookUrl: null, witnesses: [] };

  it('is queried directly, and only a valid signature counts', async () => {
    expect(chainOfTable(decodeEntryAs('table', body))).toMatchObject({ hash: QUICKNET.hash });
    answers(({ host }) => {
      if (host === 'api.drand.sh') return Response.json({ round: ROUND, signature: SIGNATURE.replace('b4', 'b5') });
      return host === 'api2.drand.sh' ? Response.json({ round: ROUND, signature: SIGNATURE }) : undefined;
    });
    const { report, gathered } = await gatherProof(onQuicknet, plan);
    expect(report.beacon).toEqual({ state: 'answered', relay: 'api2.drand.sh' });
    expect(gathered.beaconSignature).toBe(SIGNATURE);
  });

  it.each([0, 1.5, -1, 1e300, null, 'x', {}, undefined])(
    'is queried for the round of the schedule if the bundle has %j',
    async (round) => {
      const requests = answers(() => Response.json({ round: ROUND, signature: SIGNATURE }));
      const { gathered } = await gatherProof({ ...onQuicknet, round } as never, alone);
      expect(gathered.beaconSignature).toBe(SIGNATURE);
      expect(requests.every((url) => url.endsWith(`/public/${ROUND}`))).toBe(true);
    },
  );

  it('is not queried if the bundle names no period', async () => {
    const requests = answers(() => undefined);
    const { report } = await gatherProof({ ...onQuicknet, drawId: 7 } as never, alone);
    expect(report.beacon.state).toBe('none');
    expect(requests).toEqual([]);
  });

  it('is report as silent, or early', async () => {
    answers(() => undefined);
    expect((await gatherProof(onQuicknet, plan)).report.beacon.state).toBe('silent');
    answers(() => new Response('', { status: 425 }));
    expect((await gatherProof(onQuicknet, plan)).report.beacon.state).toBe('early');
    const requests = answers(() => undefined);
    const ahead = ofPeriod(Math.floor(Date.now() / 1000 / PERIOD_SECONDS) + 100);
    expect((await gatherProof(ahead, alone)).report.beacon.state).toBe('early');
    expect(requests).toEqual([]);
  });
});

describe('the hashes of the bets', () => {
  const packed = new Uint8Array(story.leaves.flatMap((leaf) => [...leaf]));

  it('are read as bytes, where there are not too many', async () => {
    const requests = answers(({ pathname }) =>
      pathname.startsWith('/book/slips/') ? new Response(packed) : undefined,
    );
    const { gathered } = await gatherProof(draw, { ...plan, witnesses: [], leavesMax: 5 });
    expect(gathered.leafHashes).toEqual(story.leaves.map(toHex));
    expect(requests.filter((url) => !url.includes('/api/'))).toEqual([
      `https://club.example/book/slips/${draw.drawId}`,
    ]);
    expect((await gatherProof(draw, { ...plan, leavesMax: 4 })).gathered.leafHashes).toBeUndefined();
    expect((await gatherProof(draw, plan)).gathered.leafHashes).toBeUndefined();
  });

  it('that are too few are a breach; withheld ones are missing', async () => {
    answers(() => new Response(packed.slice(0, -7)));
    const { gathered } = await gatherProof(draw, { ...plan, witnesses: [], leavesMax: 5 });
    expect(verifySlip(story.slip, gathered).verdict).toBe('breach');
    answers(() => undefined);
    expect((await gatherProof(draw, { ...plan, leavesMax: 5 })).gathered.leafHashes).toBeNull();
  });
});

it('queries only the house for the book that this phone follows, if nothing else is required', async () => {
  const size = story.book.size + 1;
  const book = story.book.copy();
  book.append({ type: 'audit-head', size: '1', head: '00'.repeat(32), at: '1' });
  const requests = answers(() => undefined);
  const followed = book.checkpoint(0, [], size).note;
  const { gathered } = await gatherProof(draw, bookOnly({ ...plan, followed, leavesMax: 100 }));
  expect(new Set(requests.map((url) => new URL(url).host))).toEqual(new Set(['club.example']));
  expect(requests.some((url) => url.includes('/book/tile/'))).toBe(true);
  expect(requests.some((url) => url.includes('/book/slips/'))).toBe(false);
  // Without a consistency proof between the two checkpoints the check stays incomplete.
  expect(gathered.consistency).toBeUndefined();
  const options = { pinned: { logKey: LOG.vkey }, ...gathered, tables: undefined, followed };
  expect(verifySlip(story.slip, options).missing.map(({ reason }) => reason)).toContain('no-consistency');
});

it('sends no query about an unreadable table', async () => {
  const requests = answers(() => undefined);
  const broken = { ...draw, table: { ...draw.table, entry: { ...draw.table.entry, body: '{}' } } };
  expect((await gatherProof(broken, plan)).gathered).toEqual({});
  expect(requests).toEqual([]);
});
