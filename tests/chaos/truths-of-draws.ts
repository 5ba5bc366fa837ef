import {
  BETS,
  type Chain,
  drawDice,
  lockTime,
  parseDrawId,
  payoutOnDice,
  roundFor,
  type Stake,
  timeOfRound,
  verifyBeaconRound,
} from '@tercet/fair';
import { loadCatalogue } from '@tercet/server/lottery/catalogue.ts';
import { sql } from 'kysely';
import type { Club } from './club.ts';
import type { Player } from './player.ts';

export interface DrawTruths {
  draws: number;
  voids: number;
  faults: string[];
}

interface SlipRow {
  id: string;
  lottery_id: number;
  period: bigint;
  table_id: number;
  total: bigint;
  stakes: (bigint | null)[];
  dice: number[] | null;
  is_void: boolean;
  credits: Record<string, string[]> | null;
}

/** Every draw follows from the beacon's signature, and every slip was paid exactly once what the dice say. */
export async function drawTruths(club: Club, players: readonly Player[]): Promise<DrawTruths> {
  const drawn = await faultsOfDraws(club);
  const { rows } = await sql<{ n: bigint }>`select count(*) as n from draw.void`.execute(club.db);
  return {
    draws: drawn.count,
    voids: Number(rows[0]?.n),
    faults: [...drawn.faults, ...(await faultsOfSlips(club)), ...(await knownResults(club, players))],
  };
}

/** Fetches each round from the beacon and computes the dice again. */
async function faultsOfDraws({ db, beaconUrl }: Club): Promise<{ count: number; faults: string[] }> {
  const chain = await chainOf(beaconUrl);
  const catalogue = await loadCatalogue(db);
  const { rows } = await sql<{ lottery_id: number; period: bigint; round: bigint; dice: number[]; body: string }>`
    select d.lottery_id, d.period, d.round, d.dice, e.body from draw.draw d
    left join book.entry e on e.seq = d.entry_seq`.execute(db);
  const faults: string[] = [];
  for (const { lottery_id, period, round, dice, body } of rows) {
    const drawId = `${catalogue.byId.get(lottery_id)?.key}/${period}`;
    const signature = await signatureOf(beaconUrl, chain.hash, Number(round));
    if (!verifyBeaconRound(chain, Number(round), signature))
      faults.push(`${drawId}: the beacon's round does not verify`);
    const again = drawDice({ chainHash: chain.hash, round: Number(round), signature, drawId }).dice;
    if (String(again) !== String(dice)) faults.push(`${drawId}: ${dice} was drawn, the beacon says ${again}`);
    if (!body.includes(signature)) faults.push(`${drawId}: the book has another signature`);
  }
  return { count: rows.length, faults };
}

async function chainOf(beaconUrl: string): Promise<Chain> {
  const [hash] = (await (await fetch(`${beaconUrl}/chains`)).json()) as string[];
  const info = (await (await fetch(`${beaconUrl}/${hash}/info`)).json()) as Record<string, string | number>;
  return {
    hash: String(info.hash),
    publicKey: String(info.public_key),
    genesis: Number(info.genesis_time),
    period: Number(info.period),
    scheme: String(info.schemeID),
  } as Chain;
}

async function signatureOf(beaconUrl: string, chainHash: string, round: number): Promise<string> {
  const answer = await fetch(`${beaconUrl}/${chainHash}/public/${round}`);
  return ((await answer.json()) as { signature: string }).signature;
}

async function faultsOfSlips({ db }: Club): Promise<string[]> {
  const catalogue = await loadCatalogue(db);
  const tables = new Map(catalogue.lotteries.flatMap((lottery) => lottery.tables.map((table) => [table.id, table])));
  const { rows } = await sql<SlipRow>`
    select s.id, s.lottery_id, s.period, s.table_id, s.total, s.stakes, d.dice, v.period is not null as is_void,
      (select jsonb_object_agg(kind, amounts) from (
        select t.kind, jsonb_agg(t.amount::text) as amounts from ledger.transfer t
        where t.bucket = s.bucket and t.member_id = s.member_id and t.ref = s.id group by t.kind) c) as credits
    from lottery.slip s
    left join draw.draw d on d.lottery_id = s.lottery_id and d.period = s.period
    left join draw.void v on v.lottery_id = s.lottery_id and v.period = s.period`.execute(db);
  return rows.flatMap((row) => {
    const table = tables.get(row.table_id);
    if (table === undefined) return [`slip ${row.id}: no table ${row.table_id}`];
    return faultsOfSlip(
      row,
      row.dice === null ? null : payoutOnDice(stakesOf(row), table.entryMultipliers, row.dice as never),
    );
  });
}

function stakesOf({ stakes }: SlipRow): Stake[] {
  return stakes.flatMap((stakeMinor, index) => {
    const bet = BETS[index];
    return stakeMinor === null || bet === undefined ? [] : [{ bet, stakeMinor: BigInt(stakeMinor) }];
  });
}

/** `win`: payout by the dice; null without dice. Stakes refunded before late dice count as paid. */
function faultsOfSlip({ id, total, is_void, credits }: SlipRow, win: bigint | null): string[] {
  const of = (kind: string): string[] => credits?.[kind] ?? [];
  const faults = Object.entries(credits ?? {})
    .filter(([, amounts]) => amounts.length > 1)
    .map(([kind, amounts]) => `slip ${id}: ${kind} ${amounts.length} times`);
  if (String(of('stake')) !== String(total)) faults.push(`slip ${id}: staked ${of('stake')}, not ${total}`);
  const back = [...of('refund'), ...of('return')].reduce((sum, amount) => sum + BigInt(amount), 0n);
  const paid = of('payout').reduce((sum, amount) => sum + BigInt(amount), 0n);
  const due = win === null || back > win ? back : win;
  if (win === null && !is_void) faults.push(`slip ${id}: neither drawn nor void`);
  if (win === null && (back !== total || paid !== 0n)) faults.push(`slip ${id}: void, ${back} back and ${paid} paid`);
  if (win !== null && paid + back !== due) faults.push(`slip ${id}: won ${win}, got ${paid} and ${back}`);
  return faults;
}

/** House rule 2 from outside: no bet was accepted that was first sent when its round was already public. */
async function knownResults({ db, beaconUrl }: Club, players: readonly Player[]): Promise<string[]> {
  const chain = await chainOf(beaconUrl);
  const { lotteries } = await loadCatalogue(db);
  const secondsOf = new Map(lotteries.map((lottery) => [lottery.key, lottery.periodSeconds]));
  return players.flatMap(({ userName, acknowledged }) =>
    acknowledged.slips.flatMap(({ id, drawId, sentMs }) => {
      const draw = parseDrawId(drawId);
      const seconds = secondsOf.get(draw?.key ?? '');
      if (!draw || seconds === undefined) return [`${userName}: slip ${id} names ${drawId}`];
      const outMs = timeOfRound(roundFor(lockTime(draw.period, seconds), chain), chain) * 1_000;
      return sentMs < outMs ? [] : [`${userName}: slip ${id} was sent ${sentMs - outMs} ms after its result was out`];
    }),
  );
}
