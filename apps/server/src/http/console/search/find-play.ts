import { hasWords } from '@tercet/contract/words.ts';
import { complaintOfSlip } from '../../../complaints/find.ts';
import type { Tx } from '../../../db/transaction.ts';
import { findDrawRecord } from '../../../draw/evidence/draw-records.ts';
import { findSlipOwner } from '../../../draw/slips/find-slip.ts';
import { findSlip } from '../../../draw/slips/slip-records.ts';
import type { Catalogue, Lottery } from '../../../lottery/catalogue.ts';
import { findDraw } from '../../shared/draw-ids.ts';
import { memberNames } from '../members/member-names.ts';
import { type Found, firstOf, HITS_MAX, type Hit, hit, NOTHING } from './hit.ts';
import type { Term } from './term.ts';

/** A bet by the slip's id, with the member's question about it. */
export async function findBets({ q }: Tx, { id }: Term, catalogue: Catalogue): Promise<Found> {
  if (id === null) return NOTHING;
  const owner = await findSlipOwner(q, catalogue, id);
  const slip = owner === null ? null : await findSlip(q, catalogue, owner, id);
  if (owner === null || slip === null) return NOTHING;
  const { memberId } = owner;
  const name = (await memberNames(q, [memberId]))(memberId);
  const facts = { memberId, name, about: slip.drawId, amountMinor: String(slip.totalMinor) };
  const hits: Hit[] = [hit({ kind: 'bet', id, state: slip.state, atMs: slip.placedAtMs, ...facts })];
  const complaint = await complaintOfSlip(q, owner, id);
  if (complaint !== null) {
    hits.push(
      hit({ kind: 'complaint', id: complaint.id, state: complaint.state, atMs: complaint.askedAtMs, ...facts }),
    );
  }
  return firstOf(hits);
}

/** Draws by period number, of the lotteries whose key or name has the typed text. */
export async function findDraws({ q }: Tx, { draw }: Term, catalogue: Catalogue): Promise<Found> {
  if (draw === null) return NOTHING;
  const { lottery: typed, period } = draw;
  const hits: Hit[] = [];
  for (const lottery of catalogue.lotteries.filter((one) => isMeant(one, typed))) {
    if (hits.length > HITS_MAX) break;
    if (findDraw(catalogue, `${lottery.key}/${period}`) === null) continue;
    const found = await findDrawRecord(q, lottery, period);
    if (found === null) continue;
    const about = found.dice === null ? lottery.name : `${lottery.name} · ${found.dice.join(' + ')} = ${found.sum}`;
    hits.push(
      hit({ kind: 'draw', id: found.drawId, name: found.drawId, about, state: found.state, atMs: found.drawnAtMs }),
    );
  }
  return firstOf(hits);
}

function isMeant({ key, name }: Lottery, typed: string): boolean {
  return typed === '' || key === typed.toLowerCase() || hasWords(name, typed);
}
