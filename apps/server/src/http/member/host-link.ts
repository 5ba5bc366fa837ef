import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { record } from '../../audit/audit.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { giveConsent, withdrawConsent } from '../../directory/consents.ts';
import { writeWords } from '../../directory/hosts.ts';
import { hostOfLink, makeLink } from '../../directory/links.ts';
import { type OwnProfile, readOwnProfile, setPaused } from '../../directory/own-profile.ts';
import { orderPictures } from '../../directory/pictures.ts';
import { removeHost } from '../../directory/removal.ts';
import { countTry, type TryLimits } from '../../members/tries.ts';
import { Refusal } from '../../refusal.ts';
import type { Http } from '../http.ts';
import { HOST_WORDS_BYTES_MAX, HostWordsBody, OwnProfileAnswer } from './directory-shapes.ts';
import { FORM_BYTES_MAX, PROBLEMS } from './forms.ts';
import { type DirectoryDeps, readersOf } from './hosts.ts';
import { Uuid } from './shapes.ts';

export interface HostLinkDeps extends DirectoryDeps {
  limits: TryLimits;
}

/** In a header, which no log keeps; an address would be kept by many. */
export const LinkHeaders = z.object({
  authorization: z.string().max(200).describe('`Bearer` and the token of the link'),
});

const TOKEN = /^Bearer ([\w-]{43})$/;

/**
 * Whatever the host asks for holds once this answers. Wrong links alone are counted: whoever has the right one is never
 * kept from taking a yes back, whoever else tries from the same address. Throws `host-link-bad`, `throttled`.
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
    if (isBad) await countTry(db, limits, 'host-link', { nameKey: null, address: request.ip });
    throw error;
  }
}

const PROFILE = '/api/host-link/profile';

/** By whom a yes was said is doubted one day: the log says when, from where, and that it was by the link. */
function noteAct(tx: Tx, hostId: string, request: FastifyRequest): Promise<unknown> {
  const what = request.routeOptions.url?.replace('/api/host-link/', '') ?? '';
  const act = { act: 'host-link-used', subject: `host/${hostId}`, after: { what }, address: request.ip };
  return record(tx, { ...act, staff: null, why: null });
}

/** The same, answered with the profile as it is then. */
export async function asHost(
  deps: HostLinkDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  act: (tx: Tx, hostId: string) => Promise<void>,
): Promise<OwnProfile> {
  const readers = await readersOf(deps, request, reply);
  return withLink(deps, request, async (tx, hostId) => {
    await act(tx, hostId);
    if (request.url !== PROFILE) await noteAct(tx, hostId, request);
    return readOwnProfile(tx.q, readers, hostId);
  });
}

/** Reading counts a try as well, and so is no GET. */
const ACTS: Record<string, { summary: string; act(tx: Tx, hostId: string): Promise<void> }> = {
  [PROFILE]: { summary: 'The own profile, and what members see of it', act: async () => {} },
  '/api/host-link/consent': { summary: 'Say yes to being shown, for a year', act: giveConsent },
  '/api/host-link/consent/withdraw': {
    summary: 'Withdraw it: nobody is shown the host any more',
    act: withdrawConsent,
  },
  '/api/host-link/away': { summary: 'Be shown to nobody for a while', act: (tx, id) => setPaused(tx, id, true) },
  '/api/host-link/resume': { summary: 'End a pause', act: (tx, id) => setPaused(tx, id, false) },
};

export function hostLinkRoutes(http: Http, deps: HostLinkDeps): void {
  for (const [url, { summary, act }] of Object.entries(ACTS)) {
    http.route({
      method: 'POST',
      url,
      config: { access: 'public' },
      schema: {
        tags: ['directory'],
        summary,
        headers: LinkHeaders,
        response: { 200: OwnProfileAnswer, ...PROBLEMS },
      },
      handler: (request, reply) => asHost(deps, request, reply, act),
    });
  }
  wordsRoute(http, deps);
  orderRoute(http, deps);
  rotateRoute(http, deps);
  eraseRoute(http, deps);
}

function wordsRoute(http: Http, deps: HostLinkDeps): void {
  http.route({
    method: 'PUT',
    url: '/api/host-link/words',
    config: { access: 'public', readByMembers: true, judgedWords: true },
    bodyLimit: HOST_WORDS_BYTES_MAX,
    schema: {
      tags: ['directory'],
      summary: 'Write other words; those before stay shown until these are approved',
      headers: LinkHeaders,
      body: HostWordsBody,
      response: { 200: OwnProfileAnswer, ...PROBLEMS },
    },
    handler: (request, reply) =>
      asHost(deps, request, reply, async (tx, hostId) => {
        await writeWords(tx, hostId, request.body.texts, 'host');
      }),
  });
}

function orderRoute(http: Http, deps: HostLinkDeps): void {
  http.route({
    method: 'POST',
    url: '/api/host-link/pictures/order',
    config: { access: 'public' },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['directory'],
      summary: 'Show the own pictures in another order',
      headers: LinkHeaders,
      body: z.strictObject({ ids: z.array(Uuid).max(20).describe('All of them') }),
      response: { 200: OwnProfileAnswer, ...PROBLEMS },
    },
    handler: (request, reply) =>
      asHost(deps, request, reply, (tx, hostId) => orderPictures(tx, hostId, request.body.ids)),
  });
}

function rotateRoute(http: Http, deps: HostLinkDeps): void {
  http.route({
    method: 'POST',
    url: '/api/host-link/rotate',
    config: { access: 'public' },
    schema: {
      tags: ['directory'],
      summary: 'Make another link, which is shown once; this one is dead at once',
      headers: LinkHeaders,
      response: { 200: z.object({ token: z.string(), profile: OwnProfileAnswer }), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const readers = await readersOf(deps, request, reply);
      return withLink(deps, request, async (tx, hostId) => ({
        token: await rotated(tx, hostId, request),
        profile: await readOwnProfile(tx.q, readers, hostId),
      }));
    },
  });
}

async function rotated(tx: Tx, hostId: string, request: FastifyRequest): Promise<string> {
  await noteAct(tx, hostId, request);
  return makeLink(tx, hostId);
}

function eraseRoute(http: Http, deps: HostLinkDeps): void {
  http.route({
    method: 'POST',
    url: '/api/host-link/erase',
    config: { access: 'public' },
    schema: {
      tags: ['directory'],
      summary: 'Be removed for good: words and pictures are deleted, and this link is dead',
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
