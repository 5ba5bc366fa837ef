import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { clockNow } from '../../../db/clock.ts';
import { beginConsistentRead } from '../../../db/consistent-read.ts';
import type { Identity } from '../../../identity.ts';
import { RETENTION } from '../../../members/account/retention.ts';
import { type Cover, jsonOf } from '../../../my-data/json.ts';
import { pageOf } from '../../../my-data/page.ts';
import { type Part, partsOf } from '../../../my-data/parts.ts';
import { choosePageLanguage, type PageLanguage } from '../../../my-data/words.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import { sendDownload } from '../../shared/download.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { LocaleQuery } from '../money/documents.ts';
import type { MyDataDeps } from './deps.ts';

/** Time limit of a download, which holds a database connection: a stalled one is aborted. */
const DOWNLOAD_MS_MAX = 5 * 60_000;

interface Format {
  ending: 'json' | 'html';
  type: string;
  write(cover: Cover, parts: Iterable<Part>, language: PageLanguage): AsyncGenerator<string>;
}

const JSON_FILE: Format = { ending: 'json', type: 'application/json', write: jsonOf };
const PAGE: Format = { ending: 'html', type: 'text/html', write: pageOf };

export function myDataJsonRoute(http: Http, deps: MyDataDeps): void {
  http.route({
    method: 'GET',
    url: '/api/me/data.json',
    config: { access: 'restricted', readCost: 20 },
    schema: {
      tags: ['my data'],
      summary: 'Export of the member’s data as JSON',
      response: {
        200: { description: 'A JSON file', content: { 'application/json': { schema: z.any() } } },
        ...PROBLEMS,
      },
    },
    handler: (request, reply) => sendData(request, reply, deps, JSON_FILE),
  });
}

export function myDataPageRoute(http: Http, deps: MyDataDeps): void {
  http.route({
    method: 'GET',
    url: '/api/me/data.html',
    config: { access: 'restricted', readCost: 20 },
    schema: {
      tags: ['my data'],
      summary: 'Export of the member’s data as a page',
      querystring: LocaleQuery,
      response: {
        200: { description: 'An HTML page without external files', content: { 'text/html': { schema: z.any() } } },
        ...PROBLEMS,
      },
    },
    handler: (request, reply) => sendData(request, reply, deps, PAGE, request.query.locale),
  });
}

async function sendData(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: MyDataDeps,
  format: Format,
  requested?: string,
): Promise<FastifyReply> {
  const identity = identityOf(request);
  const { house, limits } = deps;
  const acceptLanguage = request.headers['accept-language'];
  const language = choosePageLanguage({ requested, acceptLanguage, house: house.locale });
  // Count each format separately, so that a member may take both.
  const which = `${identity.memberId}.${format.ending}`;
  const leave = limits.enter(which);
  try {
    // A download that found no slot is not counted.
    limits.count(which);
  } catch (error) {
    leave();
    throw error;
  }
  return sendDownload(reply, {
    type: `${format.type}; charset=utf-8`,
    name: `my-data.${format.ending}`,
    pieces: piecesOf(deps, { identity, format, language }, leave),
    msMax: DOWNLOAD_MS_MAX,
  });
}

/** Yields the file in pieces from one read. Calls `leave` when it ends, also by an error or an abort. */
async function* piecesOf(
  { db, house, catalogue }: MyDataDeps,
  { identity, format, language }: { identity: Identity; format: Format; language: PageLanguage },
  leave: () => void,
): AsyncGenerator<string> {
  try {
    const read = await beginConsistentRead(db);
    try {
      const cover: Cover = {
        house: house.name,
        mode: house.mode,
        currency: house.currency,
        exponent: house.exponent,
        memberId: identity.memberId,
        userName: identity.userName,
        madeAt: await clockNow(read.q),
        retention: RETENTION,
      };
      const parts = partsOf({ q: read.q, account: identity, catalogue: catalogue() });
      yield* format.write(cover, parts, language);
    } finally {
      await read.end();
    }
  } finally {
    leave();
  }
}
