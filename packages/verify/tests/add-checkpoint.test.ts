import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatNote, parseNote, parseVerifierKey, placeOfOrigin } from '@tercet/fair';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { requestBody, type ServedBook, signatureLine, someHash, TestBook } from './kit/book.ts';
import { logKey } from './kit/key.ts';
import { ask, TestWitness } from './kit/witness.ts';

// The published protocol c2sp.org/tlog-witness, sentence by sentence.

let book: TestBook;
let served: ServedBook;
let witness: TestWitness;

beforeEach(async () => {
  book = new TestBook().appendMany(5);
  served = await book.serve();
  witness = await new TestWitness(book, served).start();
});

afterEach(async () => {
  await witness.remove();
  await served.close();
});

describe('200', () => {
  test('the first checkpoint, from size zero and without a proof', async () => {
    const answer = await witness.add(book.request(0));
    expect(answer.status).toBe(200);
    expect(witness.cosignatures(book.checkpoint(), answer)).toEqual([
      { witness: witness.vkey, atSeconds: witness.seconds },
    ]);
  });

  test('the answer is whole lines of signatures, by the key with type 4', async () => {
    const { body } = await witness.add(book.request(0));
    expect(body).toMatch(/^— witness\.example\/w1 [A-Za-z0-9+/]+=*\n$/);
    expect(parseVerifierKey(witness.vkey)).toMatchObject({ name: 'witness.example/w1', algorithm: 4 });
  });

  test('a log that grows, one step after the other', async () => {
    for (const [from, to] of [
      [0, 1],
      [1, 2],
      [2, 5],
    ] as const) {
      expect((await witness.add(book.request(from, to))).status).toBe(200);
    }
    book.appendMany(600);
    expect((await witness.add(book.request(5))).status).toBe(200);
    book.appendMany(1);
    expect((await witness.add(book.request(605))).status).toBe(200);
    expect(witness.cosignatures(book.checkpoint(), await witness.add(book.request(606)))).toHaveLength(1);
  });

  test('the same checkpoint again is cosigned again', async () => {
    await witness.add(book.request(0));
    witness.seconds += 3600;
    const again = await witness.add(book.request(5));
    expect(witness.cosignatures(book.checkpoint(), again)).toEqual([
      { witness: witness.vkey, atSeconds: witness.seconds },
    ]);
  });

  test('repeats its cosignature for the same request within a minute', async () => {
    const first = await witness.add(book.request(0));
    witness.seconds += 59;
    expect(await witness.add(book.request(5))).toEqual(first);
  });

  test('extension lines are cosigned with the rest', async () => {
    const note = book.checkpoint(5, { more: 'an extension\n' });
    const answer = await witness.add(requestBody(0, [], note));
    expect(witness.cosignatures(note, answer)).toHaveLength(1);
    expect(witness.cosignatures(book.checkpoint(), answer)).toHaveLength(0);
  });

  test('an empty log', async () => {
    const empty = new TestBook(book.origin);
    const answer = await witness.add(empty.request(0));
    expect(witness.cosignatures(empty.checkpoint(), answer)).toHaveLength(1);
    expect((await witness.add(book.request(0))).status).toBe(200);
  });

  test('signatures of unknown keys are ignored', async () => {
    const { text } = parseNote(book.checkpoint()) ?? { text: '' };
    const stranger = signatureLine(logKey(book.origin, 9), text);
    const note = formatNote(text, [stranger, signatureLine(book.key, text)]);
    expect((await witness.add(requestBody(0, [], note))).status).toBe(200);
    expect((await witness.page('checkpoint')).body).not.toContain(stranger);
  });
});

describe('400', () => {
  test.each([
    ['nothing', ''],
    ['anything', 'hello\n\n\n'],
  ])('%s', async (_, body) => {
    expect((await witness.add(body)).status).toBe(400);
  });

  test('bytes that are no text', async () => {
    expect((await witness.add(Buffer.from([0xff, 0xfe, 0x0a, 0x0a]))).status).toBe(400);
  });

  test('an old size above the size, once the signature holds', async () => {
    expect((await witness.add(requestBody(6, [], book.checkpoint()))).status).toBe(400);
  });
});

