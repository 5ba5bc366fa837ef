import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { transaction } from '../../../db/transaction.ts';
import { Refusal } from '../../../refusal.ts';
import { listVideoTerms, readVideoTerms, type SetVideoTerms, setVideoTerms } from '../../../video/terms.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { refuseWithoutWhy, Why } from '../members/member-params.ts';
import { staffOf } from '../staff-caller.ts';
import { TermsAnswer, TermsBody } from './video-shapes.ts';

export function videoTermsRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/console/video-terms',
    config: { access: 'staff', roles: ['content', 'auditor', 'owner'] },
    schema: {
      tags: ['console'],
      summary: 'Default terms of titles: current and earlier versions',
      response: { 200: z.object({ now: TermsAnswer, before: z.array(TermsAnswer) }), ...PROBLEMS },
    },
    handler: (request) =>
      transaction(db, async (tx) => {
        const now = answerTerms(await readVideoTerms(tx.q));
        const before = (await listVideoTerms(tx.q)).map(answerTerms).filter(({ version }) => version !== now.version);
        await record(tx, { staff: staffOf(request), act: 'videos-read', why: null, address: request.ip });
        return { now, before };
      }),
  });
}

export function setVideoTermsRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'POST',
    url: '/api/console/video-terms',
    config: { access: 'staff', roles: ['content', 'owner'], stepUp: true },
    schema: {
      tags: ['console'],
      summary: 'Set the default terms of titles, in force at once; earlier versions are kept',
      body: TermsBody.extend({ why: Why }),
      response: { 201: TermsAnswer, ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const { why, access, balanceMinor, startMs } = request.body;
      refuseWithoutWhy(why);
      if ((access === 'balance') !== (balanceMinor !== null)) {
        throw new Refusal('fill-in', {}, { balanceMinor: 'fill-in' });
      }
      const balance = balanceMinor === null ? null : BigInt(balanceMinor);
      const staff = staffOf(request);
      const answer = await transaction(db, async (tx) => {
        const set = await setVideoTerms(tx, { access, balance, startMs }, staff.id);
        const [before, after] = [answerTerms(set.before), answerTerms(set.after)];
        const act = { act: 'video-terms-set', subject: 'house', before, after };
        await record(tx, { ...act, staff, why, address: request.ip });
        return after;
      });
      return reply.code(201).send(answer);
    },
  });
}

function answerTerms({ balance, ...same }: SetVideoTerms): z.infer<typeof TermsAnswer> {
  return { ...same, balanceMinor: balance === null ? null : String(balance) };
}
