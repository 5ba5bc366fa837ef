import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { type Tx, transaction } from '../../../db/transaction.ts';
import { type GuideVersion, readGuideVersion, setGuide } from '../../../directory/guide.ts';
import { LANGUAGES } from '../../../languages.ts';
import { namesOfStaff } from '../../../staff/names.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { staffOf } from '../staff-caller.ts';

/** Body limit: five sections in every language of the club. A UTF-16 unit takes at most three bytes. */
const GUIDE_BYTES_MAX = LANGUAGES.length * 5 * (3 * 2_000 + 50);

const Section = z.string().trim().min(1).max(2_000);
const Sections = z.strictObject({
  offers: Section.describe('Services of hosts'),
  sameCity: Section.describe('Terms of visits within the host’s city'),
  served: Section.describe('Area that the club covers'),
  booking: Section.describe('How booking works'),
  reporting: Section.describe('How to report'),
});

const GuideBody = z.strictObject({
  texts: z
    .partialRecord(z.enum(LANGUAGES), Sections)
    .refine((texts) => Object.keys(texts).length > 0)
    .describe('By language, one at least'),
  after: z.number().int().min(0).max(2_147_483_646).describe('Version on which the change is based'),
});

const GuideAnswer = z.object({
  version: z.number().int().describe('Version number; 0 before the first version'),
  texts: z.record(z.string(), Sections),
  setBy: z.string().nullable(),
  atMs: z.number().int().nullable(),
});
z.globalRegistry.add(GuideAnswer, { id: 'ConsoleGuide' });

export function readKeptGuideRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/console/guide',
    config: { access: 'staff', roles: ['support', 'content', 'auditor', 'owner'] },
    schema: {
      tags: ['console'],
      summary: 'The guide’s text in every language; an earlier version by its number',
      querystring: z.object({ version: z.coerce.number().int().min(1).max(2_147_483_647).optional() }),
      response: { 200: GuideAnswer, ...PROBLEMS },
    },
    handler: (request) =>
      transaction(db, async (tx) => {
        await record(tx, { staff: staffOf(request), act: 'guide-read', why: null, address: request.ip });
        return answerGuide(tx, await readGuideVersion(tx.q, request.query.version));
      }),
  });
}

export function setGuideRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'PUT',
    url: '/api/console/guide',
    config: { access: 'staff', roles: ['content', 'owner'], readByMembers: true, judgedWords: true },
    bodyLimit: GUIDE_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Publish a new version of the guide’s text; earlier versions are kept',
      body: GuideBody,
      response: { 200: GuideAnswer, ...PROBLEMS },
    },
    handler: (request) => {
      const { after } = request.body;
      const texts = request.body.texts as GuideVersion['texts'];
      const staff = staffOf(request);
      return transaction(db, async (tx) => {
        const before = await readGuideVersion(tx.q);
        const version = await setGuide(tx, texts, { after, staffId: staff.id });
        const states = { before: { version: after, texts: before?.texts ?? {} }, after: { version, texts } };
        await record(tx, { act: 'guide-changed', subject: 'guide', ...states, staff, why: null, address: request.ip });
        return answerGuide(tx, await readGuideVersion(tx.q, version));
      });
    },
  });
}

async function answerGuide(tx: Tx, guide: GuideVersion | null): Promise<z.infer<typeof GuideAnswer>> {
  if (guide === null) return { version: 0, texts: {}, setBy: null, atMs: null };
  const names = await namesOfStaff(tx.q, guide.setBy === null ? [] : [guide.setBy]);
  return { ...guide, setBy: names.get(guide.setBy ?? '') ?? null };
}
