import {
  type Bet,
  type BookEvidence,
  drawDice,
  type EntryPlace,
  type Multiplier,
  multiplierList,
  rtpOf,
  waysByMultiplier,
  waysOf,
} from '@tercet/fair';
import type { z } from 'zod';
import type { LoggedEntry } from '../../book/book.ts';
import type { DrawEvidence } from '../../draw/evidence/draw-records.ts';
import type { StoredReceipt } from '../../draw/slips/receipts.ts';
import type { SlipRecord } from '../../draw/slips/slip-records.ts';
import type { ReceiptKey, ReceiptKeys } from '../../lottery/receipt-key.ts';
import type { Stop } from '../../lottery/stops.ts';
import type { HouseTable } from '../../lottery/tables.ts';
import { Refusal } from '../../refusal.ts';
import type { BookEntryAnswer, DrawProofAnswer, ReceiptAnswer, SlipAnswer, StopAnswer, TableAnswer } from './shapes.ts';

/** Map domain records to the JSON of `shapes.ts`. */
export function answerEntry(entry: LoggedEntry): z.infer<typeof BookEntryAnswer> {
  return { seq: Number(entry.seq), type: entry.type, hash: entry.hash, body: entry.body, atMs: entry.atMs };
}

/** `key` is that of the stopped lottery. */
export function answerStop(stop: Stop, key: string | null): z.infer<typeof StopAnswer> {
  const { entrySeq, lotteryId, fromMs, untilMs, reason, authority, reference } = stop;
  const lottery = lotteryId === null ? null : key;
  return { lottery, reason, authority, reference, fromMs, untilMs, entrySeq: String(entrySeq) };
}

export function answerTable(table: HouseTable): z.infer<typeof TableAnswer> {
  return {
    hash: table.hash,
    firstPeriod: table.firstPeriod,
    bets: table.layout.map((bet) => answerBet(bet, table.entryMultipliers[bet] ?? [])),
    stakeMinMinor: String(table.stakeMin),
    stakeMaxMinor: String(table.stakeMax),
    slipMaxMinor: String(table.slipMax),
    memberCapMinor: String(table.memberCap),
    periodCapMinor: String(table.periodCap),
    minBalanceMinor: String(table.minBalance),
    chainHash: table.chain.hash,
    receiptKey: table.entry.receipt_key,
    entry: table.entryBody,
  };
}

function answerBet(bet: Bet, multiplier: Multiplier): z.infer<typeof TableAnswer>['bets'][number] {
  const multipliers = multiplierList(bet, multiplier).map(Number);
  const rtp = rtpOf(bet, multipliers);
  return {
    bet,
    multiplier: multipliers[0] ?? 0,
    multipliers,
    ways: [...waysByMultiplier(bet)],
    chance: { ways: waysOf(bet), of: 216 as const },
    rtp: { num: String(rtp.num), den: String(rtp.den) },
  };
}

export function answerProof(evidence: DrawEvidence, book: BookEvidence | null): z.infer<typeof DrawProofAnswer> {
  const { record, lottery, table, signature, tableEntry } = evidence;
  if (!tableEntry) throw new Error(`${record.drawId}: the table's entry is missing`);
  const { chain } = table;
  const drawn =
    signature === null ? null : { chainHash: chain.hash, round: record.round, signature, drawId: record.drawId };
  return {
    ...record,
    lotteryKey: lottery.key,
    periodSeconds: lottery.periodSeconds,
    locksAtMs: evidence.locksAtMs,
    drawsAtMs: evidence.drawsAtMs,
    chain: { ...chain, kind: table.entry.beacon_kind },
    signature,
    seed: drawn ? drawDice(drawn).seed : null,
    table: { hash: table.hash, entry: answerEntry(tableEntry) },
    entries: {
      seal: evidence.sealEntry && answerEntry(evidence.sealEntry),
      draw: evidence.drawEntry && answerEntry(evidence.drawEntry),
      void: evidence.voidEntry && answerEntry(evidence.voidEntry),
    },
    witnessed: { quorum: Number(table.entry.quorum), of: table.entry.witnesses.length },
    book: book && {
      ...book,
      notices: [...book.notices],
      noticed: book.noticed
        ? { ...book.noticed, places: book.noticed.places.map((place) => place && answerPlace(place)) }
        : null,
      peaks: [...book.peaks],
      entries: [...book.entries],
      table: book.table && { ...book.table, place: answerPlace(book.table.place) },
      after: book.after && {
        ...book.after,
        draw: book.after.draw && answerPlace(book.after.draw),
        void: book.after.void && answerPlace(book.after.void),
      },
    },
  };
}

function answerPlace({ index, proof }: EntryPlace) {
  return { index, proof: [...proof] };
}

export function answerSlip(slip: SlipRecord): z.infer<typeof SlipAnswer> {
  return {
    id: slip.id,
    drawId: slip.drawId,
    lotteryKey: slip.lottery.key,
    lotteryName: slip.lottery.name,
    icon: slip.lottery.icon,
    period: slip.period,
    placedAtMs: slip.placedAtMs,
    selections: slip.selections.map((selection) => ({
      ...selection,
      stakeMinor: String(selection.stakeMinor),
      payoutMinor: selection.payoutMinor === null ? null : String(selection.payoutMinor),
    })),
    totalMinor: String(slip.totalMinor),
    state: slip.state,
    payoutMinor: slip.payoutMinor === null ? null : String(slip.payoutMinor),
    dice: slip.dice,
    settledAtMs: slip.settledAtMs,
  };
}

export function answerReceipt(
  receipt: Pick<StoredReceipt, 'leafData'> & { salt: Buffer },
  userName: string,
  signed: { publicKey: string; signature: string },
): z.infer<typeof ReceiptAnswer> {
  return {
    leafData: receipt.leafData.toString('hex'),
    signature: signed.signature,
    publicKey: signed.publicKey,
    userName,
    salt: receipt.salt.toString('hex'),
  };
}

/**
 * The receipt key with this public key, as a table names it. Throws `busy` if this process does not hold it. Another
 * process may hold it, and the member's phone rejects a signature by any other key.
 */
export function keyOf(keys: ReceiptKeys, publicKey: string): ReceiptKey {
  const key = keys.of(publicKey);
  if (key === null) throw new Refusal('busy');
  return key;
}

/** Signs the receipt of an already accepted slip again. Throws `busy` like `keyOf`. */
export function signReceipt(
  receipt: Pick<StoredReceipt, 'leafData' | 'receiptKey'> & { salt: Buffer },
  userName: string,
  keys: ReceiptKeys,
): z.infer<typeof ReceiptAnswer> {
  const key = keyOf(keys, receipt.receiptKey);
  const { publicKey } = key;
  return answerReceipt(receipt, userName, { publicKey, signature: key.signLeaf(receipt.leafData) });
}
