import { type Entry, encodeBundle, formatNote, leafHash, utf8 } from '@tercet/fair';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { requestBody, type ServedBook, signatureLine, TABLE_HASH, TestBook } from './kit/book.ts';
import { logKey } from './kit/key.ts';
import { TestWitness } from './kit/witness.ts';

let book: TestBook;
let served: ServedBook;
let witness: TestWitness;

beforeEach(async () => {
  book = new TestBook().appendMany(3);
  served = await book.serve();
  witness = await new TestWitness(book, served).start();
});

afterEach(async () => {
  await witness.remove();
  await served.close();
});

/** Expects a refusal now, and a cosignature once the book is correct. */
async function refusedUntilHonest(from = 0): Promise<string> {
  const refused = await witness.add(book.request(from));
  expect(refused.status).toBe(503);
  expect((await witness.page('checkpoint')).body).not.toContain(`\n${book.size}\n`);
  book.tampers.clear();
  expect((await witness.add(book.request(from))).status).toBe(200);
  return refused.body;
}

describe('the entries', () => {
  test('are read from where the witness left off', async () => {
    book.appendMany(600);
    await witness.add(book.request(0));
    book.asked.length = 0;
    book.appendMany(2);
    await witness.add(book.request(603));
    expect(book.asked).toEqual(['tile/entries/002.p/93']);
  });

  test('withheld', async () => {
    book.tampers.set('tile/entries/', () => null);
    expect(await refusedUntilHonest()).toContain('tile/entries/000.p/3');
  });

  test('one changed, one missing, one more, two swapped, no bundle at all', async () => {
    const [a, b, c] = book.bodies as [Uint8Array, Uint8Array, Uint8Array];
    const lies = [
      encodeBundle([a, b, b]),
      encodeBundle([a, b]),
      encodeBundle([b, a, c]),
      utf8('hello'),
      new Uint8Array(),
    ];
    for (const lie of lies) {
      book.tampers.set('tile/entries/', () => lie);
      expect((await witness.add(book.request(0))).status).toBe(503);
    }
    await refusedUntilHonest();
  });

  test('what a house serves to the witness alone does not become part of what the witness shows', async () => {
    await witness.add(book.request(0));
    book.appendMany(1);
    const lie = new TestBook().appendMany(2).appendMany(2);
    lie.append({ type: 'void', draw_id: 'dice-60/1', reason: 'seal-late', table: TABLE_HASH });
    const bodies = [...lie.bodies.slice(0, 3), lie.bodies[4] as Uint8Array];
    book.tampers.set('tile/entries/', () => encodeBundle(bodies));
    expect((await witness.add(book.request(3))).status).toBe(503);
    expect(await witness.json('entries?from=0')).toHaveLength(3);
    await refusedUntilHonest(3);
    expect(await witness.json('entries?from=3')).toEqual(book.texts().slice(3));
  });

  test('a partial bundle that is gone is read from the full one', async () => {
    book.tampers.set('tile/entries/000.p/', () => null);
    const request = book.request(0);
    book.appendMany(300);
    expect((await witness.add(request)).status).toBe(200);
  });

  test('a bundle without an end is not read to it', async () => {
    const endless = new Uint8Array(20_000_000);
    book.tampers.set('tile/entries/', () => endless);
    expect(await refusedUntilHonest()).toContain('longer than');
  });

  test('are shown to the world, from any place, by pages', async () => {
    book.appendMany(1500);
    await witness.add(book.request(0, 1000));
    await witness.add(book.request(1000));
    const bodies = book.texts();
    expect(await witness.json('entries?from=0&to=3')).toEqual(bodies.slice(0, 3));
    expect(await witness.json('entries?from=990&to=1010')).toEqual(bodies.slice(990, 1010));
    expect(await witness.json('entries?from=257')).toEqual(bodies.slice(257, 1257));
    expect(await witness.json('entries?from=1502')).toEqual(bodies.slice(1502));
    expect(await witness.json('entries?from=1503')).toEqual([]);
    expect(await witness.json('entries?from=1504')).toEqual({ error: 'not held here', heldFrom: 0, size: 1503 });
    for (const query of ['from=-1', 'from=3&to=2', 'from=x', 'from=01', 'from=1e3', 'to=']) {
      expect((await witness.page(`entries?${query}`)).status).toBe(400);
    }
  });
});

