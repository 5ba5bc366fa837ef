/** `tercet verify draw ID`: checks one draw. */
import { claimOf, type DrawProof, type FateClaim, type Verification, verifyDraw } from '@tercet/fair';
import type { CheckContext } from './check-context.ts';
import { type Gathered, gather } from './evidence.ts';
import { type Checked, type Report, reportOf } from './report.ts';
import { changeState } from './state.ts';
import { writeProofs } from './tlog-proof-files.ts';
import { pinAsRequested } from './trust.ts';

export async function checkDraw(asking: CheckContext): Promise<Report> {
  const { options, surroundings, club } = asking;
  await pinAsRequested(options, surroundings, club);
  const checked = await checkShown(asking);
  const { draw, gathered, found } = checked;
  await remember(asking, draw, gathered, found);
  const report = reportOf(options.target, checked);
  if (options.tlogProof === null) return report;
  return writeProofs(report, draw, { path: options.tlogProof, pinned: gathered.trust.pinned });
}

/** Checks the draw as the club shows it. Remembers nothing. */
export async function checkShown(asking: CheckContext): Promise<Checked> {
  const { club, options } = asking;
  const answer = (await club?.draw(options.target)) ?? null;
  // An answer about another draw proves nothing about this one.
  const draw = answer?.drawId === options.target ? answer : null;
  const gathered = await gather(asking, draw, {});
  return { draw, gathered, found: verifyDraw(draw as DrawProof, gathered.known), answered: club !== null };
}

/**
 * Remembers the club's claim about a draw, and the key that signed it. A refuted draw does not set the first key. A
 * fate is kept only under a pinned key: any address may claim to serve the book.
 */
export async function remember(
  { options, club, surroundings }: CheckContext,
  draw: DrawProof | null,
  { trust }: Gathered,
  { steps }: Pick<Verification, 'steps'>,
): Promise<void> {
  const logKey = draw?.book?.logKey;
  const table = steps.find(({ id }) => id === 'table');
  const isRefuted = steps.some(({ state }) => state === 'refuted');
  if (club === null || typeof logKey !== 'string' || table === undefined || trust.origin === '') return;
  const isShown = table.state === 'ok' || table.reason === 'not-pinned';
  if (!isShown) return;
  const isFirst = trust.firstSeen === undefined && !isRefuted;
  const claim = claimOf(draw);
  const isProven = trust.pinned !== undefined && table.state === 'ok';
  const isNew =
    isProven && claim !== null && claim.fate !== null && trust.state.fates.every((known) => differs(known, claim));
  if (!isFirst && !isNew) return;
  await changeState(options.state, trust.origin, {
    ...(isFirst ? { firstSeenLogKey: logKey } : {}),
    ...(isNew && claim ? { fates: [...trust.state.fates, { ...claim, seenMs: surroundings.nowMs() }] } : {}),
  });
}

function differs(known: FateClaim, claim: FateClaim): boolean {
  return known.drawId !== claim.drawId || known.fate !== claim.fate;
}
