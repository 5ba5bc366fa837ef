import { z } from 'zod';
import type { Db } from '../../../db/pool.ts';
import { transaction } from '../../../db/transaction.ts';
import { readFileName } from '../../../desk/file-name.ts';
import { readEntries, readFile, readThread } from '../../../desk/records.ts';
import { composeTranscript } from '../../../desk/transcript.ts';
import { addFile, hashOf, isFileTaken, type SentFile } from '../../../desk/write.ts';
import type { House } from '../../../house/house.ts';
import { languagesWanted } from '../../../languages.ts';
import { readLocale } from '../../../members/account/locale.ts';
import { lockMember } from '../../../members/account/suspensions.ts';
import { PDF_BYTES_MAX } from '../../../pictures/pdf.ts';
import type { Pictures } from '../../../pictures/pictures.ts';
import { Refusal } from '../../../refusal.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import { FileParams, FullThreadAnswer, ThreadParams } from '../../shared/desk-answers.ts';
import { FILE_CONTENT, sendFile } from '../../shared/desk-files.ts';
import { asFile } from '../../shared/download.ts';
import type { ExportLimits } from '../../shared/export-limits.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { Uuid } from '../../shared/shapes.ts';
import { bytesOf, takeBytes, takeSlot } from '../../shared/uploads.ts';
import { showThread } from './desk-threads.ts';

/** The request body is the file's bytes; the content decides the format. */
export function sendDeskFileRoute(http: Http, deps: { db: Db; pictures: Pictures; uploads: ExportLimits }): void {
  const { db, pictures, uploads } = deps;
  void http.register(async (scope: Http) => {
    takeBytes(scope);
    scope.route({
      method: 'PUT',
      url: '/api/me/desk/threads/:id/files/:file',
      config: { access: 'restricted' },
      bodyLimit: PDF_BYTES_MAX,
      schema: {
        tags: ['desk'],
        summary: 'Send a picture (JPEG, PNG or WebP, re-encoded) or a PDF as the body: once for each key',
        params: ThreadParams.extend({ file: Uuid.describe('Made by the client and kept across retries') }),
        querystring: z.object({ name: z.string().max(255).default('') }),
        response: { 201: FullThreadAnswer, ...PROBLEMS },
      },
      onRequest: async (request, reply) => takeSlot(uploads, identityOf(request).memberId, reply),
      handler: async (request, reply) => {
        const own = identityOf(request);
        const ask = { id: request.params.id, key: request.params.file };
        const body = bytesOf(request);
        const isTaken = await transaction(db, async (tx) => {
          await readThread(tx.q, own, ask.id);
          return isFileTaken(tx, own, ask.id, ask.key, hashOf(body));
        });
        if (!isTaken) {
          const file = await readSent(body, request.query.name, pictures);
          await transaction(db, async (tx) => {
            await lockMember(tx, own.memberId);
            await addFile(tx, own, ask, file);
          });
        }
        return reply.code(201).send(await showThread(db, request, 0));
      },
    });
  });
}

async function readSent(body: Buffer, name: string, pictures: Pictures): Promise<SentFile> {
  const sentHash = hashOf(body);
  if (body.subarray(0, 1_024).includes('%PDF')) {
    const found = await pictures.inspectPdf(body);
    if (found !== 'harmless') throw new Refusal(found === 'active' ? 'pdf-active' : 'pdf-bad');
    return { kind: 'pdf', name: readFileName(name, 'pdf'), sentHash, content: body };
  }
  return { kind: 'picture', name: readFileName(name, 'picture'), sentHash, content: await pictures.sheet(body) };
}

export function readDeskFileRoute(http: Http, deps: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/me/desk/threads/:id/files/:file',
    config: { access: 'restricted' },
    schema: {
      tags: ['desk'],
      summary: 'The file of an entry in the member’s conversation',
      params: FileParams,
      response: { 200: FILE_CONTENT, ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const { id, file: n } = request.params;
      return sendFile(reply, await readFile(deps.db, identityOf(request), id, n), n);
    },
  });
}

export function transcriptRoute(http: Http, deps: { db: Db; house: House; downloads: ExportLimits }): void {
  http.route({
    method: 'GET',
    url: '/api/me/desk/threads/:id/transcript.txt',
    config: { access: 'restricted', readCost: 3 },
    schema: {
      tags: ['desk'],
      summary: 'A conversation of the member as a text file: every entry with time and author',
      params: ThreadParams,
      response: {
        200: { description: 'UTF-8', content: { 'text/plain': { schema: z.any() } } },
        ...PROBLEMS,
      },
    },
    handler: async (request, reply) => {
      const own = identityOf(request);
      const { id } = request.params;
      deps.downloads.count(own.memberId);
      const thread = await readThread(deps.db, own, id);
      const entries = await readEntries(deps.db, own, id);
      const languages = languagesWanted(await readLocale(deps.db, own), request.headers['accept-language']);
      const { name: house, locale: houseLocale } = deps.house;
      const text = composeTranscript(thread, entries, { house, houseLocale, languages });
      return asFile(reply, 'text/plain; charset=utf-8', `desk-${id}.txt`).send(text);
    },
  });
}
