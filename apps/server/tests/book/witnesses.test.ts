import { setTimeout as sleep } from 'node:timers/promises';
import { cosignaturesOf, metPolicyAt, openCheckpoint, type WitnessPolicy } from '@tercet/fair';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { httpWitness } from '../../src/adapters/witness.ts';
import { askWitnesses } from '../../src/book/ask-witnesses.ts';
import { readLogKeys } from '../../src/book/log-key.ts';
import { keepCosignatures, recordPolicy } from '../../src/book/policy.ts';
import { type Publisher, startPublisher } from '../../src/book/publisher.ts';
import { checkpointOfSize, newestCheckpoint } from '../../src/book/read-log.ts';
import { transaction } from '../../src/db/transaction.ts';
import { until } from '../draw/drawing.ts';
import { type Club, openClub } from '../kit/club.ts';
import { ORIGIN } from '../kit/lotteries.ts';
import { startWitness, type TestWitness } from '../kit/witness.ts';
import { growTo, type KeysFolder, keysFolder, notesOf, otherProcess, signDeps } from './book-kit.ts';

const ANSWER_MS = 500;

let club: Club;
let keys: KeysFolder;
let witnesses: TestWitness[];
let publishers: Publisher[];
let faults: string[];
beforeEach(async () => {
  club = await openClub({ connectionsMax: 16 });
  keys = keysFolder();
  witnesses = [];
  publishers = [];
  faults = [];
});
afterEach(async () => {
  await Promise.all(publishers.map((one) => one.stop()));
  await Promise.all(witnesses.map((one) => one.close()));
  keys.remove();
  await club.close();
});

async function addWitness(name = `w${witnesses.length}.example`): Promise<TestWitness> {
  const witness = await startWitness({ name, logKeys: vkeys, nowMs: club.clock.nowMs });
  witnesses.push(witness);
  return witness;
}

async function vkeys(): Promise<string[]> {
  return (await readLogKeys(club.db)).map((record) => record.vkey);
}

function publish(): Publisher {
  const publisher = startPublisher({
    ...signDeps(club, keys),
    url: club.database.urls.draw,
    witnesses: witnesses.map(({ address }) => httpWitness(address, ANSWER_MS)),
    mirror: null,
    onFault: (what, error) => faults.push(`${what}: ${error}`),
  });
  publishers.push(publisher);
  return publisher;
}

async function untilCosigned(size: number, by: readonly TestWitness[]): Promise<string> {
  const keysOf = by.map((witness) => witness.vkey);
  await until(`cosignatures of ${size}`, async () => {
    const checkpoint = await checkpointOfSize(club.db, BigInt(size));
    return checkpoint !== null && cosignaturesOf(checkpoint.note, keysOf).length === by.length;
  });
  return (await checkpointOfSize(club.db, BigInt(size)))?.note ?? '';
}

async function metOf(policy: WitnessPolicy, size: number): Promise<number | null> {
  const id = await transaction(club.jobs, (tx) => recordPolicy(tx, policy));
  const { rows } = await club.pool.query(
    'select floor(extract(epoch from min(at)))::integer as at from book.quorum_met where policy = $1 and size = $2',
    [id, size],
  );
  return rows[0].at;
}

