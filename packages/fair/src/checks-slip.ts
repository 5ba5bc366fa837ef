/** The checks of one slip: its receipt, its place among the sealed bets, what it is paid. */
import { payoutOnSum, sumOf } from './bets.ts';
import { fromHex, toHex } from './bytes.ts';
import { type Case, holds, type Outcome, open, refuted } from './case.ts';
import { decodeEntryAs, multipliersOfTable } from './entries.ts';
import { leafHash, verifyInclusionHex } from './merkle.ts';
import { commitmentOf, parseSlipLeafData, verifyReceipt } from './receipt.ts';

export function checkReceipt(given: Case): Outcome {
  const { draw, slip } = given;
  if (slip === null) return open('no-receipt');
  const { receipt } = slip;
  const leaf = parseSlipLeafData(fromHex(receipt.leafData));
  if (leaf === null) return refuted('leaf-data');
  const values = { slipId: leaf.slipId, drawId: leaf.drawId, acceptedMs: String(leaf.acceptedMs) };
  const table = decodeEntryAs('table', draw.table.entry.body);
  if (receipt.publicKey !== table.receipt_key) return refuted('other-key', values);
  if (!verifyReceipt({ ...receipt, userName: undefined, salt: undefined })) return refuted('signature', values);
  if (commitmentOf(receipt.userName, receipt.salt) !== leaf.commitment) return refuted('commitment', values);
  if (leaf.origin !== table.origin) return refuted('other-origin', values);
  if (leaf.drawId !== draw.drawId) return refuted('other-draw', values);
  given.leaf = leaf;
  return holds(values);
}

export function checkInclusion({ slip, leaf, seal, isVoid }: Case): Outcome {
  if (slip === null || leaf === undefined) return open('no-receipt');
  if (seal === undefined) return open(isVoid === true ? 'void' : 'not-sealed-yet');
  const { index, count, proof } = slip;
  const hash = toHex(leafHash(fromHex(slip.receipt.leafData)));
  const values = { leafHash: hash, index: String(index), count: seal.count, root: seal.root };
  if (index === null || count === null || proof === null) return open('no-proof', values);
  if (String(count) !== seal.count) return refuted('count', values);
  if (!verifyInclusionHex({ leafHash: hash, index, size: count, proof, root: seal.root }))
    return refuted('path', values);
  return holds(values);
}

/** Void: the stakes go back. Otherwise what the dice pay by the table. */
export function checkPayout({ leaf, table, dice, isVoid, options }: Case): Outcome {
  if (leaf === undefined || table === undefined) return open('no-receipt');
  const stake = leaf.selections.reduce((total, { stakeMinor }) => total + stakeMinor, 0n);
  if (isVoid !== true && dice === undefined) return open('no-dice', { stakeMinor: String(stake) });
  const paid = dice === undefined ? stake : payoutOnSum(leaf.selections, multipliersOfTable(table), sumOf(dice));
  const values = { stakeMinor: String(stake), payoutMinor: String(paid) };
  if (options.payoutMinor !== undefined && options.payoutMinor !== String(paid)) return refuted('payout', values);
  return holds(values);
}