describe('malformed entries', () => {
  test.each([
    ['an unknown type', '{"type":"gift"}'],
    [
      'an unknown field',
      `{"count":"0","draw_id":"dice-60/1","more":"","root":"${TABLE_HASH}","table":"${TABLE_HASH}","type":"seal"}`,
    ],
    ['no table', `{"count":"0","draw_id":"dice-60/1","root":"${TABLE_HASH}","type":"seal"}`],
    ['another order of fields', `{"type":"void","draw_id":"dice-60/1","reason":"seal-late","table":"${TABLE_HASH}"}`],
    ['bytes beyond ASCII', `{"draw_id":"dice-60/1","reason":"säl","table":"${TABLE_HASH}","type":"void"}`],
    ['nothing', ''],
  ])('%s: never cosigned, and kept as evidence', async (_, body) => {
    await witness.add(book.request(0));
    book.appendRaw(utf8(body)).appendMany(1);
    expect(await witness.add(book.request(3))).toMatchObject({ status: 422, body: expect.stringContaining('entry 3') });
    const [fork] = (await witness.json('forks')).forks;
    expect(fork).toMatchObject({
      kind: 'malformed-entry',
      note: book.checkpoint(),
      ours: expect.stringContaining('\n3\n'),
    });
    expect(fork.details).toMatchObject({ seq: 3, body: Buffer.from(body).toString('base64') });
    expect(fork.details.inclusion).toHaveLength(3);
    expect((await witness.add(book.request(3))).status).toBe(422);
    expect((await witness.json('forks')).forks).toHaveLength(1);
  });
});

describe('a seal', () => {
  test('is cosigned when its leaves are public', async () => {
    book.seal('dice-60/7', 1000);
    book.seal('dice-60/8', 0);
    book.seal('dice-180/8', 1);
    expect((await witness.add(book.request(0))).status).toBe(200);
    const requested = book.asked.filter((path) => path.startsWith('slips/'));
    expect(requested.toSorted()).toEqual(['slips/dice-180/8', 'slips/dice-60/7', 'slips/dice-60/8']);
  });

  test.each([8191, 8192, 8193, 16_384, 20_000])('of %i slips', async (count) => {
    book.seal('dice-60/7', count);
    expect((await witness.add(book.request(0))).status).toBe(200);
    book.seal('dice-60/8', count);
    book.tampers.set('slips/dice-60/8', (bytes) =>
      Buffer.concat([bytes.slice(0, -1), Buffer.of(Number(bytes.at(-1)) ^ 1)]),
    );
    await refusedUntilHonest(4);
  });

  test('leaves withheld', async () => {
    book.seal('dice-60/7', 10);
    book.tampers.set('slips/', () => null);
    expect(await refusedUntilHonest()).toContain('slips/dice-60/7');
  });

  test.each([
    ['one short', (bytes: Uint8Array) => bytes.slice(32)],
    ['half a leaf short', (bytes: Uint8Array) => bytes.slice(16)],
    ['one more', (bytes: Uint8Array) => Buffer.concat([bytes, bytes.slice(0, 32)])],
    ['half a leaf more', (bytes: Uint8Array) => Buffer.concat([bytes, bytes.slice(0, 16)])],
    ['one altered', (bytes: Uint8Array) => Buffer.concat([leafHash(utf8('other')), bytes.slice(32)])],
    ['two swapped', (bytes: Uint8Array) => Buffer.concat([bytes.slice(32, 64), bytes.slice(0, 32), bytes.slice(64)])],
    ['none', () => new Uint8Array()],
  ])('leaves with %s', async (_, lie) => {
    book.seal('dice-60/7', 10);
    book.tampers.set('slips/', lie);
    await refusedUntilHonest();
  });

  test.each(['9', '11', '0'])('that counts %s slips where there are 10 is never cosigned', async (count) => {
    const entry = book.seal('dice-60/7', 10);
    book.bodies.pop();
    book.append({ ...entry, count });
    expect((await witness.add(book.request(0))).status).toBe(503);
  });

  test('of an empty period has no leaves', async () => {
    book.seal('dice-60/7', 0);
    book.tampers.set('slips/', () => new Uint8Array(32));
    await refusedUntilHonest();
  });

  test('that counts more slips than there can be is not read', async () => {
    const [root, count] = ['00'.repeat(32), '9007199254740991'];
    book.append({ type: 'seal', draw_id: 'dice-60/7', root, count, table: TABLE_HASH } satisfies Entry);
    expect((await witness.add(book.request(0))).status).toBe(503);
    expect(book.asked).not.toContain('slips/dice-60/7');
  });

  test('one among many that is bad keeps the checkpoint from being cosigned, and only that one is read again', async () => {
    for (let period = 1; period <= 9; period++) book.seal(`dice-60/${period}`, 3);
    book.tampers.set('slips/dice-60/5', () => null);
    expect((await witness.add(book.request(0))).status).toBe(503);
    book.asked.length = 0;
    await refusedUntilHonest();
    const again = book.asked.filter((path) => path.startsWith('slips/'));
    expect(again).toContain('slips/dice-60/5');
    expect(again).not.toContain('slips/dice-60/1');
  });
});