describe('a witness', () => {
  test('is shown every step of the book, and what it says stands in the checkpoint', async () => {
    const witness = await addWitness();
    publish();
    await growTo(club.db, 3);
    await untilCosigned(3, [witness]);
    for (const size of [300, 301, 70_000]) {
      await club.clock.forward(10_000);
      await growTo(club.db, size);
      const note = await untilCosigned(size, [witness]);
      expect(openCheckpoint(note, await vkeys())).toMatchObject({ origin: ORIGIN, size });
      const [stated] = cosignaturesOf(note, [witness.vkey]);
      expect(stated?.atSeconds).toBe(Math.floor(club.clock.nowMs() / 1_000));
    }
    expect((await newestCheckpoint(club.db))?.size).toBe(70_000n);
    expect(faults).toEqual([]);
    // Each proof starts from the previous size: nothing was sent twice.
    expect(witness.calls.map((call) => [call.old, call.size, call.status])).toEqual([
      [0, 3, 200],
      [3, 300, 200],
      [300, 301, 200],
      [301, 70_000, 200],
    ]);
  });

  test('that remembers another size than we do says so, and is shown the way from there', async () => {
    const witness = await addWitness();
    const first = publish();
    await growTo(club.db, 3);
    await untilCosigned(3, [witness]);
    await growTo(club.db, 10);
    await untilCosigned(10, [witness]);
    await first.stop();
    // As if the answers had been lost before they were stored.
    await club.owner.query('truncate book.cosignature');
    await growTo(club.db, 12);
    publish();
    await untilCosigned(12, [witness]);
    expect(witness.calls.slice(2).map((call) => [call.old, call.size, call.status])).toEqual([
      [0, 12, 409],
      [10, 12, 200],
    ]);
    expect(faults).toEqual([]);
  });

  test('that falls back from time to time is shown the way each time, and not reported', async () => {
    const witness = await addWitness();
    publish();
    await growTo(club.db, 2);
    await untilCosigned(2, [witness]);
    for (const size of [4, 6, 8, 10]) {
      const before = { ...witness.seen };
      await growTo(club.db, size - 1);
      await untilCosigned(size - 1, [witness]);
      witness.seen = before;
      await growTo(club.db, size);
      await untilCosigned(size, [witness]);
    }
    expect(witness.calls.filter((call) => call.status === 409)).toHaveLength(4);
    expect(faults).toEqual([]);
  });

  test('that fails is tried again, with what is newest by then', async () => {
    const witness = await addWitness();
    witness.manner = 'refusing';
    publish();
    await growTo(club.db, 3);
    await until('two refusals', async () => witness.calls.length >= 2);
    await growTo(club.db, 4);
    await growTo(club.db, 5);
    witness.manner = 'honest';
    await untilCosigned(5, [witness]);
    expect(witness.seen.size).toBe(5);
    expect(faults[0]).toContain('it answered 500');
    expect((await notesOf(club.db)).map((one) => one.size)).toEqual([3, 4, 5]);
  });

  test('that answers 409 for ever is asked less and less often, and reported', async () => {
    const witness = await addWitness();
    witness.manner = 'wavering';
    publish();
    await growTo(club.db, 3);
    await until('reports', async () => faults.length > 0);
    expect(faults[0]).toContain('it answered 409 3 times in a row');
    const requested = witness.calls.length;
    await sleep(1_000);
    // Retries after 200, 400 and 800 ms; without backoff there would be hundreds.
    expect(witness.calls.length - requested).toBeLessThan(8);
    witness.manner = 'honest';
    await untilCosigned(3, [witness]);
  });

  test.each(['slow', 'mute', 'refusing', 'forger', 'wavering'] as const)(
    'that is %s holds up neither the book nor others',
    async (manner) => {
      const bad = await addWitness();
      const good = await addWitness();
      bad.manner = manner;
      publish();
      for (const size of [3, 5, 9]) {
        await growTo(club.db, size);
        await untilCosigned(size, [good]);
      }
      const note = (await newestCheckpoint(club.db))?.note ?? '';
      expect(cosignaturesOf(note, [bad.vkey, good.vkey]).map((one) => one.witness)).toEqual([good.vkey]);
      await until('a fault', async () => faults.length > 0);
      expect(faults[0]).toContain('w0.example');
    },
  );

  test('is asked one thing at a time', async () => {
    const witness = await addWitness();
    publish();
    for (let size = 1; size <= 40; size++) await growTo(club.db, size);
    await untilCosigned(40, [witness]);
    expect(witness.mostAtOnce).toBe(1);
    expect(witness.calls.every((call) => call.status === 200)).toBe(true);
  });

  test('with a signature that is not its own says nothing; no other’s counts for it', async () => {
    const [one, other] = [await addWitness(), await addWitness()];
    await growTo(club.db, 3);
    const publisher = publish();
    await untilCosigned(3, [one, other]);
    await publisher.stop();
    const link = httpWitness(other.address);
    // Another witness answers at the first one's address.
    await growTo(club.db, 4);
    publishers.push(
      startPublisher({
        ...signDeps(club, keys),
        url: club.database.urls.draw,
        witnesses: [{ ...link, vkey: one.vkey }],
        mirror: null,
        onFault: (what, error) => faults.push(`${what}: ${error}`),
      }),
    );
    await until('a fault', async () => faults.length > 0);
    expect(faults[0]).toContain('without a cosignature of its own');
    const note = (await checkpointOfSize(club.db, 4n))?.note ?? '';
    expect(cosignaturesOf(note, [one.vkey, other.vkey])).toEqual([]);
  });
});

