import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import { ROW_CURSOR } from '../../../db/keyset.ts';
import { transaction } from '../../../db/transaction.ts';
import { type AdminHostsQuery, HOST_SORTS, HOST_STATES, listAdminHosts } from '../../../directory/admin-hosts.ts';
import type { DirectoryDeps } from '../../../directory/deps.ts';
import type { HostTexts } from '../../../directory/host-texts.ts';
import { changeFacts, createHost, writeWords } from '../../../directory/hosts.ts';
import type { Http } from '../../http.ts';
import { HOST_WORDS_BYTES_MAX, HostWordsBody } from '../../shared/directory-shapes.ts';
import { FORM_BYTES_MAX, PROBLEMS } from '../../shared/forms.ts';
import { page, pageQuery, Uuid } from '../../shared/shapes.ts';
import { DAYS, spanOf } from '../../shared/statement-query.ts';
import { given, sortQuery } from '../list-filter.ts';
import { staffOf } from '../staff-caller.ts';
import { AdminHostAnswer, FullHostAnswer, HostFactsBody, HostParams, NewHostBody, showHost } from './host-shapes.ts';

/** Filter of hosts, shared by the list and its CSV file. */
export const HOST_FILTER = {
  cityId: Uuid.optional(),
  state: z.enum(HOST_STATES).optional(),
  search: z.string().trim().max(80).optional().describe('Part of a name, in any language'),
  ...DAYS,
  sort: sortQuery(HOST_SORTS),
};

/** The filter as the domain takes it. Throws `date-bad` if the days of adding end before they begin. */
export function hostFilter(query: z.infer<z.ZodObject<typeof HOST_FILTER>>): Omit<AdminHostsQuery, 'limit' | 'cursor'> {
  const { from, to, ...same } = query;
  return { ...given(same), ...spanOf({ from, to }) };
}

export function listAdminHostsRoute(http: Http, { db }: DirectoryDeps): void {
  http.route({
    method: 'GET',
    url: '/api/console/hosts',
    config: { access: 'staff', roles: ['support', 'content', 'auditor', 'owner'], readCost: 2 },
    schema: {
      tags: ['console'],
      summary: 'Hosts of all cities, usually newest first',
      querystring: pageQuery(ROW_CURSOR).extend(HOST_FILTER),
      response: { 200: page(AdminHostAnswer), ...PROBLEMS },
    },
    handler: (request) => {
      const { limit, cursor, ...filter } = request.query;
      return transaction(db, async (tx) => {
        const found = await listAdminHosts(tx.q, { ...hostFilter(filter), ...given({ cursor }), limit });
        await record(tx, { staff: staffOf(request), act: 'hosts-read', why: null, address: request.ip });
        return found;
      });
    },
  });
}

export function readAdminHostRoute(http: Http, { db }: DirectoryDeps): void {
  http.route({
    method: 'GET',
    url: '/api/console/hosts/:id',
    config: { access: 'staff', roles: ['support', 'content', 'auditor', 'owner'] },
    schema: {
      tags: ['console'],
      summary: 'One host: verifications, drafts and consent',
      params: HostParams,
      response: { 200: FullHostAnswer, ...PROBLEMS },
    },
    handler: (request) => {
      const { id } = request.params;
      const staff = staffOf(request);
      return transaction(db, async (tx) => {
        const host = await showHost(tx.q, id, staff.id);
        await record(tx, { act: 'host-read', subject: `host/${id}`, staff, why: null, address: request.ip });
        return host;
      });
    },
  });
}

export function createHostRoute(http: Http, { db }: DirectoryDeps): void {
  http.route({
    method: 'POST',
    url: '/api/console/hosts',
    config: { access: 'staff', roles: ['content', 'owner'], readByMembers: true, judgedWords: true },
    bodyLimit: HOST_WORDS_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Add a host, shown only after identity, age, texts, a picture and the host’s consent',
      body: NewHostBody,
      response: { 201: FullHostAnswer, ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const staff = staffOf(request);
      const plan = { ...request.body, texts: request.body.texts as HostTexts };
      const made = await transaction(db, async (tx) => {
        const id = await createHost(tx, plan);
        const act = { act: 'host-created', subject: `host/${id}`, after: plan };
        await record(tx, { ...act, staff, why: null, address: request.ip });
        return showHost(tx.q, id, staff.id);
      });
      return reply.code(201).send(made);
    },
  });
}

export function changeHostRoute(http: Http, { db }: DirectoryDeps): void {
  http.route({
    method: 'PUT',
    url: '/api/console/hosts/:id',
    config: { access: 'staff', roles: ['content', 'owner'] },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Change city, services or languages; the host is hidden until they consent again',
      params: HostParams,
      body: HostFactsBody,
      response: { 200: FullHostAnswer, ...PROBLEMS },
    },
    handler: (request) => {
      const { id } = request.params;
      const staff = staffOf(request);
      const after = request.body;
      return transaction(db, async (tx) => {
        const before = await changeFacts(tx, id, after);
        const act = { act: 'host-changed', subject: `host/${id}`, before, after };
        await record(tx, { ...act, staff, why: null, address: request.ip });
        return showHost(tx.q, id, staff.id);
      });
    },
  });
}

export function writeHostWordsRoute(http: Http, { db }: DirectoryDeps): void {
  http.route({
    method: 'PUT',
    url: '/api/console/hosts/:id/words',
    config: { access: 'staff', roles: ['content', 'owner'], readByMembers: true, judgedWords: true },
    bodyLimit: HOST_WORDS_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Write new texts, replacing a waiting draft; after approval they need the host’s consent',
      params: HostParams,
      body: HostWordsBody,
      response: { 200: FullHostAnswer, ...PROBLEMS },
    },
    handler: (request) => {
      const { id } = request.params;
      const staff = staffOf(request);
      const texts = request.body.texts as HostTexts;
      return transaction(db, async (tx) => {
        const version = await writeWords(tx, id, texts, 'house');
        const act = { act: 'host-words-written', subject: `host/${id}`, after: { version, texts } };
        await record(tx, { ...act, staff, why: null, address: request.ip });
        return showHost(tx.q, id, staff.id);
      });
    },
  });
}
