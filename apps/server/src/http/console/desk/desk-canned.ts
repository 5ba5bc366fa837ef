import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { transaction } from '../../../db/transaction.ts';
import { type CannedPlan, changeCanned, createCanned, listCanned } from '../../../desk/canned.ts';
import { LANGUAGES } from '../../../languages.ts';
import { faultOfStaffWords } from '../../../moderation/staff-words.ts';
import { Refusal } from '../../../refusal.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { Uuid } from '../../shared/shapes.ts';
import { staffOf } from '../staff-caller.ts';

/** Body limit: texts in every language of the club. A UTF-16 unit takes at most three bytes. */
const CANNED_BYTES_MAX = (LANGUAGES.length + 1) * (3 * 2_000 + 100);

const CannedBody = z.strictObject({
  title: z.string().trim().min(1).max(80).describe('Visible to staff only'),
  texts: z.partialRecord(z.enum(LANGUAGES), z.string().trim().min(1).max(2_000)).describe('By language; at least one'),
  hidden: z.boolean().default(false).describe('True if it is no longer offered'),
});

const CannedAnswer = CannedBody.extend({ id: z.uuid(), changedAtMs: z.number().int() });
z.globalRegistry.add(CannedAnswer, { id: 'CannedAnswer' });

export function listCannedRoute(http: Http, deps: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/console/desk/canned',
    config: { access: 'staff', roles: ['support', 'auditor', 'owner'] },
    schema: {
      tags: ['console'],
      summary: 'Canned answers in several languages, by title, hidden ones included',
      response: { 200: z.object({ items: z.array(CannedAnswer) }), ...PROBLEMS },
    },
    handler: async () => ({ items: await listCanned(deps.db) }),
  });
}

export function createCannedRoute(http: Http, deps: { db: Db }): void {
  http.route({
    method: 'POST',
    url: '/api/console/desk/canned',
    config: { access: 'staff', roles: ['support', 'owner'] },
    bodyLimit: CANNED_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Create a canned answer; the text rules for answers apply',
      body: CannedBody,
      response: { 201: CannedAnswer, ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const plan = await readPlan(request.body);
      const staff = staffOf(request);
      const made = await transaction(deps.db, async (tx) => {
        const created = await createCanned(tx, plan, staff.id);
        const act = { act: 'desk-canned-created', subject: `desk-canned/${created.id}`, after: plan };
        await record(tx, { ...act, staff, why: null, address: request.ip });
        return created;
      });
      return reply.code(201).send(made);
    },
  });
}

export function changeCannedRoute(http: Http, deps: { db: Db }): void {
  http.route({
    method: 'PUT',
    url: '/api/console/desk/canned/:id',
    config: { access: 'staff', roles: ['support', 'owner'] },
    bodyLimit: CANNED_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Change or hide a canned answer',
      params: z.object({ id: Uuid }),
      body: CannedBody,
      response: { 200: CannedAnswer, ...PROBLEMS },
    },
    handler: async (request) => {
      const plan = await readPlan(request.body);
      const { id } = request.params;
      const staff = staffOf(request);
      return transaction(deps.db, async (tx) => {
        const { before, after } = await changeCanned(tx, id, plan, staff.id);
        const act = { act: 'desk-canned-changed', subject: `desk-canned/${id}`, before, after: plan };
        await record(tx, { ...act, staff, why: null, address: request.ip });
        return after;
      });
    },
  });
}

/** Throws `fill-in` if no language has a text, and the refusals of the rules for texts by staff. */
async function readPlan({ title, texts, hidden }: z.infer<typeof CannedBody>): Promise<CannedPlan> {
  const text = Object.entries(texts).filter((one): one is [string, string] => one[1] !== undefined);
  if (text.length === 0) throw new Refusal('fill-in', {}, { texts: 'fill-in' });
  for (const [, words] of text) {
    const fault = await faultOfStaffWords(words);
    if (fault) throw new Refusal(fault, {}, { texts: fault });
  }
  const fault = await faultOfStaffWords(title);
  if (fault) throw new Refusal(fault, {}, { title: fault });
  return { title, texts: Object.fromEntries(text), hidden };
}