describe('403', () => {
  test('no signature of a trusted key', async () => {
    const note = book.checkpoint(5, { key: logKey(book.origin, 9) });
    expect((await witness.add(requestBody(0, [], note))).status).toBe(403);
  });

  test('a signature of a trusted key that does not verify', async () => {
    const { text } = parseNote(book.checkpoint()) ?? { text: '' };
    const wrong = signatureLine(book.key, `${text}more\n`);
    expect((await witness.add(requestBody(0, [], formatNote(text, [wrong])))).status).toBe(403);
  });

  test('one that verifies beside one that does not', async () => {
    const { text } = parseNote(book.checkpoint()) ?? { text: '' };
    const lines = [signatureLine(book.key, text), signatureLine(book.key, `${text}more\n`)];
    for (const order of [lines, lines.toReversed()]) {
      expect((await witness.add(requestBody(0, [], formatNote(text, order)))).status).toBe(403);
    }
  });

  test('comes before what depends on the size', async () => {
    const note = book.checkpoint(5, { key: logKey(book.origin, 9) });
    expect((await witness.add(requestBody(6, [], note))).status).toBe(403);
    expect((await witness.add(requestBody(2, [], note))).status).toBe(403);
  });
});

describe('404', () => {
  test('an origin that is not watched', async () => {
    const other = new TestBook('other.example/log').appendMany(1);
    expect((await witness.add(other.request(0))).status).toBe(404);
  });

  test('no checkpoint of a log before the first was cosigned, and none of a log that is not watched', async () => {
    expect((await witness.page('checkpoint')).status).toBe(404);
    await witness.add(book.request(0));
    expect((await witness.page('checkpoint')).status).toBe(200);
    expect((await ask(`${witness.url}/${placeOfOrigin('other.example/log')}/checkpoint`)).status).toBe(404);
  });
});

describe('409', () => {
  test('another old size than that of the last cosigned: the answer is that size', async () => {
    const conflict = { status: 409, body: '0\n', type: 'text/x.tlog.size' };
    expect(await witness.add(book.request(3))).toEqual(conflict);
    await witness.add(book.request(0, 4));
    expect(await witness.add(book.request(0))).toEqual({ ...conflict, body: '4\n' });
    expect(await witness.add(book.request(3))).toEqual({ ...conflict, body: '4\n' });
    expect(await witness.add(book.request(5))).toEqual({ ...conflict, body: '4\n' });
  });

  test('a roll-back to a smaller size is never cosigned', async () => {
    await witness.add(book.request(0));
    for (const from of [0, 2, 3]) expect((await witness.add(book.request(from, 3))).status).toBe(409);
    expect((await witness.add(requestBody(5, [], book.checkpoint(3)))).status).toBe(400);
    expect((await witness.page('checkpoint')).body).toContain('\n5\n');
  });
});

describe('422', () => {
  test('a proof where the old size is zero', async () => {
    expect((await witness.add(requestBody(0, [someHash('x')], book.checkpoint()))).status).toBe(422);
  });

  test('another root than that of an empty tree for size zero', async () => {
    const { text } = parseNote(new TestBook(book.origin).checkpoint()) ?? { text: '' };
    const wrong = text.replace(/[^\n]+\n$/, `${someHash('x')}\n`);
    const note = formatNote(wrong, [signatureLine(book.key, wrong)]);
    expect((await witness.add(requestBody(0, [], note))).status).toBe(422);
    expect((await witness.add(requestBody(0, [], note.replace('— club', '— Club')))).status).toBe(403);
  });

  test('a proof that does not verify', async () => {
    await witness.add(book.request(0, 3));
    const note = book.checkpoint();
    const proof = book.proof(3);
    for (const wrong of [
      [],
      proof.slice(1),
      proof.toReversed(),
      [...proof, someHash('x')],
      proof.with(0, someHash('x')),
    ]) {
      expect((await witness.add(requestBody(3, wrong, note))).status).toBe(422);
    }
    expect((await witness.add(requestBody(3, proof, note))).status).toBe(200);
  });

  test('the same size with another root', async () => {
    await witness.add(book.request(0));
    const fork = book.fork(4);
    fork.seal('dice-60/1', 2);
    expect((await witness.add(requestBody(5, [], fork.checkpoint()))).status).toBe(422);
  });

  test('a proof for the same size', async () => {
    await witness.add(book.request(0));
    expect((await witness.add(requestBody(5, [someHash('x')], book.checkpoint()))).status).toBe(422);
  });
});

