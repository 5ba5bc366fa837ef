/** `tercet verify receipt FILE`: checks one or several receipts, bets or draws. */
import {
  claimOf,
  type DrawProof,
  EXIT_CODES,
  type FateClaim,
  fromHex,
  inclusionProofHex,
  keyOfClaim,
  leafHash,
  type SlipProof,
  toHex,
  type Verdict,
  verifyDraw,
  verifySlip,
} from '@tercet/fair';
import type { CheckContext } from './check-context.ts';
import type { Club } from './club.ts';
import { remember } from './draw.ts';
import { gather } from './evidence.ts';
import { CheckFailure, EXIT_UNUSABLE } from './failure.ts';
import { readInput } from './input.ts';
import { type CheckedItem, readItems } from './receipt-files.ts';
import { type Report, reportOf } from './report.ts';
import { writeProofs } from './tlog-proof-files.ts';
import { pinAsRequested } from './trust.ts';

/**
 * Different claims about one draw that are compared. Every larger set has a contradiction among the first of them: each
 * of a claim's table, seal, dice and fate is missing or, without a contradiction, the same.
 */
const CLAIMS_MAX = 64;
/** Exit codes, worst first. */
const WORST_FIRST = [1, EXIT_UNUSABLE, 6, 5, 4, 3, 0];

export async function checkReceipt(asking: CheckContext): Promise<Report> {
  const { options, surroundings, club } = asking;
  await pinAsRequested(options, surroundings, club);
  const items = readItems(await readInput(asking), options.target);
  if (items.length > 1 && options.tlogProof !== null) {
    throw new CheckFailure('--tlog-proof is for one receipt; this file holds several.');
  }
  const [first] = items;
  if (first !== undefined && first !== null && items.length === 1)
    return checkItem(asking, first, claimsByDraw([first]));
  const claims = claimsByDraw(items.filter((item) => item !== null));
  const reports: Report[] = [];
  for (const [index, item] of items.entries()) {
    const name = item?.drawId ?? `receipt ${index + 1}`;
    if (item === null) reports.push(notChecked(name, 'It is none of the forms that can be read.'));
    else reports.push(await checkItem(asking, item, claims).catch((error) => notChecked(name, messageOf(error))));
  }
  return together(reports);
}

/** The report on an item that could not be checked, so that it does not hide the others. */
function notChecked(name: string, error: string): Report {
  return { exitCode: EXIT_UNUSABLE, lines: [`draw ${name}`, `Not checked: ${error}`], data: { verdict: null, error } };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function checkItem(asking: CheckContext, item: CheckedItem, all: ClaimsByDraw): Promise<Report> {
  const { club, options } = asking;
  const draw = club === null ? item.draw : await drawFrom(club, item.drawId);
  const gathered = await gather(asking, draw, { ...item.given, claims: claimsOf(item, club === null, all) });
  const { known } = gathered;
  const found =
    item.receipt === null
      ? verifyDraw(draw as DrawProof, known)
      : verifySlip(slipOf(item, draw, known.leafHashes), known);
  await remember(asking, draw, gathered, found);
  const name = item.leaf === null ? item.drawId : `${item.drawId}, bet ${item.leaf.slipId}`;
  const report = reportOf(name, { found, gathered, draw, answered: club !== null });
  if (options.tlogProof === null) return report;
  return writeProofs(report, draw, { path: options.tlogProof, pinned: known.pinned?.logKey });
}

/** The club's draw. Null where it serves none, or another one, which proves nothing about this bet. */
async function drawFrom(club: Club, drawId: string): Promise<DrawProof | null> {
  const draw = await club.draw(drawId);
  return draw?.drawId === drawId ? draw : null;
}

/** A claim of the file, and the items that make it. */
interface FileClaim {
  claim: FateClaim;
  of: Set<CheckedItem>;
}

type ClaimsByDraw = ReadonlyMap<string, readonly FileClaim[]>;

/** The different claims of a file, by draw, read once: a file may have thousands of items about one draw. */
function claimsByDraw(items: readonly CheckedItem[]): ClaimsByDraw {
  const byDraw = new Map<string, CheckedItem[]>();
  for (const item of items) {
    const known = byDraw.get(item.drawId);
    if (known === undefined) byDraw.set(item.drawId, [item]);
    else known.push(item);
  }
  return new Map([...byDraw].map(([drawId, all]) => [drawId, differentClaimsOf(all)]));
}

function differentClaimsOf(items: readonly CheckedItem[]): FileClaim[] {
  const byKey = new Map<string | FateClaim, FileClaim>();
  for (const item of items) {
    const claim = claimOf(item.draw);
    if (claim === null) continue;
    const key = keyOfClaim(claim) ?? claim;
    const known = byKey.get(key);
    if (known !== undefined) known.of.add(item);
    else if (byKey.size < CLAIMS_MAX) byKey.set(key, { claim, of: new Set([item]) });
  }
  return [...byKey.values()];
}

/** The file's claims about an item's draw, apart from the checked claim itself. */
function claimsOf(item: CheckedItem, isChecked: boolean, all: ClaimsByDraw): FateClaim[] {
  const others = (all.get(item.drawId) ?? []).filter(({ of }) => !(isChecked && of.size === 1 && of.has(item)));
  return others.map(({ claim }) => claim);
}

/**
 * Builds the path from the list of bets, if there is one. A receipt that is not on the list gets an invalid path, so
 * that it is refuted.
 */
function slipOf(
  { receipt, path }: CheckedItem,
  draw: DrawProof | null,
  leaves: readonly string[] | null | undefined,
): SlipProof {
  const whole = { receipt, draw } as Pick<SlipProof, 'receipt' | 'draw'>;
  if (!leaves) return { ...whole, ...(path ?? { index: null, count: null, proof: null }) };
  const index = leaves.indexOf(toHex(leafHash(fromHex(receipt?.leafData ?? ''))));
  const proof = index < 0 ? [] : inclusionProofHex(leaves, index);
  return { ...whole, index: Math.max(0, index), count: leaves.length, proof };
}

function together(reports: readonly Report[]): Report {
  const exitCode = WORST_FIRST.find((code) => reports.some((one) => one.exitCode === code)) ?? 0;
  const verdicts = reports.map(({ data }) => data.verdict as Verdict | null);
  const unchecked = verdicts.filter((one) => one === null).length;
  const count = (verdict: Verdict) => verdicts.filter((one) => one === verdict).length;
  const counts = (Object.keys(EXIT_CODES) as Verdict[]).filter((verdict) => count(verdict) > 0);
  return {
    exitCode,
    lines: [
      ...reports.flatMap(({ lines }) => [...lines, '']),
      `${reports.length - unchecked} checked: ${counts.map((verdict) => `${count(verdict)} ${verdict}`).join(', ')}`,
      ...(unchecked > 0 ? [`${unchecked} not checked`] : []),
    ],
    data: {
      verdict: verdicts[reports.findIndex((one) => one.exitCode === exitCode)],
      receipts: reports.map(({ exitCode: code, data }) => ({ exitCode: code, ...data })),
    },
  };
}
