import { z } from 'zod';
import type { StaffDeps } from '../../../staff/deps.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { given, logged } from '../list-filter.ts';
import { staffOf } from '../staff-caller.ts';
import { sendCsv } from './csv.ts';
import type { CsvDeps } from './deps.ts';
import type { Export } from './export-plan.ts';
import { EXPORTS_OF_CONTENT } from './exports-of-content.ts';
import { EXPORTS_OF_MEMBERS } from './exports-of-members.ts';
import { EXPORTS_OF_MONEY } from './exports-of-money.ts';
import { EXPORTS_OF_STAFF } from './exports-of-staff.ts';

type Deps = CsvDeps & { staff: StaffDeps };

/**
 * Adds the CSV exports of the console's lists. They hold no secrets, since the lists hold none. A file takes a whole
 * list out of the house at once, so it requires step-up.
 */
export function exportsRoute(http: Http, deps: Deps): void {
  for (const one of [...EXPORTS_OF_MEMBERS, ...EXPORTS_OF_MONEY, ...EXPORTS_OF_STAFF, ...EXPORTS_OF_CONTENT]) {
    exportRoute(http, deps, one);
  }
}

function exportRoute(http: Http, deps: Deps, { what, roles, ...file }: Export): void {
  http.route({
    method: 'GET',
    url: `/api/console/${what}.csv`,
    // A HEAD request takes no file, so it must neither be logged nor count against the limit.
    exposeHeadRoute: false,
    config: { access: 'staff', roles, stepUp: true, readCost: 10 },
    schema: {
      tags: ['console'],
      summary: file.summary,
      querystring: file.query,
      response: {
        200: { description: 'UTF-8, RFC 4180', content: { 'text/csv': { schema: z.any() } } },
        ...PROBLEMS,
      },
    },
    handler: (request, reply) => {
      const filter = given(request.query as Record<string, unknown>);
      const context = { money: deps.money, macs: deps.staff.macs, staff: staffOf(request) };
      return sendCsv(request, reply, deps, {
        ...{ name: `${what}.csv`, filter: logged(filter) },
        ...file.plan(filter, context),
      });
    },
  });
}
