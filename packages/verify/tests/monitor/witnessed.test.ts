import { afterEach, beforeEach, expect, test } from 'vitest';
import { drawOf, ORIGIN } from '../../../fair/tests/book-kit.ts';
import { TestBook } from '../kit/book.ts';
import { FIRST, MonitoredClub } from '../kit/monitored.ts';
import { TestWitness } from '../kit/witness.ts';

// The table names one witness, which the monitor asks for its times.

let club: MonitoredClub;
let witness: TestWitness;
/** Size up to which the witness has cosigned the book. */
let cosigned: number;

beforeEach(async () => {
  const served = { url: 'http://127.0.0.1:1/book', close: async () => {} };
  // The first start makes the key that the table names.
  witness = await new TestWitness(new TestBook(ORIGIN), served).start();
  const { vkey } = witness;
  await witness.stop();
  club = await MonitoredClub.start(0, { witnesses: [vkey], quorum: '1' });
  served.url = `${club.url}/book`;
  await witness.start();
  cosigned = 0;
  // Before the first period.
  club.at(0, -90);
  await cosign(0, -90);
});
afterEach(async () => {
  await witness.remove();
  await club.close();
});

/** The witness sees the whole book, some seconds after the lock of a period. */
async function cosign(period: number, seconds: number): Promise<void> {
  witness.seconds = drawOf(FIRST + period).tLock + seconds;
  const answer = await witness.add(club.book.request(cosigned));
  expect(answer.status, answer.body).toBe(200);
  cosigned = club.book.size;
}

/** Plays a period whose seal the witness sees some seconds after the lock. */
async function play(period: number, sealedAfter = 2): Promise<void> {
  club.seal(period);
  await cosign(period, sealedAfter);
  club.draw(period);
  await cosign(period, 30);
  club.at(period, 30);
}

const asking = () => club.monitor(['--allow-local', '--witness', witness.url, '--witness-wait', '30']);

test('entries are judged once their checkpoint is old enough, and then nothing is unproven', async () => {
  const watching = await asking();
  await play(0);
  expect(await watching.steps()).toEqual([]);
  expect(watching.monitor.store.size).toBe(0);
  club.at(0, 59);
  await watching.steps();
  expect(watching.monitor.store.size).toBe(0);
  club.at(0, 60);
  expect(await watching.steps()).toEqual([]);
  expect(watching.monitor.store.size).toBe(3);
  expect(watching.printed.filter(({ event }) => event === 'unproven')).toEqual([]);
  // After a restart the witness is asked only for what is new.
  watching.close();
  await play(1);
  const second = await asking();
  await second.steps();
  club.at(1, 60);
  expect(await second.steps()).toEqual([]);
  expect(second.monitor.store.size).toBe(5);
  expect(second.printed.filter(({ event }) => event === 'unproven')).toEqual([]);
  expect(second.monitor.store.askFrom[witness.url]).toBe(drawOf(FIRST + 1).tLock + 30 - 600);
});

test('a seal that the witness saw too late, and a draw upon it, is a breach', async () => {
  const watching = await asking();
  await play(0, 13);
  await watching.steps();
  club.at(0, 60);
  expect(await watching.steps()).toEqual(['seal-too-late']);
  watching.close();
  const second = await asking();
  expect(await second.steps()).toEqual([]);
  expect(second.holding).toEqual(['seal-too-late']);
});

test('the book is at least as long as the witness has seen it', async () => {
  const watching = await asking();
  await play(0);
  const old = club.book.checkpoint();
  await watching.steps();
  club.at(0, 60);
  expect(await watching.steps()).toEqual([]);
  await play(1);
  club.checkpoint = old;
  club.at(2, 50);
  expect(await watching.steps()).toContain('later-entries');
});

test('a witness that does not answer is named, and what it could prove is unproven', async () => {
  const watching = await asking();
  await play(0);
  await witness.stop();
  await watching.steps();
  club.at(0, 60);
  expect(await watching.steps()).toEqual([]);
  expect(watching.holding).toEqual(['witness-silent']);
  const unproven = watching.printed.filter(({ event }) => event === 'unproven');
  expect(unproven.map(({ subject }) => subject)).toEqual([`table/dice-60/${FIRST}`, drawOf(FIRST).drawId]);
});

test('another book that a witness was shown is a fork, once, whoever the witness is', async () => {
  const fork = club.book.fork(0).append({ ...club.table, build: '0.2.0' });
  club.instead = (request, response) => {
    if (!request.url?.startsWith('/w/')) return false;
    response.end(JSON.stringify({ checkpoints: [{ note: fork.checkpoint(), atSeconds: 1 }], next: null }));
    return true;
  };
  const watched = () => club.monitor(['--allow-local', '--witness', `${club.url}/w`, '--witness-wait', '1']);
  const first = await watched();
  await first.steps();
  club.nowMs += 1000;
  expect(await first.steps()).toEqual(['fork']);
  club.nowMs += 1000;
  expect(await first.steps()).toEqual([]);
  first.close();
  const second = await watched();
  expect(await second.steps(2)).toEqual([]);
  expect(second.monitor.alarms.open).toContainEqual(expect.objectContaining({ kind: 'fork', code: 'fork' }));
});