describe('requests of another kind', () => {
  test('405 for another method', async () => {
    expect((await ask(`${witness.url}/add-checkpoint`)).status).toBe(405);
    expect((await ask(`${witness.url}/`, { method: 'POST', body: '' })).status).toBe(405);
  });

  test('413 for a long body', async () => {
    expect((await witness.add('x'.repeat(100_000))).status).toBe(413);
  });

  test('404 for other paths', async () => {
    for (const path of [
      '/x',
      '/add-checkpoint/x',
      `/${placeOfOrigin(book.origin)}`,
      `/${placeOfOrigin(book.origin)}/state.json`,
    ]) {
      expect((await ask(witness.url + path)).status).toBe(404);
    }
  });
});

describe('the last checkpoint', () => {
  test('bears the lines of the log and ours, under the SHA-256 of the origin, for everybody', async () => {
    const answer = await witness.add(book.request(0));
    const response = await fetch(`${witness.url}/${placeOfOrigin(book.origin)}/checkpoint`);
    expect(await response.text()).toBe(book.checkpoint() + answer.body);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
  });

  test('is on disk before the answer is given', async () => {
    const { body } = await witness.add(book.request(0));
    const path = join(witness.folder, 'logs', placeOfOrigin(book.origin), 'state.json');
    expect(JSON.parse(readFileSync(path, 'utf8')).note).toBe(book.checkpoint() + body);
  });
});

describe('many at once', () => {
  test('the race of the published text: a smaller one is not cosigned after a larger one', async () => {
    await witness.add(book.request(0));
    book.appendMany(20);
    const sizes = [7, 25, 9, 20, 6, 25, 13, 8];
    const answers = await Promise.all(sizes.map((to) => witness.add(book.request(5, to))));
    const cosigned = answers.flatMap(({ status }, index) => (status === 200 ? [sizes[index]] : []));
    expect(cosigned).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(sizes.length - 1);
    expect((await witness.page('checkpoint')).body).toContain(`\n${cosigned[0]}\n`);
  });

  test('in any interleaving, sizes and times in the order of publication never fall', async () => {
    let known = 0;
    book.appendMany(40);
    for (let turn = 0; turn < 6; turn++) {
      const bodies = Array.from({ length: 6 }, (_, i) => book.request(known, Math.min(45, known + 1 + ((i * 5) % 9))));
      witness.seconds += turn % 2;
      const answers = await Promise.all(bodies.map((body) => witness.add(body)));
      known = Number(answers.find(({ status }) => status === 409)?.body);
    }
    const { checkpoints } = await witness.json('cosigned');
    const sizes = checkpoints.map(({ note }: { note: string }) => Number(note.split('\n')[1]));
    expect(sizes).toHaveLength(6);
    expect(sizes).toEqual(sizes.toSorted((a: number, b: number) => a - b));
  });
});

describe('the clock', () => {
  test('a time before one that was given is never given', async () => {
    await witness.add(book.request(0, 3));
    witness.seconds -= 1;
    expect((await witness.add(book.request(3))).status).toBe(503);
    await witness.restart();
    expect((await witness.add(book.request(3))).status).toBe(503);
    witness.seconds += 1;
    expect((await witness.add(book.request(3))).status).toBe(200);
  });

  test('the time is that of after the reading, not of the call', async () => {
    book.tampers.set('tile/entries/', (bytes) => {
      witness.seconds += 7;
      return bytes;
    });
    const requested = witness.seconds;
    const answer = await witness.add(book.request(0));
    expect(witness.cosignatures(book.checkpoint(), answer)[0]?.atSeconds).toBe(requested + 7);
  });
});
