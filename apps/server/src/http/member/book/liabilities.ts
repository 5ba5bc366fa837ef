import { OWED_FORMAT } from '@tercet/fair';
import { z } from 'zod';
import { entryAt } from '../../../book/book.ts';
import { firstShowing, placeIn } from '../../../book/inclusion.ts';
import type { Db } from '../../../db/pool.ts';
import { type LiabilitiesState, liabilitiesStateAt } from '../../../ledger/liabilities/liabilities-state.ts';
import {
  type LiabilitiesRecord,
  listLiabilities,
  readLiabilities,
  readOwed,
} from '../../../ledger/liabilities/read.ts';
import { databaseNowMs } from '../../../lottery/catalogue.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import { answerEntry } from '../../shared/answers.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { BookEntryAnswer, Hex, Minor, page, pageQuery } from '../../shared/shapes.ts';
import type { MemberDeps } from '../deps.ts';

const Place = z.number().int();

export const LiabilitiesStateAnswer = z.object({
  latestDate: z.string().nullable(),
  dueDate: z.string().nullable().describe('Newest date whose liabilities should be in the book by now'),
  overdue: z.boolean(),
});

const LiabilitiesAnswer = z.object({
  date: z.string(),
  epoch: z.number().int(),
  root: Hex,
  totalMinor: Minor,
  leaves: z.number().int(),
  closedAtMs: z.number().int(),
  publishedAtMs: z.number().int(),
  entry: BookEntryAnswer,
});

const OwedAnswer = z.object({
  format: z.literal(OWED_FORMAT),
  date: z.string(),
  userName: z.string(),
  owedMinor: Minor,
  root: Hex,
  total: Minor,
  leaves: z.number().int(),
  splits: z.array(
    z.object({
      split: Place,
      nonce: Hex,
      amountMinor: Minor,
      index: Place,
      path: z.array(z.object({ hash: Hex, sum: Minor })),
    }),
  ),
  entry: BookEntryAnswer,
  inBook: z
    .object({ index: z.number().int(), proof: z.array(Hex), checkpoint: z.string() })
    .optional()
    .describe('Inclusion proof of the entry in a checkpoint that met the witness policy; absent until one exists'),
});
z.globalRegistry.add(LiabilitiesAnswer, { id: 'Liabilities' });
z.globalRegistry.add(OwedAnswer, { id: 'Owed' });

/** Whether a day's liabilities are missing; shown on Home and in the book. */
export async function readLiabilitiesState(db: Db): Promise<LiabilitiesState> {
  const began = await entryAt(db, 0n);
  const latest = await readLiabilities(db);
  return liabilitiesStateAt(await databaseNowMs(db), began?.atMs ?? null, latest?.date ?? null);
}

export function listLiabilitiesRoute(http: Http, deps: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/book/liabilities',
    // The console's dashboard links here.
    config: { access: 'public', site: 'both' },
    schema: {
      tags: ['book'],
      summary: 'Daily liabilities to all members, newest first, and whether a day is missing',
      querystring: pageQuery().extend({ cursor: z.iso.date().optional() }),
      response: { 200: page(LiabilitiesAnswer).extend({ state: LiabilitiesStateAnswer }), ...PROBLEMS },
    },
    handler: async (request) => {
      const { limit, cursor } = request.query;
      const found = await listLiabilities(deps.db, { limit, ...(cursor === undefined ? {} : { before: cursor }) });
      const items = await Promise.all(found.items.map((one) => answerLiabilities(deps.db, one)));
      return { ...found, items, state: await readLiabilitiesState(deps.db) };
    },
  });
}

async function answerLiabilities(db: Db, record: LiabilitiesRecord): Promise<z.infer<typeof LiabilitiesAnswer>> {
  const { date, epoch, root, leaves, closedAtMs, publishedAtMs } = record;
  const entry = await bookEntryOf(db, record);
  return { date, epoch, root, totalMinor: String(record.totalMinor), leaves, closedAtMs, publishedAtMs, entry };
}

async function bookEntryOf(db: Db, { date, entrySeq }: LiabilitiesRecord): Promise<z.infer<typeof BookEntryAnswer>> {
  const entry = await entryAt(db, entrySeq);
  if (!entry) throw new Error(`${date}: the entry of the liabilities is missing`);
  return answerEntry(entry);
}

export function memberOwedRoute(http: Http, deps: Pick<MemberDeps, 'db' | 'policy'>): void {
  http.route({
    method: 'GET',
    url: '/api/me/owed',
    config: { access: 'restricted', readCost: 3 },
    schema: {
      tags: ['ledger'],
      summary: 'Liability to the member at a date’s snapshot (default: the newest), with its proof of inclusion',
      querystring: z.object({ date: z.iso.date().optional() }),
      response: {
        200: z.object({
          owed: OwedAnswer.nullable().describe(
            'Liability and its proof; null without one, or after its proof was deleted',
          ),
        }),
        ...PROBLEMS,
      },
    },
    handler: async (request) => {
      const identity = identityOf(request);
      const record = await readLiabilities(deps.db, request.query.date);
      const own = record && (await readOwed(deps.db, identity, record));
      if (!own) return { owed: null };
      return {
        owed: {
          format: OWED_FORMAT,
          date: record.date,
          userName: identity.userName,
          owedMinor: String(own.owedMinor),
          root: record.root,
          total: String(record.totalMinor),
          leaves: record.leaves,
          splits: own.splits.map((split) => ({ ...split, path: [...split.path] })),
          entry: await bookEntryOf(deps.db, record),
          ...(await shownInBook(deps, record)),
        },
      };
    },
  });
}

/** Empty before a checkpoint with this entry met the policy. */
async function shownInBook({ db, policy }: Pick<MemberDeps, 'db' | 'policy'>, { entrySeq }: LiabilitiesRecord) {
  const shown = await firstShowing(db, entrySeq, policy());
  if (!shown) return {};
  const { index, proof } = await placeIn(db, entrySeq, shown.size);
  return { inBook: { index, proof: [...proof], checkpoint: shown.note } };
}
