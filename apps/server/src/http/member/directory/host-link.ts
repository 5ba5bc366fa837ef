import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import { type Tx, transaction } from '../../../db/transaction.ts';
import { setAvailability } from '../../../directory/availability.ts';
import { giveConsent, withdrawConsent } from '../../../directory/consents.ts';
import { type HostProfile, readHostProfile, setPaused } from '../../../directory/host-profile.ts';
import { writeWords } from '../../../directory/hosts.ts';
import { hostOfLink, makeLink } from '../../../directory/links.ts';
import { orderPictures } from '../../../directory/pictures.ts';
import { removeHost } from '../../../directory/removal.ts';
import { countAttempt } from '../../../members/sessions/attempts.ts';
import { Refusal } from '../../../refusal.ts';
import type { Http } from '../../http.ts';
import {
  AvailabilityBody,
  HOST_WORDS_BYTES_MAX,
  HostProfileAnswer,
  HostWordsBody,
} from '../../shared/directory-shapes.ts';
import { FORM_BYTES_MAX, PROBLEMS } from '../../shared/forms.ts';
import { Uuid } from '../../shared/shapes.ts';
import type { HostActsDeps, HostLinkDeps } from './deps.ts';
import { readersOf } from './hosts.ts';

/** The link's token in a header, which no log stores. Logs would store a URL. */
export const LinkHeaders = z.object({
  authorization: z.string().max(200).describe('`Bearer` and the token of the link'),
});

const TOKEN = /^Bearer ([\w-]{43})$/;

/**
 * Runs `act` for the host of the link, in a transaction that commits before the answer. Only wrong links are counted:
 * others who guess from the same address cannot keep a host from withdrawing consent. Throws `host-link-bad`,
 * `throttled`.
 */
export async function withLink<T>(
  { db, limits }: HostLinkDeps,
  request: FastifyRequest,
  act: (tx: Tx, hostId: string) => Promise<T>,
): Promise<T> {
  const token = TOKEN.exec(request.headers.authorization ?? '')?.[1] ?? '';
  try {
    return await transaction(db, async (tx) => {
      const hostId = await hostOfLink(tx, token);
      if (hostId === null) throw new Refusal('host-link-bad');
      return act(tx, hostId);
    });
  } catch (error) {
    const isBad = error instanceof Refusal && error.code === 'host-link-bad';
    if (isBad) await countAttempt(db, limits, 'host-link', { nameKey: null, address: request.ip });
    throw error;
  }
}

/**
 * Verifies the link before the body is read. The act's own transaction verifies again, since a new link may replace
 * this one meanwhile.
 */
export function needsLink(deps: HostLinkDeps): (request: FastifyRequest) => Promise<void> {
  return (request) => withLink(deps, request, async () => {});
}

/**
 * Writes an audit event. If a consent is disputed, the log shows its time, its address, and that it came by the link.
 */
function noteAct(tx: Tx, hostId: string, request: FastifyRequest): Promise<unknown> {
  const what = request.routeOptions.url?.replace('/api/host-link/', '') ?? '';
  const act = { act: 'host-link-used', subject: `host/${hostId}`, after: { what }, address: request.ip };
  return record(tx, { ...act, staff: null, why: null });
}

/** Returns whether it changed anything. */
type HostAct = (tx: Tx, hostId: string) => Promise<boolean>;

/** Like `withLink`, answered with the host's profile after the act. An act without a change writes no audit event. */
export async function asHost(
  deps: HostLinkDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  act: HostAct,
): Promise<HostProfile> {
  const readers = await readersOf(deps, request, reply);
  return withLink(deps, request, async (tx, hostId) => {
    if (await act(tx, hostId)) await noteAct(tx, hostId, request);
    return readHostProfile(tx.q, readers, hostId);
  });
}

/**
 * Limits the rate of an act. Each act appends to the audit log, which has one writer at a time, so a flood would delay
 * staff. Throws `throttled`.
 */
export function bounded({ acts }: HostActsDeps, act: HostAct): HostAct {
  return async (tx, hostId) => {
    acts.count(hostId);
    return act(tx, hostId);
  };
}

/** Acts that remove a host are not limited. They can be repeated only after acts that are. */
const ACTS: Record<string, { summary: string; isBounded?: true; act: HostAct }> = {
  // Reading writes a count of attempts, so it is not a GET.
  '/api/host-link/profile': { summary: 'The host’s own profile, and what members see of it', act: async () => false },
  '/api/host-link/consent': { summary: 'Consent to being shown, for a year', isBounded: true, act: giveConsent },
  '/api/host-link/consent/withdraw': {
    summary: 'Withdraw consent: the host is hidden at once',
    act: withdrawConsent,
  },
  '/api/host-link/away': { summary: 'Hide the host for a while', act: (tx, id) => setPaused(tx, id, true) },
  '/api/host-link/resume': {
    summary: 'End a pause',
    isBounded: true,
    act: (tx, id) => setPaused(tx, id, false),
  },
};

