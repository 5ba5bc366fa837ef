import { z } from 'zod';
import { ROW_CURSOR } from '../../../db/keyset.ts';
import { transaction } from '../../../db/transaction.ts';
import type { DirectoryDeps } from '../../../directory/deps.ts';
import { listReports, readReport } from '../../../directory/report-records.ts';
import { addEvidence, reportHost } from '../../../directory/reports.ts';
import { lockMember } from '../../../members/account/suspensions.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import {
  answerReport,
  HOST_PICTURE_BYTES_MAX,
  ReportAnswer,
  ReportBody,
  ReportParams,
} from '../../shared/directory-shapes.ts';
import { FORM_BYTES_MAX, PROBLEMS } from '../../shared/forms.ts';
import { keyOf, MoneyHeaders } from '../../shared/money-input.ts';
import { page, pageQuery, Uuid } from '../../shared/shapes.ts';
import { bytesOf, type PictureUploads, takeBytes, takeSlot } from '../../shared/uploads.ts';
import { readersOf } from './hosts.ts';

/** Body limit in bytes: 2000 characters of text, escaped as JSON. */
const REPORT_BYTES_MAX = FORM_BYTES_MAX + 16_384;

export function reportHostRoute(http: Http, deps: DirectoryDeps): void {
  http.route({
    method: 'POST',
    url: '/api/hosts/:id/reports',
    config: { access: 'member' },
    bodyLimit: REPORT_BYTES_MAX,
    schema: {
      tags: ['directory'],
      summary: 'Report a profile: once for each Idempotency-Key. Age, consent and sexual content hide it at once',
      params: z.object({ id: Uuid }),
      headers: MoneyHeaders,
      body: ReportBody,
      response: { 201: ReportAnswer, ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const own = identityOf(request);
      const readers = await readersOf(deps, request, reply);
      const reported = { key: keyOf(request), hostId: request.params.id, ...request.body };
      const report = await transaction(deps.db, async (tx) => {
        // Of two concurrent reports, the second finds the first.
        await lockMember(tx, own.memberId);
        return readReport(tx.q, readers, own, await reportHost(tx, own, reported));
      });
      return reply.code(201).send(answerReport(report));
    },
  });
}

export function listReportsRoute(http: Http, deps: DirectoryDeps): void {
  http.route({
    method: 'GET',
    url: '/api/me/host-reports',
    config: { access: 'restricted' },
    schema: {
      tags: ['directory'],
      summary: 'The member’s reports of hosts with their outcomes, newest first',
      querystring: pageQuery(ROW_CURSOR),
      response: { 200: page(ReportAnswer), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const { limit, cursor } = request.query;
      const query = { reporter: identityOf(request), limit, ...(cursor === undefined ? {} : { cursor }) };
      const found = await listReports(deps.db, await readersOf(deps, request, reply), query);
      return { ...found, items: found.items.map(answerReport) };
    },
  });
}

/** The request body is the file's bytes; the content decides the format. */
export function sendEvidenceRoute(http: Http, deps: DirectoryDeps & PictureUploads): void {
  void http.register(async (scope: Http) => {
    takeBytes(scope);
    scope.route({
      method: 'PUT',
      url: '/api/me/host-reports/:id/pictures/:key',
      config: { access: 'restricted' },
      bodyLimit: HOST_PICTURE_BYTES_MAX,
      schema: {
        tags: ['directory'],
        summary:
          'Add a picture (JPEG, PNG or WebP, re-encoded) to an open report of the member: once for each key, at most 3',
        params: ReportParams.extend({ key: Uuid.describe('Made by the client and kept across retries') }),
        response: { 201: ReportAnswer, ...PROBLEMS },
      },
      onRequest: async (request, reply) => takeSlot(deps.uploads, identityOf(request).memberId, reply),
      handler: async (request, reply) => {
        const own = identityOf(request);
        const { id, key } = request.params;
        const readers = await readersOf(deps, request, reply);
        await readReport(deps.db, readers, own, id);
        const body = bytesOf(request);
        const webp = await deps.pictures.sheet(body);
        const report = await transaction(deps.db, async (tx) => {
          await lockMember(tx, own.memberId);
          await addEvidence(tx, own, { reportId: id, key, webp });
          return readReport(tx.q, readers, own, id);
        });
        return reply.code(201).send(answerReport(report));
      },
    });
  });
}
