import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Db } from '../../../db/pool.ts';
import { NOTICE_CODES } from '../../../house/notices.ts';
import { LANGUAGES, type LanguageCode, languagesWanted } from '../../../languages.ts';
import { readLocale } from '../../../members/account/locale.ts';

export const NoticeAnswer = z.object({
  id: z.uuid(),
  words: z
    .object({
      locale: z.enum(LANGUAGES).describe('Language of the texts'),
      title: z.string(),
      text: z.string(),
    })
    .nullable()
    .describe('Text in the reader’s best available language; null for a notice with a code'),
  code: z
    .enum(NOTICE_CODES)
    .nullable()
    .describe('Code of an automatic notice, for which the app has the text; null for a written notice'),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  atMs: z.number().int(),
  editedAtMs: z.number().int().nullable().describe('Last correction of a text that was shown before; null: none'),
});
z.globalRegistry.add(NoticeAnswer, { id: 'HouseNotice' });

/** The reader's languages: the member's own, then those of the browser. Sets `vary` for caches. */
export async function readerLanguages(
  db: Db,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<readonly LanguageCode[]> {
  reply.header('vary', 'accept-language, cookie');
  const { identity, headers } = request;
  const own = identity === null ? null : await readLocale(db, identity);
  return languagesWanted(own, headers['accept-language']);
}
