import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { transaction } from '../../../db/transaction.ts';
import { readService, refuseBadUrl, setServicePage } from '../../../house/service.ts';
import type { StaffDeps } from '../../../staff/deps.ts';
import { propose } from '../../../staff/proposals.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { refuseWithoutWhy, Why } from '../members/member-params.ts';
import { answerProposal, ProposalAnswer } from '../proposals/proposal-shapes.ts';
import { staffOf } from '../staff-caller.ts';
import { ServiceAnswer, ServicePageBody } from './service-shapes.ts';

export function proposeServicePageRoute(http: Http, { staff: deps }: { staff: StaffDeps }): void {
  http.route({
    method: 'POST',
    url: '/api/console/service/url',
    config: { access: 'staff', roles: ['owner'], stepUp: true },
    schema: {
      tags: ['console'],
      summary: 'Propose another service page; members are led there once another person confirms it',
      body: ServicePageBody.extend({ why: Why }),
      response: { 201: ProposalAnswer, ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const { why, ...page } = request.body;
      refuseWithoutWhy(why);
      refuseBadUrl(page.url);
      const staff = staffOf(request);
      const answer = await transaction(deps.db, async (tx) => {
        const before = await readService(tx.q);
        const plan = { what: 'service-url', subject: 'house', body: page, why } as const;
        const made = await propose(tx, deps, { ...plan, proposedBy: staff.id });
        const states = { before: { url: before?.url ?? null }, after: { proposal: made.id, ...page } };
        await record(tx, { act: 'service-url-proposed', subject: 'house', ...states, staff, why, address: request.ip });
        return answerProposal(tx, made);
      });
      return reply.code(201).send(answer);
    },
  });
}

/** One person may withdraw it at once: a compromised page must not wait for a second person. */
export function withdrawServicePageRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'POST',
    url: '/api/console/service/url/withdraw',
    config: { access: 'staff', roles: ['owner'], stepUp: true },
    schema: {
      tags: ['console'],
      summary: 'Withdraw the service page',
      body: z.strictObject({ why: Why }),
      response: { 200: ServiceAnswer, ...PROBLEMS },
    },
    handler: (request) => {
      const { why } = request.body;
      refuseWithoutWhy(why);
      const staff = staffOf(request);
      return transaction(db, async (tx) => {
        const { before, after } = await setServicePage(tx, null, staff.id);
        const states = { before: { url: before?.url ?? null }, after: { url: null } };
        await record(tx, {
          act: 'service-url-withdrawn',
          subject: 'house',
          ...states,
          staff,
          why,
          address: request.ip,
        });
        return { ...after, texts: { ...after.texts } };
      });
    },
  });
}
