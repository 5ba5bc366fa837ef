import { describe, expect, test } from 'vitest';
import { Problem } from '../../api/shared/problem.ts';
import { createUploads } from './uploads.ts';

const PART = 4;
const FILM = { id: 'film', titleId: 'video', fileName: 'a.mp4', bytes: 10, receivedBytes: 0, partBytes: PART };
const file = (text = '0123456789', name = 'a.mp4') => new File([text], name);

/** A fake server that accepts parts in order. First throws `faults`, one by one. */
function play(faults: (Problem | 'lost' | { taken: number })[] = []) {
  let received = '';
  const waits: number[] = [];
  const sendPart = async (_: string, offset: number, part: Blob) => {
    const fault = faults.shift();
    if (fault instanceof Problem) throw fault;
    // Another page sent more of the film.
    if (fault instanceof Object) received = '0123456789'.slice(0, fault.taken);
    if (offset !== received.length) throw new Problem('wrong-offset', 409, { receivedBytes: received.length });
    received += await part.text();
    if (fault === 'lost') throw new Problem('timeout', 0);
    return received.length;
  };
  const uploads = createUploads({
    start: async () => ({ filmId: 'film', partBytes: PART }),
    sendPart,
    wait: async (ms) => void waits.push(ms),
  });
  const until = (state: string) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (uploads.read()[0]?.state === state) resolve();
      };
      uploads.subscribe(look);
      look();
    });
  return { uploads, until, waits, received: () => received, take: (text: string) => (received = text) };
}

describe('an upload', () => {
  test('sends one part after the other, and shows its progress', async () => {
    const { uploads, until, received } = play();
    const seen: number[] = [];
    uploads.subscribe(() => seen.push(uploads.read()[0]?.receivedBytes ?? -1));
    await uploads.start('video', file());
    await until('done');
    expect(received()).toBe('0123456789');
    expect([...new Set(seen)]).toEqual([0, 4, 8, 10]);
  });

  test('does not begin with an empty file', async () => {
    const { uploads } = play();
    await expect(uploads.start('video', file(''))).rejects.toThrow('empty-file');
    expect(uploads.read()).toEqual([]);
  });

  test('continues at the server’s position after a lost answer, or after progress by another page', async () => {
    const lost = play(['lost']);
    await lost.uploads.start('video', file());
    await lost.until('done');
    expect(lost.received()).toBe('0123456789');
    const other = play();
    other.take('01234567');
    other.uploads.goOn(FILM, file());
    await other.until('done');
    expect(other.received()).toBe('0123456789');
  });

  test('retries with backoff, and finally stops until someone continues it', async () => {
    const offline = () => new Problem('offline', 0);
    const { uploads, until, waits, received } = play(Array.from({ length: 6 }, offline));
    await uploads.start('video', file());
    await until('stopped');
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000]);
    expect(uploads.read()[0]?.error).toMatchObject({ code: 'offline' });
    uploads.resume('film');
    await until('done');
    expect(received()).toBe('0123456789');
  });

  test('stops immediately at a permanent error, and is complete if another page has completed it', async () => {
    const refused = play([new Problem('forbidden', 403)]);
    await refused.uploads.start('video', file());
    await refused.until('stopped');
    expect(refused.waits).toEqual([]);
    const done = play([new Problem('film-busy', 409)]);
    await done.uploads.start('video', file());
    await done.until('done');
  });

  test('continues beside another page with the same film while either makes progress', async () => {
    const { uploads, until, received, take } = play(Array.from({ length: 9 }, (_, at) => ({ taken: at + 1 })));
    take('');
    await uploads.start('video', file());
    await until('done');
    expect(received()).toBe('0123456789');
  });

  test('is paused and goes on; one that is forgotten sends nothing more', async () => {
    const { uploads, until, received } = play();
    await uploads.start('video', file());
    uploads.pause('film');
    expect(uploads.read()[0]?.state).toBe('paused');
    uploads.resume('film');
    await until('done');
    expect(received()).toBe('0123456789');
    uploads.forget('film');
    expect(uploads.read()).toEqual([]);
    uploads.resume('film');
    expect(uploads.read()).toEqual([]);
  });

  test.each([
    ['name', file('0123456789', 'b.mp4')],
    ['length', file('01234567890')],
  ])('does not go on with a file of another %s', (_, chosen) => {
    const { uploads } = play();
    expect(() => uploads.goOn(FILM, chosen)).toThrow('other-file');
    expect(uploads.read()).toEqual([]);
  });
});