describe('a book that hangs', () => {
  test('is given up on, and the next call is answered', async () => {
    let release = () => {};
    book.seal('dice-60/7', 10);
    book.tampers.set('slips/', (bytes) => new Promise((resolve) => (release = () => resolve(bytes))));
    const waiting = witness.add(book.request(0));
    expect((await waiting).status).toBe(503);
    release();
    await refusedUntilHonest();
  });
});

describe('a new key', () => {
  const next = logKey('club.example/tercet', 2);
  const signedByNext = () =>
    requestBody(book.size - 1, book.proof(book.size - 1), book.checkpoint(book.size, { key: next }));

  test('that the log has announced may sign from its second on, and the old one still may', async () => {
    book.announce(next, witness.seconds + 100);
    await witness.add(book.request(0));
    book.appendMany(1);
    expect((await witness.add(signedByNext())).status).toBe(403);
    witness.seconds += 99;
    expect((await witness.add(signedByNext())).status).toBe(403);
    witness.seconds += 1;
    expect((await witness.add(signedByNext())).status).toBe(200);
    await witness.restart();
    book.appendMany(1);
    expect((await witness.add(signedByNext())).status).toBe(200);
    book.appendMany(1);
    expect((await witness.add(book.request(book.size - 1))).status).toBe(200);
  });

  test('and the old one at once may sign, but not if the line of one of them is wrong', async () => {
    book.announce(next, 1);
    await witness.add(book.request(0));
    book.appendMany(1);
    const text = book.checkpoint().split('\n\n')[0] ?? '';
    const add = (lines: string[]) => {
      return witness.add(requestBody(book.size - 1, book.proof(book.size - 1), formatNote(`${text}\n`, lines)));
    };
    const [old, wrong] = [signatureLine(book.key, `${text}\n`), signatureLine(next, 'other\n')];
    expect((await add([old, wrong])).status).toBe(403);
    expect((await add([wrong, old])).status).toBe(403);
    expect((await add([old, signatureLine(next, `${text}\n`)])).status).toBe(200);
    expect((await witness.page('checkpoint')).body).toContain(signatureLine(next, `${text}\n`));
  });

  test('announced with a signature of another key is none', async () => {
    book.announce(next, 1, next);
    expect((await witness.add(book.request(0))).status).toBe(200);
    book.appendMany(1);
    expect((await witness.add(signedByNext())).status).toBe(403);
  });

  test('of another log is none', async () => {
    book.announce(logKey('other.example/log', 2), 1);
    await witness.add(book.request(0));
    book.appendMany(1);
    expect((await witness.add(signedByNext())).status).toBe(403);
  });

  test('may announce the next but one', async () => {
    const third = logKey(book.origin, 3);
    book.announce(next, 1);
    await witness.add(book.request(0));
    const before = new TestBook(book.origin, 2);
    before.bodies.push(...book.bodies);
    before.announce(third, 1);
    book.appendRaw(before.bodies.at(-1) as Uint8Array);
    await witness.add(book.request(book.size - 1));
    book.appendMany(1);
    const note = book.checkpoint(book.size, { key: third });
    expect((await witness.add(requestBody(book.size - 1, book.proof(book.size - 1), note))).status).toBe(200);
  });
});

describe('--from-here', () => {
  beforeEach(async () => {
    await witness.stop();
    witness.fromHere = true;
    book.appendMany(1030);
    await witness.start();
  });

  test('begins with the tree as its tiles show it, and reads every entry from there on', async () => {
    expect((await witness.add(book.request(0))).status).toBe(200);
    expect(book.asked.some((path) => path.startsWith('tile/entries/'))).toBe(false);
    book.appendMany(300);
    expect((await witness.add(book.request(1033))).status).toBe(200);
    expect(await witness.json('entries?from=1033')).toHaveLength(300);
    expect(await witness.json('entries?from=5')).toEqual({ error: 'not held here', heldFrom: 1033, size: 1333 });
    book.seal('dice-60/7', 2);
    book.tampers.set('slips/', () => null);
    await refusedUntilHonest(1333);
  });

  test('does not begin with tiles that are not those of the root', async () => {
    book.tampers.set('tile/0/', (bytes) => bytes.map((byte) => byte ^ 1));
    await refusedUntilHonest();
  });
});
