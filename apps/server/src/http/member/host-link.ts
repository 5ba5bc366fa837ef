import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Db } from '../../db/pool.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { hostOfLink } from '../../directory/links.ts';
import {
  editWords,
  giveConsent,
  type OwnProfile,
  readOwnProfile,
  setPaused,
  withdrawConsent,
} from '../../directory/own-profile.ts';
import { countTry, forgive, type TryLimits } from '../../members/tries.ts';
import { Refusal } from '../../refusal.ts';
import type { Http } from '../http.ts';
import { HostWordsBody, OwnProfileAnswer } from './directory-shapes.ts';
import { PROBLEMS } from './forms.ts';

export interface HostLinkDeps {
  db: Db;
  limits: TryLimits;
}

/** In a header, which no log keeps; an address would be kept by many. */
const LinkHeaders = z.object({ authorization: z.string().max(200).describe('`Bearer` and the token of the link') });
const WORDS_BYTES_MAX = 60_000;

const TOKEN = /^Bearer ([\w-]{43})$/;

/** Once this answers, whatever the host asked for holds. Throws `host-link-bad`, `throttled`. */
async function asHost(
  { db, limits }: HostLinkDeps,
  request: FastifyRequest,
  act: (tx: Tx, hostId: string) => Promise<void>,
): Promise<OwnProfile> {
  const token = TOKEN.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const tried = await countTry(db, limits, 'host-link', { nameKey: null, address: request.ip });
  return transaction(db, async (tx) => {
    const hostId = await hostOfLink(tx.q, token);
    if (hostId === null) throw new Refusal('host-link-bad');
    await act(tx, hostId);
    await forgive(tx, tried);
    return readOwnProfile(tx.q, hostId);
  });
}

/** Reading counts a try as well, and so is no GET. */
const ACTS: Record<string, { summary: string; act(tx: Tx, hostId: string): Promise<void> }> = {
  '/api/host-link/profile': { summary: 'The own profile, and what members see of it', act: async () => {} },
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
      handler: (request) => asHost(deps, request, act),
    });
  }
  http.route({
    method: 'PUT',
    url: '/api/host-link/words',
    config: { access: 'public', readByMembers: true },
    bodyLimit: WORDS_BYTES_MAX,
    schema: {
      tags: ['directory'],
      summary: 'Write other words; those before stay shown until these are approved',
      headers: LinkHeaders,
      body: HostWordsBody,
      response: { 200: OwnProfileAnswer, ...PROBLEMS },
    },
    handler: (request) => asHost(deps, request, (tx, hostId) => editWords(tx, hostId, request.body.texts)),
  });
}
