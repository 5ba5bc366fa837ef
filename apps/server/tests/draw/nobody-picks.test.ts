import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Dice, drawDice, encodeEntry, entryHash, fairMultiplier, SUM_BETS, verifyDraw } from '@tercet/fair';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { append, noteTreeHead } from '../../src/book/book.ts';
import { transaction } from '../../src/db/transaction.ts';
import { readShownDraw } from '../../src/draw/evidence/book-evidence.ts';
import type { Period } from '../../src/draw/periods.ts';
import { answerProof } from '../../src/http/shared/answers.ts';
import { keysFolder, logKeyOf, signBook } from '../book/book-kit.ts';
import { type Club, type OpenTable, openClub } from '../kit/club.ts';
import { advance, diceOf, lotteryOf, outcomeOf, periodIn } from './drawing.ts';

const SOURCES = ['draw', 'book', 'adapters/beacon'].map((name) => join(import.meta.dirname, '../../src', name));
const FAIR = join(import.meta.dirname, '../../../../packages/fair/src/draw.ts');

let club: Club;
let table: OpenTable;
const keys = keysFolder();
beforeAll(async () => {
  club = await openClub();
  table = await club.openTable({ key: 'dice-30', periodSeconds: 30 });
});
// Rows that were written by hand are never paid, and stay.
beforeEach(() => advance(club, table, { onFault: () => {} }));
afterAll(async () => {
  await club.close();
  keys.remove();
});

async function sealed(): Promise<Period> {
  const period = periodIn(club, table);
  await club.at(period.locks * 1_000);
  await advance(club, table, { onFault: () => {} });
  await club.clock.set(period.draws * 1_000);
  return period;
}

/** What every member's phone finds when it verifies a draw, with the book's key pinned. */
async function check(period: Period) {
  await noteTreeHead(club.db);
  await signBook(club, keys);
  const shown = await readShownDraw(club.db, lotteryOf(club, table), period.period);
  if (!shown) throw new Error('no such draw');
  const pinned = { logKey: await logKeyOf(club) };
  const { verdict, steps } = verifyDraw(answerProof(shown.evidence, shown.book) as never, { pinned });
  const refuted = steps.filter(({ state }) => state === 'refuted');
  return { verdict, reasons: refuted.map(({ id, reason }) => `${id}: ${reason}`) };
}

describe('house rule 1: nothing but the signature enters', () => {
  test('another house, with other odds, bets, members and a bet on every outcome, sees the same dice', async () => {
    const other = await openClub({ startMs: club.clock.nowMs() - 30_000 });
    try {
      const multipliers = Object.fromEntries(SUM_BETS.map((bet) => [bet, fairMultiplier(bet, 93, 100)]));
      const rich = await other.openTable({ key: 'dice-30', periodSeconds: 30, minBalance: 5n, multipliers });
      const { locks, period, draws } = rich.schedule();
      for (const member of await other.members(5, { credits: 10n ** 8n })) {
        await other.place(member, rich, [{ bet: 's3', stakeMinor: 10_000n }]);
      }
      await advance(other, rich);
      await other.at(locks * 1_000);
      await advance(other, rich);
      await other.at(draws * 1_000);
      await advance(other, rich);
      const here = periodIn(club, table, period);
      await club.at(here.locks * 1_000);
      await advance(club, table);
      await club.at(here.draws * 1_000);
      await advance(club, table);
      const { dice } = await outcomeOf(club, here);
      expect(dice).toEqual([diceOf(club, here)]);
      expect((await outcomeOf(other, periodIn(other, rich, period))).dice).toEqual(dice);
    } finally {
      await other.close();
    }
  });

  test('it is a function of chain, round, signature and draw id', async () => {
    const input = { chainHash: club.beacon.chain.hash, round: 7, signature: club.beacon.sign(7), drawId: 'dice-30/7' };
    const { dice } = drawDice(input);
    for (let again = 0; again < 3; again++) expect(drawDice({ ...input, bets: again } as never).dice).toEqual(dice);
    expect(drawDice.length).toBe(1);
  });

  test('the database has no other place for a result, and nothing random', async () => {
    const { rows: columns } = await club.owner.query(`
      select table_schema || '.' || table_name || '.' || column_name as name from information_schema.columns
      where table_schema not in ('pg_catalog', 'information_schema')
        and column_name ~* 'dice|seed|result|outcome|random|luck|force|bias|override' order by 1`);
    // Outcomes of a complaint, a talk with a member, a host's report, a payout, and a provider's message and events.
    const ofOthers = [
      'complaints.formal.outcome',
      'risk.interaction.outcome',
      ...['directory.report.outcome', 'payments.payout_outcome.outcome', 'payments.provider_event.outcome'],
      'payments.provider_message.outcome',
    ];
    expect(columns.map((row) => row.name)).toEqual([...ofOthers, 'draw.draw.dice'].sort());
    const { rows: functions } = await club.owner.query(`
      select n.nspname || '.' || p.proname as name, p.prosrc ~* 'random|gen_random' as random,
        p.prosrc ~* 'draw\\.draw' as reads_draws, p.prosrc ~* '(insert into|update|delete from)\\s+draw\\.draw' as writes_draws
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_'`);
    expect(functions.filter((row) => row.random || row.writes_draws)).toEqual([]);
    // These functions check only whether a draw exists: a drawn period is neither void nor late. The dice are read from
    // the book's entry.
    const readers = functions.filter((row) => row.reads_draws).map((row) => row.name);
    expect(readers.sort()).toEqual(['draw.decides', 'draw.may_begin_return', 'draw.may_void']);
    const { rows: triggers } = await club.owner.query(`select tgname from pg_trigger where not tgisinternal`);
    expect(triggers).toEqual([]);
  });

  test('the code of the draw asks no environment and no dice of its own', async () => {
    const files = await Promise.all(
      SOURCES.map(async (folder) => (await readdir(folder, { recursive: true })).map((name) => join(folder, name))),
    );
    const sources = files.flat().filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
    expect(sources.length).toBeGreaterThan(60);
    for (const file of [...sources, FAIR]) {
      const text = await readFile(file, 'utf8');
      expect([
        file,
        /process\.env|process\.argv|Math\.random|randomBytes|randomInt|getRandomValues/.test(text),
      ]).toEqual([file, false]);
    }
  });

  test('the server writes a draw, a seal and an entry once; it cannot change or remove one', async () => {
    for (const name of [
      'draw.draw',
      'draw.seal',
      'draw.leaf_page',
      'draw.void',
      'draw.settlement_step',
      'draw.settlement_chunk',
      'book.entry',
      'book.tree_head',
    ]) {
      for (const process of [club.api, club.draw, club.jobs]) {
        const { rows } = await sql`
          select p as privilege from unnest(array['UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER']) p
          where has_table_privilege(${name}, p) or has_any_column_privilege(${name}, 'UPDATE')`.execute(process);
        expect([name, rows]).toEqual([name, []]);
      }
    }
  });
});

