import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkoutAsk, openTestClub, openTestSandbox, SECRET, type TestClub, type TestSandbox } from './kit.ts';

let club: TestClub;
let sandbox: TestSandbox;

beforeEach(async () => {
  club = await openTestClub();
  sandbox = await openTestSandbox(club.url);
});

afterEach(async () => {
  await sandbox.close();
  await club.close();
});

async function pay(reference: string): Promise<void> {
  await sandbox.call('/api/checkouts', checkoutAsk(reference));
  await sandbox.control().checkout(reference, 'approve');
}

/** The events that the sandbox returns for a reference. */
async function known(reference: string): Promise<{ eventId: string }[]> {
  const { answer } = await sandbox.call('/api/events', { what: 'top-up', reference });
  return answer.events as { eventId: string }[];
}

const idsOf = async (reference: string) => (await known(reference)).map(({ eventId }) => eventId);

test('a message is signed over its time and its bytes', async () => {
  await pay('one');
  await expect.poll(() => club.received.length).toBe(1);
  const { body, signature } = club.received[0] ?? { body: Buffer.alloc(0), signature: '' };
  const [, seconds = '', hex = ''] = /^t=([0-9]+),v1=([0-9a-f]{64})$/.exec(String(signature)) ?? [];
  expect(Math.abs(Number(seconds) - Date.now() / 1_000)).toBeLessThan(30);
  const expected = createHmac('sha256', SECRET)
    .update(`${seconds}.${body.toString('utf8')}`)
    .digest('hex');
  expect(hex).toBe(expected);
  expect(club.taken).toMatchObject([[{ kind: 'paid-in', reference: 'one', amount: '12500', currency: 'PLAY' }]]);
});

test('a webhook that the club does not accept is sent again until it does, with the same event id', async () => {
  club.refuse(2);
  await pay('one');
  await expect.poll(() => club.taken.length, { timeout: 5_000 }).toBe(1);
  expect(club.received.length).toBe(3);
  expect(new Set(club.received.map(({ body }) => JSON.parse(body.toString('utf8')).events[0].eventId)).size).toBe(1);
  await expect.poll(async () => (await sandbox.control().stats()).events).toMatchObject({ waiting: 0, delivered: 1 });
});

test('waiting webhooks are sent after a restart', async () => {
  club.refuse(1_000_000);
  await pay('one');
  await expect.poll(() => club.received.length).toBeGreaterThan(0);
  await sandbox.restart();
  club.refuse(0);
  expect(await sandbox.control().deliver()).toMatchObject({ waiting: 0, delivered: 1 });
  // The payment must have the same id in both, or the club would book it twice.
  expect(club.taken.flat()).toEqual(await known('one'));
});

test('webhooks wait until their address is set, and are then sent immediately', async () => {
  await sandbox.control().change({ webhookUrl: null });
  await pay('one');
  expect((await sandbox.control().deliver()).waiting).toBe(1);
  await sandbox.control().change({ webhookUrl: club.url });
  expect((await sandbox.control().deliver()).waiting).toBe(0);
});

test('messages can be doubled, and lost ones are found by polling', async () => {
  await sandbox.control().change({ delivery: { duplicates: 1 } });
  await pay('doubled');
  await expect.poll(() => club.taken.length, { timeout: 5_000 }).toBeGreaterThan(1);
  expect(new Set(club.taken.flat().map(({ eventId }) => eventId)).size).toBe(1);
  await sandbox.control().change({ delivery: { duplicates: 0, losses: 1 } });
  await pay('lost');
  expect((await sandbox.control().deliver()).lost).toBe(1);
  expect(club.taken.flat().some(({ reference }) => reference === 'lost')).toBe(false);
  expect(await idsOf('lost')).toHaveLength(1);
});

test('messages can be delayed, put together and shuffled, and none is missing', async () => {
  await sandbox.control().change({ delivery: { delayMs: [600_000, 600_000], shuffle: true, batchMax: 7 } });
  const references = Array.from({ length: 60 }, (_, index) => `number-${index}`);
  for (const reference of references) await pay(reference);
  expect(club.received).toHaveLength(0);
  expect((await sandbox.control().deliver()).delivered).toBe(60);
  expect(club.taken.length).toBeLessThan(20);
  const came = club.taken.flat().map(({ reference }) => reference);
  expect(came.toSorted()).toEqual(references.toSorted());
  expect(came).not.toEqual(references);
});

test('a message of the test’s own is signed like any other', async () => {
  await sandbox.control().event({ kind: 'declined', reference: 'made-up' }, 'event-1');
  await sandbox.control().deliver();
  expect(club.taken).toEqual([[{ eventId: 'event-1', kind: 'declined', reference: 'made-up' }]]);
});
