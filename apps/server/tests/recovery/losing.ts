import { openCheckpoint } from '@tercet/fair';
import type { Period } from '../../src/draw/periods.ts';
import type { Identity } from '../../src/identity.ts';
import type { PlacedSlip } from '../../src/lottery/place-slip.ts';
import { type KeysFolder, keysFolder, notesOf } from '../book/book-kit.ts';
import { advance, diceOf, periodIn } from '../draw/drawing.ts';
import { type Club, type OpenTable, openClub } from '../kit/club.ts';
import { type Restorable, restorable } from './restored-club.ts';

/** A club with a published book that can lose a draw. */
export interface Losing {
  club: Club;
  table: OpenTable;
  keys: KeysFolder;
  world: Restorable;
  /**
   * Places a bet, copies the database, places another bet, finishes and publishes the period, and restores the copy.
   */
  loseDraw(): Promise<Lost>;
  bringToEnd(period: Period): Promise<void>;
  /** Bodies of all book entries. */
  bodies(): Promise<string[]>;
  newestSigned(): Promise<{ size: number; root: string }>;
  leafOf(slip: PlacedSlip): Promise<Buffer>;
  /** The rows of the book and of the draws, as text. */
  everything(): Promise<string>;
  close(): Promise<void>;
}

export interface Lost {
  period: Period;
  mira: Identity;
  /** The slip from before the copy. */
  kept: PlacedSlip;
  entries: string[];
  signed: { size: number; root: string };
  /** Leaf hash of the lost slip, in hex. */
  lost: string;
}

export async function openLosing(): Promise<Losing> {
  const club = await openClub({ connectionsMax: 8 });
  const keys = keysFolder();
  const table = await club.openTable({ key: 'dice-30', periodSeconds: 30 });
  const world = await restorable(club, keys);
  await world.publish();

  async function loseDraw(): Promise<Lost> {
    const [mira, bold] = await club.members(2, { credits: 10_000n });
    if (!mira || !bold) throw new Error('no members');
    const period = periodIn(club, table);
    const [a, b, c] = diceOf(club, period);
    const wins = a + b + c >= 11 ? ('big' as const) : ('small' as const);
    const stored = await club.place(mira, table, [{ bet: wins, stakeMinor: 300n }]);
    await world.backUp();
    const gone = await club.place(bold, table, [{ bet: wins, stakeMinor: 500n }]);
    await bringToEnd(period);
    const entries = await bodies();
    const signed = await newestSigned();
    const lost = (await leafOf(gone)).toString('hex');
    await world.putBack();
    return { period, mira, kept: stored, lost, entries, signed };
  }

  async function bringToEnd(period: Period): Promise<void> {
    await club.at(period.locks * 1_000);
    await advance(club, table);
    await world.publish();
    await club.at(period.draws * 1_000);
    await advance(club, table);
    await world.publish();
  }

  async function bodies(): Promise<string[]> {
    return (await club.db.selectFrom('book.entry').select('body').orderBy('seq').execute()).map(({ body }) => body);
  }

  async function newestSigned(): Promise<{ size: number; root: string }> {
    const vkeys = (await club.db.selectFrom('book.log_key').select('vkey').execute()).map(({ vkey }) => vkey);
    const note = (await notesOf(club.db)).at(-1)?.note ?? '';
    const checkpoint = openCheckpoint(note, vkeys);
    if (!checkpoint) throw new Error('nothing is signed');
    return checkpoint;
  }

  async function leafOf({ prepared }: PlacedSlip): Promise<Buffer> {
    const { rows } = await club.owner.query('select leaf from lottery.slip where id = $1', [prepared.slipId]);
    return rows[0].leaf;
  }

  async function everything(): Promise<string> {
    const parts = [
      'select * from book.entry order by seq',
      'select * from book.node order by level, index',
      'select * from book.tree_head order by size',
      'select * from book.checkpoint order by size',
      'select * from draw.seal order by period',
      'select * from draw.leaf_page order by period, page',
      'select * from draw.draw order by period',
      'select * from draw.settlement_queue order by period',
      'select * from audit.entry order by seq',
    ];
    const found = await Promise.all(parts.map(async (text) => (await club.owner.query(text)).rows));
    return JSON.stringify(found);
  }

  return {
    club,
    table,
    keys,
    world,
    loseDraw,
    bringToEnd,
    bodies,
    newestSigned,
    leafOf,
    everything,
    async close() {
      await world.close();
      keys.remove();
      await club.close();
    },
  };
}
