import { z } from 'zod';
import type { Db } from '../../../db/pool.ts';
import { publishedProgram } from '../../../integrity/published-program.ts';
import { PROGRAM_PARTS, type SelfCheck } from '../../../integrity/self-check.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const Answer = z.object({
  checkedAtMs: z.number().int().describe('When this server last read its files'),
  published: z
    .object({ seq: z.string(), fromMs: z.number().int() })
    .nullable()
    .describe('Newest book entry with the hashes of the program; null before the first'),
  parts: z.array(
    z.object({
      part: z.enum(PROGRAM_PARTS),
      sha256: Sha256.nullable().describe(
        'SHA-256 of the list of files in the form of `sha256sum`, sorted by path; null if the part is not checked here',
      ),
      files: z.number().int(),
      publishedSha256: Sha256.nullable().describe('Hash of this part in that book entry'),
      state: z
        .enum(['same', 'unlike-book', 'changed', 'unknown'])
        .describe(
          '`same`: as in the book. `unlike-book`: another program than the published one. ' +
            '`changed`: files changed since the process started. `unknown`: nothing to compare',
        ),
    }),
  ),
});

type State = z.infer<typeof Answer>['parts'][number]['state'];

/** Program and pages of the process that answers, compared with its start and with the book. */
export function readProgramRoute(http: Http, { db, selfCheck }: { db: Db; selfCheck: SelfCheck }): void {
  http.route({
    method: 'GET',
    url: '/api/console/program',
    config: { access: 'staff', roles: ['auditor', 'owner'] },
    schema: {
      tags: ['console'],
      summary: 'Hashes of the program and pages that this server runs, compared with the public book',
      response: { 200: Answer, ...PROBLEMS },
    },
    handler: async () => {
      const [{ atMs, parts }, published] = await Promise.all([selfCheck.last(), publishedProgram(db)]);
      return {
        checkedAtMs: atMs,
        published: published && { seq: String(published.seq), fromMs: Number(published.from) * 1_000 },
        parts: parts.map(({ changed, ...part }) => {
          const publishedSha256 = published?.hashes.get(part.part) ?? null;
          return { ...part, publishedSha256, state: stateOf(part.sha256, publishedSha256, changed) };
        }),
      };
    },
  });
}

function stateOf(sha256: string | null, published: string | null, changed: boolean): State {
  if (changed) return 'changed';
  if (published === null) return 'unknown';
  // A part that the book names and this server lacks differs from it, too.
  return sha256 === published ? 'same' : 'unlike-book';
}