describe('a fork', () => {
  test.each([
    ['that a witness has seen more of than is signed', 99, 'it has seen 99 entries, more than the 4 that are signed'],
    ['of the same size', 4, 'it has seen another book of 4 entries'],
    ['that the proof does not lead to', 3, 'BookFault: it refuses this book: not consistent'],
  ])('%s is told, and nothing is cosigned', async (_what, size, fault) => {
    const witness = await addWitness();
    publish();
    await growTo(club.db, 3);
    await untilCosigned(3, [witness]);
    const seen = { size, root: '11'.repeat(32) };
    witness.seen = { ...seen };
    await growTo(club.db, 4);
    await until('a fault', async () => faults.length > 0);
    expect(faults[0]).toContain(fault);
    expect(witness.seen).toEqual(seen);
    expect(cosignaturesOf((await notesOf(club.db)).at(-1)?.note ?? '', [witness.vkey])).toEqual([]);
  });
});

describe('a policy', () => {
  async function three(): Promise<WitnessPolicy> {
    for (let n = 0; n < 3; n++) await addWitness();
    return { witnesses: witnesses.map((one) => one.vkey), quorum: 2 };
  }

  test('is met when so many have cosigned as it asks for, at the time of the last of them', async () => {
    const policy = await three();
    await metOf(policy, 0);
    const [, second, third] = witnesses;
    if (second) second.manner = 'refusing';
    if (third) third.manner = 'refusing';
    publish();
    await growTo(club.db, 3);
    await untilCosigned(3, witnesses.slice(0, 1));
    expect(await metOf(policy, 3)).toBe(null);
    await club.clock.forward(7_000);
    const lateSeconds = Math.floor(club.clock.nowMs() / 1_000);
    if (second) second.manner = 'honest';
    const note = await untilCosigned(3, witnesses.slice(0, 2));
    expect(await metOf(policy, 3)).toBe(lateSeconds);
    expect(metPolicyAt(note, policy)).toBe(lateSeconds);
    // Policies with other quorums are evaluated separately.
    expect(await metOf({ ...policy, quorum: 3 }, 3)).toBe(null);
  });

  test('is met earlier by a cosignature that is found later', async () => {
    const policy = await three();
    await metOf(policy, 0);
    const [, second, third] = witnesses;
    if (second) second.manner = 'refusing';
    if (third) third.manner = 'mute';
    publish();
    await growTo(club.db, 3);
    await untilCosigned(3, witnesses.slice(0, 1));
    await until('a lost answer', async () => (third?.published.length ?? 0) > 0);
    const then = third?.published[0]?.atSeconds ?? 0;
    await club.clock.forward(60_000);
    if (second) second.manner = 'honest';
    await untilCosigned(3, witnesses.slice(0, 2));
    expect(await metOf(policy, 3)).toBe(then + 60);
    const links = witnesses.map(({ address }) => httpWitness(address, ANSWER_MS));
    const span = { from: then, to: then + 5 };
    expect(await askWitnesses(club.draw, links, ORIGIN, span)).toEqual([]);
    expect(await metOf(policy, 3)).toBe(then);
    expect(metPolicyAt((await checkpointOfSize(club.db, 3n))?.note ?? '', policy)).toBe(then);
  });

  test('is met by cosignatures that come in at the very same time through several processes', async () => {
    const policy = await three();
    const id = await transaction(club.jobs, (tx) => recordPolicy(tx, policy));
    const all = [club.db, otherProcess(club), otherProcess(club)];
    publish();
    for (let size = 1; size <= 30; size++) await growTo(club.db, size);
    await untilCosigned(30, witnesses);
    await Promise.all(publishers.splice(0).map((one) => one.stop()));
    await club.owner.query('truncate book.cosignature, book.quorum_met');
    const found = [20, 21, 22, 23].flatMap((size) =>
      witnesses.map(({ vkey }, index) => ({ size, witness: vkey, atSeconds: 1_000 + index, line: `— x ${index}\n` })),
    );
    await Promise.all(found.map(({ size, ...one }, n) => keepCosignatures(all[n % 3] ?? club.db, size, [one])));
    const { rows } = await club.pool.query(
      'select size, min(extract(epoch from at))::integer as at from book.quorum_met where policy = $1 group by size order by 1',
      [id],
    );
    expect(rows).toEqual([20n, 21n, 22n, 23n].map((size) => ({ size, at: 1_001 })));
    await Promise.all(all.slice(1).map((db) => db.destroy()));
  });
});