describe('a result that somebody wrote into the database by hand is found out', () => {
  /** The dice with another first face. */
  function other([a, b, c]: Dice): Dice {
    return [(a % 6) + 1, b, c];
  }

  async function write(period: Period, dice: Dice, signature: string, entrySeq: bigint): Promise<void> {
    const { lottery, round } = period;
    await club.owner.query(
      `insert into draw.draw (lottery_id, period, round, signature, dice, total, entry_seq, at)
       values ($1, $2, $3, $4, $5, $6, $7, clock.now())`,
      [lottery.id, period.period, round, Buffer.from(signature, 'hex'), dice, dice[0] + dice[1] + dice[2], entrySeq],
    );
  }

  async function log(period: Period, dice: Dice, signature: string): Promise<bigint> {
    const [a, b, c] = dice.map(String) as [string, string, string];
    const entry = {
      type: 'draw',
      draw_id: period.drawId,
      round: String(period.round),
      signature,
      dice: [a, b, c],
    } as const;
    const [logged] = await transaction(club.db, (tx) => append(tx, [{ ...entry, dice: [a, b, c] }]));
    expect(logged?.hash).toBe(entryHash(encodeEntry({ ...entry, dice: [a, b, c] })));
    return logged?.seq ?? 0n;
  }

  test('a draw as the server made it holds, but for the witness that there is not yet', async () => {
    const period = await sealed();
    await advance(club, table);
    expect(await check(period)).toEqual({ verdict: 'time-not-proven', reasons: [] });
  });

  test('other dice beside the right signature', async () => {
    const period = await sealed();
    const signature = club.beacon.sign(period.round);
    await write(period, other(diceOf(club, period)), signature, await log(period, diceOf(club, period), signature));
    expect(await check(period)).toEqual({ verdict: 'breach', reasons: ['dice: dice'] });
  });

  test('other dice, in the book as well', async () => {
    const period = await sealed();
    const signature = club.beacon.sign(period.round);
    const dice = other(diceOf(club, period));
    await write(period, dice, signature, await log(period, dice, signature));
    expect(await check(period)).toEqual({ verdict: 'breach', reasons: ['dice: entry-dice'] });
  });

  test('a luckier round', async () => {
    const period = await sealed();
    const signature = club.beacon.sign(period.round - 5);
    const { hash } = club.beacon.chain;
    const { dice } = drawDice({ chainHash: hash, round: period.round, signature, drawId: period.drawId });
    await write(period, dice, signature, await log(period, dice, signature));
    expect(await check(period)).toEqual({ verdict: 'breach', reasons: ['beacon: signature'] });
  });

  test('a draw without a seal', async () => {
    const period = periodIn(club, table);
    const signature = club.beacon.sign(period.round);
    await write(period, diceOf(club, period), signature, await log(period, diceOf(club, period), signature));
    expect(await check(period)).toEqual({ verdict: 'breach', reasons: ['seal: not-in-time', 'dice: backdated'] });
  });
});
