import { z } from 'zod';
import { type Act, record } from '../../../audit/audit.ts';
import { type Tx, transaction } from '../../../db/transaction.ts';
import { closeThread } from '../../../desk/answer.ts';
import { addLabel, assignThread, LABELS } from '../../../desk/handling.ts';
import { REFUSAL_CODES, Refusal } from '../../../refusal.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { Uuid } from '../../shared/shapes.ts';
import type { ConsoleDeps } from '../deps.ts';
import { accountOf } from '../members/member-params.ts';
import { staffOf } from '../staff-caller.ts';
import { refuseOthers } from './desk-handling.ts';

const ITEMS_MAX = 50;
/** 50 items of at most 200 bytes, and the act. */
const BODY_BYTES_MAX = 12_288;

const Item = z.strictObject({
  memberId: Uuid,
  id: Uuid,
  from: Uuid.nullable().describe('Staff account that has it, as the caller sees it; one who assigns is refused if not'),
});

const BulkAct = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('assign'), to: Uuid.nullable().describe('Null for nobody') }),
  z.strictObject({ kind: z.literal('label'), label: z.enum(LABELS) }),
  z.strictObject({ kind: z.literal('close') }),
]);
type BulkAct = z.infer<typeof BulkAct>;

const Result = z.object({
  id: z.uuid(),
  outcome: z.enum(['done', 'unchanged', 'refused']).describe('`unchanged`: it was so already'),
  code: z.enum(REFUSAL_CODES).nullable().describe('Reason of a refusal'),
});

/** One act on several conversations. Each is a transaction and an audit event of its own. */
export function handleThreadsRoute(http: Http, { db, staff: staffDeps }: Pick<ConsoleDeps, 'db' | 'staff'>): void {
  http.route({
    method: 'POST',
    url: '/api/console/desk/handling',
    config: { access: 'staff', roles: ['support', 'owner'] },
    bodyLimit: BODY_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Assign, label or close several conversations, each on its own; the answer has the outcome of each',
      body: z.strictObject({ act: BulkAct, items: z.array(Item).min(1).max(ITEMS_MAX) }),
      response: { 200: z.object({ results: z.array(Result) }), ...PROBLEMS },
    },
    handler: async (request) => {
      const { act, items } = request.body;
      const by = { staff: staffOf(request), why: null, address: request.ip };
      if (act.kind === 'assign' && act.to !== null) {
        const { to } = act;
        await transaction(db, (tx) => refuseOthers(tx, staffDeps, to));
      }
      const results: z.infer<typeof Result>[] = [];
      for (const item of items)
        results.push(await handled(() => transaction(db, (tx) => carryOut(tx, act, item, by)), item));
      return { results };
    },
  });
}

async function handled(run: () => Promise<boolean>, { id }: { id: string }): Promise<z.infer<typeof Result>> {
  try {
    return { id, outcome: (await run()) ? 'done' : 'unchanged', code: null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { id, outcome: 'refused', code: error.code };
  }
}

/** True if it changed something, which is then in the audit log. Throws refusals. */
async function carryOut(
  tx: Tx,
  act: BulkAct,
  { memberId, id, from }: z.infer<typeof Item>,
  by: Pick<Act, 'staff' | 'why' | 'address'>,
): Promise<boolean> {
  const member = accountOf({ memberId });
  const about = { ...by, member, subject: `desk/${id}` };
  if (act.kind === 'assign') {
    const isNew = await assignThread(tx, member, id, { from, to: act.to });
    const states = { before: { staff: from }, after: { staff: act.to } };
    if (isNew) await record(tx, { ...about, act: 'desk-assigned', ...states });
    return isNew;
  }
  if (act.kind === 'label') {
    const labels = await addLabel(tx, member, id, act.label);
    if (labels === null) return false;
    const states = { before: { labels: labels.before }, after: { labels: labels.after } };
    await record(tx, { ...about, act: 'desk-labelled', ...states });
    return true;
  }
  const wasOpen = await closeThread(tx, member, id, 'house');
  if (wasOpen) await record(tx, { ...about, act: 'desk-closed' });
  return wasOpen;
}
