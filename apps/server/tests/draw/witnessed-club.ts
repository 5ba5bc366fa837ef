import { expect } from 'vitest';
import { httpWitness } from '../../src/adapters/witness.ts';
import { noteTreeHead } from '../../src/book/book.ts';
import { readLogKeys } from '../../src/book/log-key.ts';
import { startPublisher } from '../../src/book/publisher.ts';
import type { WitnessLink } from '../../src/book/witness.ts';
import { readDraw } from '../../src/draw/evidence/draw-records.ts';
import type { Period } from '../../src/draw/periods.ts';
import type { Identity } from '../../src/identity.ts';
import type { PlacedSlip } from '../../src/lottery/place-slip.ts';
import { type KeysFolder, keysFolder, signDeps } from '../book/book-kit.ts';
import { type Club, type OpenTable, openClub } from '../kit/club.ts';
import { type Manner, startWitness, type TestWitness } from '../kit/witness.ts';
import { advance, diceOf, lotteryOf, periodIn, until } from './drawing.ts';

export interface Played {
  member: Identity;
  period: Period;
  winner: PlacedSlip;
  loser: PlacedSlip;
}

/** A club with a signed book, three witnesses, and a table that requires two of them. */
export interface WitnessedClub {
  club: Club;
  table: OpenTable;
  keys: KeysFolder;
  witnesses: TestWitness[];
  links: WitnessLink[];
  /** Offset of the witnesses' clocks from the club's, in milliseconds. */
  offsetMs: number;
  /** Sets the behaviour of witnesses from now on; of all by default. */
  manner(manner: Manner, which?: number[]): void;
  /** Resolves when the newest tree head has met the policy. Makes the witnesses honest. */
  untilWitnessed(): Promise<void>;
  /** Resolves when this number of witnesses was asked about the whole current book. */
  untilRequested(count: number): Promise<void>;
  /** Moves the clock, and a loop does the due work. */
  at(ms: number): Promise<void>;
  stateOf(period: Period): Promise<string | undefined>;
  /** Places two slips in the current period: one will win and one will lose. */
  play(): Promise<Played>;
  close(): Promise<void>;
}

const ANSWER_MS = 1_000;

export async function openWitnessedClub(periodSeconds: 60 | 3600 = 60): Promise<WitnessedClub> {
  const club = await openClub();
  const keys = keysFolder();
  const logKeys = async () => (await readLogKeys(club.db)).map((record) => record.vkey);
  const nowMs = () => club.clock.nowMs() + world.offsetMs;
  const witnesses = await Promise.all(
    [1, 2, 3].map((number) => startWitness({ name: `w${number}.example`, logKeys, nowMs })),
  );
  const links = witnesses.map(({ address }) => httpWitness(address, ANSWER_MS));
  const world = { offsetMs: 0 } as WitnessedClub;
  const places = { ...signDeps(club, keys), url: club.database.urls.draw };
  const publisher = startPublisher({ ...places, witnesses: links, mirror: null, onFault() {} });
  const policy = { witnesses: witnesses.map((one) => one.vkey), quorum: 2 };
  const table = await club.openTable({ key: `dice-${periodSeconds}`, periodSeconds, ...policy });

  function manner(how: Manner, which = [0, 1, 2]): void {
    for (const index of which) (witnesses[index] as TestWitness).manner = how;
  }

  async function untilWitnessed(): Promise<void> {
    manner('honest');
    await noteTreeHead(club.draw);
    await until('the quorum', async () => {
      const { rows } = await club.owner.query(
        'select 1 from book.quorum_met where size = (select size from book.head) and policy = $1',
        [table.table.policy],
      );
      return rows.length > 0;
    });
  }

  async function untilRequested(count: number): Promise<void> {
    const { rows } = await club.owner.query('select size::integer from book.head');
    await until('the witnesses', async () => {
      const requested = witnesses.filter((witness) => witness.calls.some((call) => call.size === rows[0].size));
      return requested.length >= count;
    });
  }

  async function play(): Promise<Played> {
    const member = await club.member();
    const period = periodIn(club, table);
    const [a, b, c] = diceOf(club, period);
    const [wins, loses] = a + b + c >= 11 ? (['big', 'small'] as const) : (['small', 'big'] as const);
    const winner = await club.place(member, table, [{ bet: wins, stakeMinor: 1_000n }]);
    const loser = await club.place(member, table, [{ bet: loses, stakeMinor: 300n }]);
    expect([winner.verdict.code, loser.verdict.code]).toEqual(['accepted', 'accepted']);
    return { member, period, winner, loser };
  }

  return Object.assign(world, {
    club,
    table,
    keys,
    witnesses,
    links,
    manner,
    untilWitnessed,
    untilRequested,
    play,
    async at(ms: number) {
      await club.at(ms);
      await advance(club, table);
    },
    async stateOf(period: Period) {
      return (await readDraw(club.db, lotteryOf(club, table), period.period))?.record.state;
    },
    async close() {
      await publisher.stop();
      await Promise.all(witnesses.map((one) => one.close()));
      keys.remove();
      await club.close();
    },
  });
}
