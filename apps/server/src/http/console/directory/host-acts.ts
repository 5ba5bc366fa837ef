import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import { type Tx, transaction } from '../../../db/transaction.ts';
import { endConsents } from '../../../directory/consents.ts';
import type { DirectoryDeps } from '../../../directory/deps.ts';
import { lockHost } from '../../../directory/host-changes.ts';
import { approveWords, refuseWords } from '../../../directory/hosts.ts';
import { makeLink } from '../../../directory/links.ts';
import { barHost, removeHost, unbarHost } from '../../../directory/removal.ts';
import type { Http } from '../../http.ts';
import { FORM_BYTES_MAX, PROBLEMS } from '../../shared/forms.ts';
import type { ConsoleDeps } from '../deps.ts';
import { refuseWithoutWhy, Why } from '../members/member-params.ts';
import { staffOf } from '../staff-caller.ts';
import { FullHostAnswer, HostParams, showHost } from './host-shapes.ts';

const Version = z.number().int().min(1).max(2_147_483_647).describe('Version of the draft that the reviewer read');

export function approveHostWordsRoute(http: Http, { db }: DirectoryDeps): void {
  http.route({
    method: 'POST',
    url: '/api/console/hosts/:id/words/approve',
    config: { access: 'staff', roles: ['content', 'owner'] },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Approve the draft texts',
      params: HostParams,
      body: z.strictObject({ version: Version }),
      response: { 200: FullHostAnswer, ...PROBLEMS },
    },
    handler: (request) => {
      const { id } = request.params;
      const { version } = request.body;
      const staff = staffOf(request);
      return transaction(db, async (tx) => {
        await approveWords(tx, id, version);
        const act = { act: 'host-words-approved', subject: `host/${id}`, after: { version } };
        await record(tx, { ...act, staff, why: null, address: request.ip });
        return showHost(tx.q, id, staff.id);
      });
    },
  });
}

export function refuseHostWordsRoute(http: Http, { db }: DirectoryDeps): void {
  http.route({
    method: 'POST',
    url: '/api/console/hosts/:id/words/refuse',
    config: { access: 'staff', roles: ['content', 'owner'], readByMembers: true, judgedWords: true },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Refuse the draft texts, with a reason for the host',
      params: HostParams,
      body: z.strictObject({ version: Version, why: Why }),
      response: { 200: FullHostAnswer, ...PROBLEMS },
    },
    handler: (request) => {
      const { id } = request.params;
      const { version, why } = request.body;
      refuseWithoutWhy(why);
      const staff = staffOf(request);
      return transaction(db, async (tx) => {
        await refuseWords(tx, id, version, why);
        const act = { act: 'host-words-refused', subject: `host/${id}`, after: { version } };
        await record(tx, { ...act, staff, why, address: request.ip });
        return showHost(tx.q, id, staff.id);
      });
    },
  });
}

/** Acts that end or restore a profile; each needs a reason. */
const ACTS: Record<
  string,
  { summary: string; act: string; run(tx: Tx, hostId: string): Promise<void>; stepUp: boolean }
> = {
  hide: { summary: 'Hide a host until further notice', act: 'host-hidden', run: barHost, stepUp: false },
  show: { summary: 'Unhide a host; other requirements still apply', act: 'host-shown', run: unbarHost, stepUp: true },
  remove: {
    summary: 'Remove a host permanently: texts and pictures are deleted',
    act: 'host-removed',
    run: removeHost,
    stepUp: true,
  },
};

/** Adds one endpoint for each of `ACTS`. */
export function hostActsRoute(http: Http, { db }: DirectoryDeps): void {
  for (const [name, { summary, act, run, stepUp }] of Object.entries(ACTS)) {
    http.route({
      method: 'POST',
      url: `/api/console/hosts/:id/${name}`,
      config: { access: 'staff', roles: ['content', 'owner'], ...(stepUp ? { stepUp } : {}) },
      bodyLimit: FORM_BYTES_MAX,
      schema: {
        tags: ['console'],
        summary,
        params: HostParams,
        body: z.strictObject({ why: Why }),
        response: { 200: FullHostAnswer, ...PROBLEMS },
      },
      handler: (request) => {
        const { id } = request.params;
        const { why } = request.body;
        refuseWithoutWhy(why);
        const staff = staffOf(request);
        return transaction(db, async (tx) => {
          await run(tx, id);
          await record(tx, { act, subject: `host/${id}`, staff, why, address: request.ip });
          return showHost(tx.q, id, staff.id);
        });
      },
    });
  }
}

export function makeHostLinkRoute(http: Http, { db, membersOrigin }: Pick<ConsoleDeps, 'db' | 'membersOrigin'>): void {
  http.route({
    method: 'POST',
    url: '/api/console/hosts/:id/link',
    config: { access: 'staff', roles: ['content', 'owner'], stepUp: true },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Create the host’s private link, shown once; it replaces the former one and needs a new consent',
      params: HostParams,
      response: {
        201: z.object({
          token: z.string().describe('Token of the link `/Host#<token>`'),
          membersOrigin: z
            .string()
            .nullable()
            .describe('Origin of the members’ pages; null: the origin of the console'),
          host: FullHostAnswer,
        }),
        ...PROBLEMS,
      },
    },
    handler: async (request, reply) => {
      const { id } = request.params;
      const staff = staffOf(request);
      const made = await transaction(db, async (tx) => {
        await lockHost(tx, id);
        // Staff who hold a link could act as the host, so earlier consents end.
        await endConsents(tx, id);
        const token = await makeLink(tx, id);
        await record(tx, { act: 'host-link-made', subject: `host/${id}`, staff, why: null, address: request.ip });
        return { token, membersOrigin, host: await showHost(tx.q, id, staff.id) };
      });
      return reply.code(201).send(made);
    },
  });
}
