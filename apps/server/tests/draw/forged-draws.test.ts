import { drawDice } from '@tercet/fair';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { noteTreeHead } from '../../src/book/book.ts';
import { payStep } from '../../src/draw/settlement/pay.ts';
import { verifyPayCause } from '../../src/draw/settlement/pay-cause.ts';
import { closeUnproven } from '../../src/draw/tables/stop-table.ts';
import { drawPeriod } from '../../src/draw/worker/draw.ts';
import { balanceOf } from '../kit/money.ts';
import { creditsOf, outcomeOf, periodIn, winOf } from './drawing.ts';
import {
  closeScene,
  type DrawEntry,
  drawEntry,
  faultsNoted,
  forge,
  log,
  openScene,
  refusal,
  scene,
  seal,
  switches,
  turn,
  writeRow,
} from './forging.ts';

beforeEach(openScene);
afterAll(closeScene);

describe('a draw that was forged', () => {
  const forged: [string, string, () => DrawEntry][] = [
    [
      'dice 6-6-6 and a signature of aa…',
      'signature',
      () => drawEntry({ dice: ['6', '6', '6'], signature: 'aa'.repeat(48) }),
    ],
    ['other dice beside the right signature', 'dice', () => drawEntry({ dice: ['6', '6', '6'] })],
    [
      'a luckier round',
      'round',
      () => {
        const round = scene.period.round - 1;
        const signature = scene.club.beacon.sign(round);
        const { hash: chainHash } = scene.club.beacon.chain;
        const { dice } = drawDice({ chainHash, round, signature, drawId: scene.period.drawId });
        return drawEntry({ round: String(round), signature, dice: dice.map(String) as [string, string, string] });
      },
    ],
    [
      'the signature of another round',
      'signature',
      () => drawEntry({ signature: scene.club.beacon.sign(scene.period.round - 1) }),
    ],
  ];
  test.each(forged)('%s: nothing is paid, the table stops, and others go on', async (_, fault, entryOf) => {
    const neighbour = periodIn(scene.club, scene.other);
    const won = await scene.club.place(await scene.club.member(), scene.other, [
      { bet: 'big', stakeMinor: 100n },
      { bet: 'small', stakeMinor: 100n },
    ]);
    const before = await balanceOf(scene.club.db, scene.slip.prepared.identity);
    await forge(entryOf());
    expect(await turn()).toEqual([`${scene.period.drawId}: settle of ${scene.period.drawId} is not paid: ${fault}`]);
    expect(await creditsOf(scene.club, scene.slip)).toEqual([]);
    expect(await balanceOf(scene.club.db, scene.slip.prepared.identity)).toEqual(before);
    expect((await outcomeOf(scene.club, scene.period)).steps).toEqual([]);
    expect(await faultsNoted()).toEqual([{ step: 'settle', what: fault }]);
    const place = async () =>
      scene.club.place(await scene.club.member(), scene.table, [{ bet: 'big', stakeMinor: 100n }]);
    await expect(place()).rejects.toMatchObject({ code: 'table-closed' });
    expect(await closeUnproven(scene.club.jobs, scene.club.catalogue())).toEqual(['dice-30']);
    expect(await switches()).toEqual([
      { type: 'switch', what: 'table/dice-30', state: 'off', reason: 'draw-unproven' },
    ]);
    // A repeated report adds neither a fault nor a switch.
    await turn();
    expect(await closeUnproven(scene.club.jobs, scene.club.catalogue())).toEqual([]);
    expect(await switches()).toHaveLength(1);
    await expect(place()).rejects.toMatchObject({ code: 'table-closed' });
    // The other table is drawn and settled.
    await scene.club.at(neighbour.locks * 1_000);
    await turn(scene.other);
    await scene.club.at(neighbour.draws * 1_000);
    expect(await turn(scene.other)).toEqual([]);
    expect(await creditsOf(scene.club, won)).toEqual([['payout', winOf(scene.club, won, neighbour)]]);
  });

  test('is looked at again after a minute, not in each turn of the process', async () => {
    await forge(drawEntry({ dice: ['6', '6', '6'] }));
    const refused = new Map<string, number>();
    const found = [`${scene.period.drawId}: settle of ${scene.period.drawId} is not paid: dice`];
    const now = vi.spyOn(performance, 'now');
    try {
      const startMs = performance.now();
      now.mockReturnValue(startMs);
      expect(await turn(scene.table, { refused })).toEqual(found);
      now.mockReturnValue(startMs + 59_999);
      expect(await turn(scene.table, { refused })).toEqual([]);
      now.mockReturnValue(startMs + 60_000);
      expect(await turn(scene.table, { refused })).toEqual(found);
    } finally {
      now.mockRestore();
    }
  });

  test('an entry that is in no tree of the book pays nothing', async () => {
    await seal();
    await scene.club.at(scene.period.draws * 1_000);
    const entry = drawEntry();
    const { rows } = await scene.club.owner.query(
      `insert into book.entry (seq, type, draw_id, body, hash, at)
       select max(seq) + 1, 'draw', $1, $2, sha256('\\x00'::bytea || convert_to($2, 'UTF8')), clock.now()
       from book.entry returning seq`,
      [scene.period.drawId, JSON.stringify(entry, Object.keys(entry).sort())],
    );
    await writeRow(entry, BigInt(rows[0].seq));
    expect(await refusal()).toBe('place');
    expect(await creditsOf(scene.club, scene.slip)).toEqual([]);
  });

  test('a tree head that was written by hand over it does not help', async () => {
    await seal();
    await scene.club.at(scene.period.draws * 1_000);
    const seq = await log(drawEntry());
    await scene.club.owner.query(`update book.tree_head set root = sha256('another tree') where size > $1`, [seq]);
    await writeRow(drawEntry(), seq);
    // The table is checked first, under the same tree head.
    expect(await refusal()).toBe('table');
  });

  test('a second draw is not written in the book, and a forged first one pays nothing', async () => {
    await forge(drawEntry({ dice: ['6', '6', '6'] }));
    await expect(log(drawEntry())).rejects.toThrow('already');
    expect(await refusal()).not.toBe('paid');
    expect(await creditsOf(scene.club, scene.slip)).toEqual([]);
  });

  test('a row with other dice than its entry pays nothing', async () => {
    await seal();
    await scene.club.at(scene.period.draws * 1_000);
    await writeRow(drawEntry({ dice: ['6', '6', '6'] }), await log(drawEntry()));
    expect(await refusal()).toBe('row');
  });

  test('without a seal, or with one that came too late, it pays nothing', async () => {
    await scene.club.at(scene.period.draws * 1_000);
    await writeRow(drawEntry(), await log(drawEntry()));
    expect(await refusal()).toBe('entry');
    const root = '00'.repeat(32);
    const table = scene.table.table.hash;
    const seq = await log({ type: 'seal', draw_id: scene.period.drawId, root, count: '1', table });
    await scene.club.owner.query('insert into draw.seal values ($1, $2, $3, 1, $4, clock.now())', [
      ...[scene.table.lotteryId, scene.period.period, Buffer.from(root, 'hex'), seq],
    ]);
    expect(await refusal()).toBe('seal-late');
    expect(await creditsOf(scene.club, scene.slip)).toEqual([]);
  });

  test('a table whose odds were raised in its row pays by its entry, or nothing', async () => {
    await seal();
    await scene.club.at(scene.period.draws * 1_000);
    await drawPeriod(scene.club.draw, scene.period, scene.club.beacon.sign(scene.period.round));
    await verifyPayCause(scene.club.draw, scene.period, 'settle');
    await scene.club.owner.query(
      'update lottery.odds_table set multipliers = array_fill(1000000, array[20]) where id = $1',
      [scene.table.table.id],
    );
    // Like a process that starts afterwards: a running one keeps what it has verified.
    const fresh = { ...scene.period, table: { ...scene.period.table } };
    const refused = payStep(scene.club.draw, fresh, 'settle', null);
    await expect(refused).rejects.toMatchObject({ name: 'PayRefused', fault: 'table' });
    await payStep(scene.club.draw, scene.period, 'settle', null);
    const win = winOf(scene.club, scene.slip, scene.period);
    expect(await creditsOf(scene.club, scene.slip)).toEqual(win > 0n ? [['payout', win]] : []);
  });

  test('a seal of an older version, which names no table, is paid by', async () => {
    const { club, period, table } = scene;
    await club.at(period.locks * 1_000);
    const root = '00'.repeat(32);
    const body = `{"count":"1","draw_id":"${period.drawId}","root":"${root}","type":"seal"}`;
    const { rows } = await club.owner.query('select seq from book.write(array[$1])', [body]);
    await club.owner.query('insert into draw.seal values ($1, $2, $3, 1, $4, clock.now())', [
      ...[table.lotteryId, period.period, Buffer.from(root, 'hex'), rows[0].seq],
    ]);
    await noteTreeHead(club.draw);
    await club.at(period.draws * 1_000);
    await writeRow(drawEntry(), await log(drawEntry()));
    expect(await refusal()).toBe('paid');
  });

  test('what was verified is verified once, whatever the number of chunks', async () => {
    await seal();
    await scene.club.at(scene.period.draws * 1_000);
    await drawPeriod(scene.club.draw, scene.period, scene.club.beacon.sign(scene.period.round));
    let signatures = 0;
    const { publicKey, ...rest } = scene.period.table.chain;
    const chain = {
      ...rest,
      get publicKey() {
        signatures += 1;
        return publicKey;
      },
    };
    const watched = { ...scene.period, table: { ...scene.period.table, chain } };
    await payStep(scene.club.draw, watched, 'settle', 1_000_000n);
    const { rows } = await scene.club.owner.query(
      'select count(*)::integer as n from draw.settlement_chunk where period = $1',
      [scene.period.period],
    );
    expect(rows[0].n).toBe(128);
    expect(signatures).toBeLessThan(5);
  });
});
