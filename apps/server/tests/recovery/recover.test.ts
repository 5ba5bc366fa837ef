import { consistencyFromTiles, toHex, verifyConsistencyHex } from '@tercet/fair';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { publishedAuditHeads } from '../../src/book/audit-heads.ts';
import { tilesOf } from '../../src/book/tree.ts';
import { transaction } from '../../src/db/transaction.ts';
import { inclusionOf } from '../../src/draw/evidence/sealed-leaves.ts';
import type { Identity } from '../../src/identity.ts';
import { reconcile } from '../../src/ledger/reconcile.ts';
import { startSession } from '../../src/members/sessions/sessions.ts';
import { recover } from '../../src/recovery/recover.ts';
import { advance, creditsOf, diceOf, mortalDb, outcomeOf, periodIn, winOf } from '../draw/drawing.ts';
import type { Club } from '../kit/club.ts';
import { type Losing, openLosing } from './losing.ts';
import type { Restorable } from './restored-club.ts';

let club: Club;
let world: Restorable;
let losing: Losing;
beforeEach(async () => {
  losing = await openLosing();
  ({ club, world } = losing);
});
afterEach(() => losing.close());

describe('a database that was put back', () => {
  test('gets every published entry again, to the byte, and the period is paid by the dice that all have seen', async () => {
    const { period, kept: stored, lost, entries, signed } = await losing.loseDraw();
    expect((await losing.bodies()).length).toBeLessThan(entries.length);
    const recovered = await world.recover();
    expect((await losing.bodies()).slice(0, entries.length)).toEqual(entries);
    expect(recovered.periods).toEqual([{ drawId: period.drawId, sealed: 2, lost: [lost] }]);
    await advance(club, losing.table);
    const outcome = await outcomeOf(club, period);
    expect(outcome).toEqual({ dice: [diceOf(club, period)], entries: ['seal', 'draw'], steps: ['settle'], tasks: 0 });
    expect(await creditsOf(club, stored)).toEqual([['payout', winOf(club, stored, period)]]);
    expect(await reconcile(club.jobs)).toEqual([]);
    // For holders of the old checkpoint, the book continues from it.
    await world.publish();
    const now = await losing.newestSigned();
    expect(now.size).toBeGreaterThan(signed.size);
    const proof = await consistencyFromTiles(signed.size, now.size, tilesOf(club.db));
    const claim = { from: signed.size, to: now.size, fromRoot: signed.root, toRoot: now.root, proof: proof.map(toHex) };
    expect(verifyConsistencyHex(claim)).toBe(true);
    const place = await inclusionOf(club.db, period, {
      slipId: stored.prepared.slipId,
      leaf: await losing.leafOf(stored),
    });
    expect(place).toMatchObject({ size: 2 });
  });

  test('says in the book and in the log of acts what was put back and what is lost', async () => {
    const { period, entries } = await losing.loseDraw();
    const from = (await losing.bodies()).length;
    await world.recover();
    const parsed = (await losing.bodies()).slice(entries.length).map((body) => JSON.parse(body));
    expect(parsed).toEqual([
      expect.objectContaining({
        what: 'restored',
        value: `entries=${from}-${entries.length - 1} acts=0 lost=${period.drawId}:1`,
      }),
    ]);
    const { rows } = await club.owner.query('select act, body from audit.entry');
    expect(rows.map(({ act }) => act)).toEqual(['book-put-back']);
  });

  test('goes on with the next period as if nothing had been', async () => {
    const { mira } = await losing.loseDraw();
    await world.recover();
    await advance(club, losing.table);
    const next = periodIn(club, losing.table);
    const caller = { address: '192.0.2.1', device: null };
    const { memberId, userName } = mira;
    const again = await transaction(club.api, (tx) =>
      startSession(tx, { memberId, userName, restricted: false }, caller),
    );
    const slip = await club.place(again.identity, losing.table, [{ bet: 'odd', stakeMinor: 100n }]);
    await losing.bringToEnd(next);
    expect((await outcomeOf(club, next)).entries).toEqual(['seal', 'draw']);
    expect(slip.verdict.code).toBe('accepted');
  });

  test('is recovered once: a second time nothing is missing, and nothing is written', async () => {
    await losing.loseDraw();
    await world.recover();
    const before = await losing.everything();
    const again = await world.recover();
    expect(again).toMatchObject({ source: null, periods: [] });
    expect(again.from).toBe(again.to);
    expect(await losing.everything()).toBe(before);
  });

  test('and killed at any commit, it is recovered whole or not at all', async () => {
    const { entries, period } = await losing.loseDraw();
    const before = await losing.everything();
    for (let commits = 0, finished = false; !finished; commits++) {
      const mortal = mortalDb(club.database.ownerUrl, commits);
      await recover(world.deps({ db: mortal.db })).catch(() => {});
      finished = !mortal.killed();
      await mortal.close();
      const now = await losing.bodies();
      if (commits === 0) expect(await losing.everything()).toBe(before);
      else expect(now.slice(0, entries.length)).toEqual(entries);
      expect(commits).toBeLessThan(10);
    }
    await world.recover();
    await advance(club, losing.table);
    await world.publish();
    expect((await outcomeOf(club, period)).entries).toEqual(['seal', 'draw']);
    expect((await losing.bodies()).filter((body) => body.includes('restored'))).toHaveLength(1);
  });

  test('whose seal was published and whose draw was not is drawn, never void', async () => {
    const [mira] = await club.members(1, { credits: 10_000n });
    const period = periodIn(club, losing.table);
    const slip = await club.place(mira as Identity, losing.table, [{ bet: 'odd', stakeMinor: 300n }]);
    await world.backUp();
    await club.at(period.locks * 1_000);
    await advance(club, losing.table);
    await world.publish();
    await world.putBack();
    // Hours later, when a seal without evidence would be late.
    await club.at((period.draws + 3_600) * 1_000);
    await world.recover();
    await advance(club, losing.table);
    expect((await outcomeOf(club, period)).entries).toEqual(['seal', 'draw']);
    expect((await creditsOf(club, slip)).map(([, amount]) => amount)).toEqual(
      winOf(club, slip, period) === 0n ? [] : [winOf(club, slip, period)],
    );
  });

  test.each([
    ['tree_head', true],
    ['note', false],
  ])('that has a seal and lost its %s alone draws it too, and can show that it was in time', async (_, isLost) => {
    const [mira] = await club.members(1, { credits: 10_000n });
    const period = periodIn(club, losing.table);
    await club.place(mira as Identity, losing.table, [{ bet: 'odd', stakeMinor: 300n }]);
    await club.at(period.locks * 1_000);
    await advance(club, losing.table);
    await world.publish();
    await world.backUp();
    await world.putBack();
    const size = (await losing.newestSigned()).size;
    await club.owner.query('delete from book.checkpoint where size = $1', [size]);
    if (isLost) await club.owner.query('delete from book.tree_head where size = $1', [size]);
    await club.at((period.draws + 3_600) * 1_000);
    expect(await world.recover()).toMatchObject({ source: null, periods: [] });
    // The note proves that the seal was in time.
    const { rows } = await club.owner.query(
      'select from book.checkpoint s join book.tree_head c on c.size = s.size where s.size = $1 and c.at <= $2',
      [size, new Date(period.sealByMs)],
    );
    expect(rows).toHaveLength(1);
    await advance(club, losing.table);
    expect((await outcomeOf(club, period)).entries).toEqual(['seal', 'draw']);
    expect((await losing.bodies()).filter((body) => body.includes('restored'))).toEqual([]);
  });

  test('and whose period was void stays void, with its stakes back once', async () => {
    const [mira] = await club.members(1, { credits: 10_000n });
    const period = periodIn(club, losing.table);
    const slip = await club.place(mira as Identity, losing.table, [{ bet: 'odd', stakeMinor: 300n }]);
    await world.backUp();
    await club.at(period.sealByMs + 1_000);
    await advance(club, losing.table);
    await world.publish();
    await world.putBack();
    await world.recover();
    await advance(club, losing.table);
    expect(await outcomeOf(club, period)).toMatchObject({ entries: ['void'], steps: ['refund'], tasks: 0 });
    expect(await creditsOf(club, slip)).toEqual([['refund', 300n]]);
  });
});

test('heads of acts that were lost with the database are no fault of the log any more', async () => {
  await losing.loseDraw();
  await world.recover();
  expect(await publishedAuditHeads(club.db)).toEqual([]);
});