/** Adds one endpoint for each of `ACTS`. */
export function hostLinkActsRoute(http: Http, deps: HostActsDeps): void {
  for (const [url, { summary, isBounded, act }] of Object.entries(ACTS)) {
    const requested = isBounded ? bounded(deps, act) : act;
    http.route({
      method: 'POST',
      url,
      config: { access: 'public', anyCaller: true },
      onRequest: needsLink(deps),
      schema: {
        tags: ['directory'],
        summary,
        headers: LinkHeaders,
        response: { 200: HostProfileAnswer, ...PROBLEMS },
      },
      handler: (request, reply) => asHost(deps, request, reply, requested),
    });
  }
}

export function writeLinkWordsRoute(http: Http, deps: HostActsDeps): void {
  http.route({
    method: 'PUT',
    url: '/api/host-link/words',
    config: { access: 'public', anyCaller: true, readByMembers: true, judgedWords: true },
    onRequest: needsLink(deps),
    bodyLimit: HOST_WORDS_BYTES_MAX,
    schema: {
      tags: ['directory'],
      summary: 'Write new texts; members see the previous ones until approval',
      headers: LinkHeaders,
      body: HostWordsBody,
      response: { 200: HostProfileAnswer, ...PROBLEMS },
    },
    handler: (request, reply) => {
      const write = bounded(deps, async (tx, hostId) => {
        await writeWords(tx, hostId, request.body.texts, 'host');
        return true;
      });
      return asHost(deps, request, reply, write);
    },
  });
}

export function orderLinkPicturesRoute(http: Http, deps: HostActsDeps): void {
  http.route({
    method: 'POST',
    url: '/api/host-link/pictures/order',
    config: { access: 'public', anyCaller: true },
    onRequest: needsLink(deps),
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['directory'],
      summary: 'Reorder the host’s pictures',
      headers: LinkHeaders,
      body: z.strictObject({ ids: z.array(Uuid).max(20).describe('Ids of all pictures, in the new order') }),
      response: { 200: HostProfileAnswer, ...PROBLEMS },
    },
    handler: (request, reply) => {
      const order = bounded(deps, async (tx, hostId) => {
        await orderPictures(tx, hostId, request.body.ids);
        return true;
      });
      return asHost(deps, request, reply, order);
    },
  });
}

export function setLinkDaysRoute(http: Http, deps: HostActsDeps): void {
  http.route({
    method: 'PUT',
    url: '/api/host-link/days',
    config: { access: 'public', anyCaller: true },
    onRequest: needsLink(deps),
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['directory'],
      summary: 'Set the weekdays and single dates on which the host can be booked',
      headers: LinkHeaders,
      body: AvailabilityBody,
      response: { 200: HostProfileAnswer, ...PROBLEMS },
    },
    handler: (request, reply) => {
      const set = bounded(deps, (tx, hostId) => setAvailability(tx, hostId, request.body));
      return asHost(deps, request, reply, set);
    },
  });
}

export function rotateHostLinkRoute(http: Http, deps: HostActsDeps): void {
  http.route({
    method: 'POST',
    url: '/api/host-link/rotate',
    config: { access: 'public', anyCaller: true },
    onRequest: needsLink(deps),
    schema: {
      tags: ['directory'],
      summary: 'Replace the private link; the new link is shown once, the old one ends at once',
      headers: LinkHeaders,
      response: { 200: z.object({ token: z.string(), profile: HostProfileAnswer }), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const readers = await readersOf(deps, request, reply);
      return withLink(deps, request, async (tx, hostId) => ({
        token: await rotated(deps, tx, hostId, request),
        profile: await readHostProfile(tx.q, readers, hostId),
      }));
    },
  });
}

async function rotated({ acts }: HostActsDeps, tx: Tx, hostId: string, request: FastifyRequest): Promise<string> {
  acts.count(hostId);
  await noteAct(tx, hostId, request);
  return makeLink(tx, hostId);
}

export function eraseLinkHostRoute(http: Http, deps: HostLinkDeps): void {
  http.route({
    method: 'POST',
    url: '/api/host-link/erase',
    config: { access: 'public', anyCaller: true },
    onRequest: needsLink(deps),
    schema: {
      tags: ['directory'],
      summary: 'Erase the profile: texts and pictures are deleted, and the link ends',
      headers: LinkHeaders,
      response: { 204: z.null(), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      await withLink(deps, request, async (tx, hostId) => {
        await removeHost(tx, hostId);
        await noteAct(tx, hostId, request);
      });
      return reply.code(204).send(null);
    },
  });
}
