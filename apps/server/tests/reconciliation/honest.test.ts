import { afterAll, beforeAll, expect, test } from 'vitest';
import { reconcileOn } from '../../src/reconciliation/full-pass.ts';
import { reconcileNew } from '../../src/reconciliation/new-transfers.ts';
import { clubLines } from '../kit/club-command.ts';
import { foundBy, type HonestClub, openHonestClub } from './honest.ts';

let honest: HonestClub;
beforeAll(async () => {
  honest = await openHonestClub();
});
afterAll(() => honest.close());

test('every kind of transfer has happened', async () => {
  const { rows } = await honest.club.owner.query(
    `select array_agg(distinct kind::text order by kind::text) as kinds, enum_range(null::ledger.kind)::text[] as all
     from ledger.transfer`,
  );
  expect(rows[0].kinds).toEqual([...rows[0].all].sort());
});

test('where all is well nothing is found, by what is new, by everything, and again', async () => {
  expect(await foundBy(honest.deps)).toEqual({ fresh: [], all: [] });
  expect(await foundBy(honest.deps)).toEqual({ fresh: [], all: [] });
});

test('what is new is looked at once, by kind, and sums up to all that is posted', async () => {
  await reconcileNew(honest.deps);
  const { rows } = await honest.club.owner.query(
    `select k.kind::text, k.transfers::integer, k.posted = k.due as same, k.posted = t.posted as whole from ledger.reconciled_kind k
     join (select kind, sum(amount) as posted from ledger.transfer group by kind) t using (kind) order by 1`,
  );
  expect(rows).toHaveLength(13);
  for (const row of rows) expect(row).toMatchObject({ same: true, whole: true });
  expect(rows.find(({ kind }) => kind === 'top-up')).toMatchObject({ transfers: 1 });
});

test('without anything new no epoch is closed', async () => {
  const epoch = async () => (await honest.club.owner.query('select max(epoch) as n from ledger.gate')).rows[0].n;
  await reconcileNew(honest.deps);
  const before = await epoch();
  await reconcileNew(honest.deps);
  expect(await epoch()).toBe(before);
});

test('the pass over everything goes on where it left off, and begins again after a day', async () => {
  const at = async () =>
    (await honest.club.owner.query('select whole_bucket from ledger.reconciliation')).rows[0].whole_bucket;
  await reconcileOn(honest.deps, 0);
  const step = await at();
  expect(step).toBeGreaterThan(0);
  await reconcileOn(honest.deps, 0);
  expect(await at()).toBe(2 * step);
  while ((await at()) < 256) await reconcileOn(honest.deps, 60_000);
  await reconcileOn(honest.deps, 0);
  expect(await at()).toBe(256);
  await honest.club.clock.forward(86_400_000);
  await reconcileOn(honest.deps, 0);
  expect(await at()).toBe(step);
});

test('with the password of jobs nobody moves the pass on without looking: it begins anew', async () => {
  const { club, deps } = honest;
  const read = async () =>
    (
      await club.owner.query(
        'select whole_bucket as bucket, extract(epoch from whole_since) as since, whole_mac as mac from ledger.reconciliation',
      )
    ).rows[0];
  /** Skips to the end of the pass, with this MAC. */
  const skip = async (mac: string) => {
    const { bucket, since } = await read();
    for (let from = bucket; from < 256; from += 32) {
      const to = Math.min(256, from + 32);
      await club.pools.jobs.query('select ledger.move_whole($1, $2, $3, $4)', [from, to, since, mac]);
    }
  };
  while ((await read()).bucket < 256) await reconcileOn(deps, 60_000);
  const before = await read();
  await club.clock.forward(86_400_000);
  await reconcileOn(deps, 0);
  const { bucket: step, since } = await read();
  expect(step).toBeGreaterThan(0);
  // Invented; from the previous pass; from this pass, but for another bucket.
  for (const mac of ['made up', before.mac, (await read()).mac]) {
    await skip(mac);
    expect(await read()).toMatchObject({ bucket: 256, since });
    await reconcileOn(deps, 0);
    expect(await read()).toMatchObject({ bucket: step, since });
  }
  await expect(club.pools.jobs.query(`select ledger.move_whole(0::smallint, 32::smallint, 0, null)`)).rejects.toThrow();
});

test('two that reconcile at once find nothing, and count nothing twice', async () => {
  await honest.club.place(honest.mira, honest.table, [{ bet: 'odd', stakeMinor: 100n }]).catch(() => {});
  await Promise.all([reconcileNew(honest.deps), reconcileNew(honest.deps), reconcileNew(honest.deps)]);
  const { rows } = await honest.club.owner.query(
    `select sum(transfers)::integer as counted, (select count(*)::integer from ledger.transfer) as posted
     from ledger.reconciled_kind`,
  );
  expect(rows[0].counted).toBe(rows[0].posted);
});

test('club audit ledger reconciles everything and names each fault', async () => {
  const audit = () =>
    clubLines(['audit', 'ledger'], { TERCET_OWNER_URL: honest.club.database.ownerUrl, TERCET_KEYS: '/nowhere' });
  expect(await audit()).toEqual(['every transfer has a cause, and every balance is the sum of its transfers']);
  const raise = 'update ledger.balance set available = available + $2, cash = cash - $2 where member_id = $1';
  await honest.club.owner.query(raise, [honest.mira.memberId, 5]);
  await expect(audit()).rejects.toThrow(`FAULT: balance-available, member ${honest.mira.memberId}`);
  await honest.club.owner.query(raise, [honest.mira.memberId, -5]);
});
