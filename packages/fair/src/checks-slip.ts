/** Checks of a slip: its receipt, its place among the sealed bets, its payout. */
import { payoutOnDice } from './bets.ts';
import { fromHex, toHex } from './bytes.ts';
import { blocked, type Case, holds, isAbsent, need, needList, type Outcome, refuted } from './case.ts';
import { establishTable, GRACE_MS } from './checks-book.ts';
import { chainOfTable, multipliersOfTable } from './entries.ts';
import { leafHash, verifyInclusionHex } from './merkle.ts';
import { copiesOf, needHouseTime, openSeen } from './place.ts';
import type { Receipt } from './proof.ts';
import { commitmentOf, parseSlipLeafData, verifyReceipt } from './receipt.ts';
import { timeOfRound } from './schedule.ts';

/** Stakes are returned if the beacon is this many seconds late. */
const RETURN_SECONDS = 86_400;

/** Checks the receipt's signature by the key of the table, so it needs a table that is in the book. */
export function checkReceipt(given: Case): Outcome {
  const { draw, slip } = given;
  const receipt = need(slip?.receipt, 'no-receipt');
  for (const part of ['leafData', 'signature', 'publicKey', 'userName', 'salt'] satisfies (keyof Receipt)[]) {
    need(receipt[part], 'no-receipt');
  }
  const leaf = parseSlipLeafData(fromHex(receipt.leafData));
  if (leaf === null) return refuted('leaf-data');
  const values = { slipId: leaf.slipId, drawId: leaf.drawId, acceptedMs: String(leaf.acceptedMs) };
  establishTable(given);
  const { table } = given;
  if (table === undefined) return blocked('table', values);
  if (receipt.publicKey !== table.receipt_key) return refuted('other-key', values);
  if (!verifyReceipt({ ...receipt, userName: undefined, salt: undefined })) return refuted('signature', values);
  if (commitmentOf(receipt.userName, receipt.salt) !== leaf.commitment) return refuted('commitment', values);
  if (leaf.origin !== table.origin) return refuted('other-origin', values);
  if (leaf.drawId !== need(draw.drawId, 'no-draw')) return refuted('other-draw', values);
  given.leaf = leaf;
  return holds(values);
}

export function checkInclusion({ slip, leaf, seal, tLock = 0 }: Case): Outcome {
  if (slip === null || leaf === undefined) return blocked('receipt');
  if (seal === undefined) return blocked('seal');
  const hash = toHex(leafHash(fromHex(slip.receipt.leafData)));
  const dueMs = tLock * 1000 + GRACE_MS;
  const index = need(slip.index, 'no-path', dueMs);
  const count = need(slip.count, 'no-path', dueMs);
  const proof = needList(slip.proof, 'no-path');
  const values = { leafHash: hash, index: String(index), count: seal.count, root: seal.root };
  if (count !== Number(seal.count)) return refuted('count', values);
  if (!verifyInclusionHex({ leafHash: hash, index, size: count, proof, root: seal.root }))
    return refuted('path', values);
  return holds(values);
}

/**
 * A void draw refunds the stakes. Otherwise the table and the dice decide. If the beacon was a day late, the stakes had
 * been returned already; members who won less than their stake keep it.
 */
export function checkPayout(given: Case): Outcome {
  const { leaf, table, dice, isVoid, options } = given;
  if (leaf === undefined) return blocked('receipt');
  if (table === undefined) return blocked('table');
  const stake = leaf.selections.reduce((total, { stakeMinor }) => total + stakeMinor, 0n);
  if (isVoid !== true && dice === undefined) return blocked('dice', { stakeMinor: String(stake) });
  const paid = dice === undefined ? stake : payoutOnDice(leaf.selections, multipliersOfTable(table), dice);
  const values = { stakeMinor: String(stake), payoutMinor: String(paid) };
  const { payoutMinor: reported } = options;
  if (isAbsent(reported) || reported === String(paid)) return holds(values);
  const isStakeReturned = stake > paid && reported === String(stake) && isAfterReturn(given);
  return isStakeReturned ? holds(values) : refuted('payout', values);
}

/**
 * True if the book first shows the draw when the stakes had already been returned. Throws `MissingPart` without a time.
 */
function isAfterReturn({ draw, table, round, logKeys = [], options }: Case): boolean {
  const shown = draw.book?.after?.checkpoint;
  if (table === undefined || round === undefined || !shown) return false;
  const metAt = openSeen(copiesOf(shown.note, options.witnessed), table, logKeys)?.metAt ?? null;
  const seenMs = table.quorum === '0' ? needHouseTime(shown, 'no-time') : (metAt ?? 0) * 1000;
  return seenMs >= (timeOfRound(round, chainOfTable(table)) + RETURN_SECONDS) * 1000;
}
