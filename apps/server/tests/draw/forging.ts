import type { Entry } from '@tercet/fair';
import { append, noteTreeHead } from '../../src/book/book.ts';
import { transaction } from '../../src/db/transaction.ts';
import type { Period } from '../../src/draw/periods.ts';
import { payStep } from '../../src/draw/settlement/pay.ts';
import { PayRefused } from '../../src/draw/settlement/pay-cause.ts';
import { type DrawDeps, sealDue } from '../../src/draw/worker/advance.ts';
import type { PlacedSlip } from '../../src/lottery/place-slip.ts';
import { type Club, type OpenTable, openClub } from '../kit/club.ts';
import { advance, diceOf, lotteryOf, periodIn } from './drawing.ts';

/**
 * A club with two tables, and a slip in the current period of one. The password of the draw process allows writing to
 * the book. These helpers forge entries as the owner, a role with more rights.
 */
export const scene = {} as { club: Club; table: OpenTable; other: OpenTable; period: Period; slip: PlacedSlip };

/** Closes the club. Does nothing the second time, since test files in one process share the scene. */
export async function closeScene(): Promise<void> {
  const { club } = scene as Partial<typeof scene>;
  delete (scene as Partial<typeof scene>).club;
  await club?.close();
}

export async function openScene(): Promise<void> {
  await closeScene();
  scene.club = await openClub();
  scene.other = await scene.club.openTable({ key: 'dice-60', periodSeconds: 60 });
  scene.table = await scene.club.openTable({ key: 'dice-30', periodSeconds: 30 });
  scene.period = periodIn(scene.club, scene.table);
  const [die] = diceOf(scene.club, scene.period);
  scene.slip = await scene.club.place(await scene.club.member(), scene.table, [
    { bet: 's18', stakeMinor: 100n },
    { bet: die > 3 ? 'big' : 'small', stakeMinor: 100n },
  ]);
}

export async function seal(): Promise<void> {
  await scene.club.at(scene.period.locks * 1_000);
  await sealDue({ db: scene.club.draw }, lotteryOf(scene.club, scene.table));
}

export type DrawEntry = Extract<Entry, { type: 'draw' }>;

export function drawEntry(more: Partial<DrawEntry> = {}): DrawEntry {
  const signature = scene.club.beacon.sign(scene.period.round);
  const [a, b, c] = diceOf(scene.club, scene.period).map(String) as [string, string, string];
  return {
    type: 'draw',
    draw_id: scene.period.drawId,
    round: String(scene.period.round),
    signature,
    dice: [a, b, c],
    ...more,
  };
}

/** Appends an entry with its tree head. Returns its position. */
export async function log(entry: Entry): Promise<bigint> {
  const [logged] = await transaction(scene.club.draw, (tx) => append(tx, [entry]));
  await noteTreeHead(scene.club.draw);
  return logged?.seq ?? -1n;
}

export async function writeRow({ round, signature, dice }: DrawEntry, seq: bigint): Promise<void> {
  const total = dice.reduce((sum, die) => sum + Number(die), 0);
  await scene.club.owner.query(
    `insert into draw.draw (lottery_id, period, round, signature, dice, total, entry_seq, at)
     values ($1, $2, $3, $4, $5, $6, $7, clock.now())`,
    [scene.table.lotteryId, scene.period.period, round, Buffer.from(signature, 'hex'), dice, total, seq],
  );
}

export async function forge(entry: DrawEntry): Promise<void> {
  await seal();
  await scene.club.at(scene.period.draws * 1_000);
  await writeRow(entry, await log(entry));
}

/** The fault for which the process refuses to pay; `paid` if it pays. */
export async function refusal(step: 'settle' | 'refund' | 'return' = 'settle'): Promise<string> {
  return payStep(scene.club.draw, scene.period, step, null).then(
    () => 'paid',
    (error: unknown) => (error instanceof PayRefused ? error.fault : String(error)),
  );
}

/** Advances a table like its process. Returns the reported faults. */
export async function turn(which = scene.table, more: Partial<DrawDeps> = {}): Promise<string[]> {
  const faults: string[] = [];
  const onFault = (what: string, error: unknown) => void faults.push(`${what}: ${(error as Error).message}`);
  await advance(scene.club, which, { onFault, ...more });
  return faults;
}

export async function switches(): Promise<unknown[]> {
  const { rows } = await scene.club.owner.query(
    `select body::jsonb - 'from' as body from book.entry where type = 'switch' order by seq`,
  );
  return rows.map(({ body }) => body);
}

export async function faultsNoted(): Promise<unknown[]> {
  const { rows } = await scene.club.owner.query('select step, what from draw.fault order by at, what');
  return rows;
}
