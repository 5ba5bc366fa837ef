/** Lies that swap one true thing for another, or replay an older one. */
import { type DrawProof, drawIdOf, type OwedFile, parseDrawId, QUICKNET, type SlipProof } from '@tercet/fair';
import {
  bytesOf,
  type Context,
  jsonOf,
  type Lie,
  notThere,
  once,
  onDraws,
  onEvidence,
  onOwed,
  onPath,
  onReceipts,
  onSlipProofs,
  type Tools,
  withText,
} from './tamper.ts';

const HASH_BYTES = 32;
const PERIODS_BACK = 8;

interface Listed {
  items: { body: string }[];
}

/** Ids of draws in the book, newest first; of one lottery when `key` is given. */
async function drawnIds(tools: Tools, key?: string): Promise<string[]> {
  const { items } = jsonOf<Listed>(await tools.read('/api/book/entries?type=draw&limit=100'));
  const ids = items.map(({ body }) => (JSON.parse(body) as { draw_id: string }).draw_id);
  return key === undefined ? ids : ids.filter((id) => id.startsWith(`${key}/`));
}

async function drawOf(tools: Tools, drawId: string): Promise<DrawProof | null> {
  const answer = await tools.read(`/api/draws/${drawId}`);
  return answer.status === 200 ? jsonOf<DrawProof>(answer) : null;
}

/** Another draw of the same lottery in the book; the same draw when there is no other. */
async function otherDraw(draw: DrawProof, { tools }: Context): Promise<DrawProof> {
  const id = parseDrawId(draw.drawId);
  const ids = await drawnIds(tools, id?.key);
  const earlier = Array.from({ length: PERIODS_BACK }, (_, back) => drawIdOf(id?.key ?? '', (id?.period ?? 0) - back));
  const found = earlier.slice(1).find((one) => ids.includes(one)) ?? ids.find((one) => one !== draw.drawId);
  return (found === undefined ? null : await drawOf(tools, found)) ?? draw;
}

/** The oldest checkpoint that a draw still shows. */
async function oldNote(tools: Tools): Promise<string | null> {
  const oldest = (await drawnIds(tools)).at(-1);
  const draw = oldest === undefined ? null : await drawOf(tools, oldest);
  return draw?.book?.before?.note ?? null;
}

function exchanged(bytes: Uint8Array, length: number): Uint8Array {
  if (bytes.length < 2 * length) return bytes;
  return Buffer.concat([bytes.subarray(length, 2 * length), bytes.subarray(0, length), bytes.subarray(2 * length)]);
}

/** The proof of the slip requested before this one, if any. */
function earlierSlip(slip: SlipProof, { tools }: Context): SlipProof {
  const earlier = tools.memory.get('slip') as SlipProof | undefined;
  tools.memory.set('slip', slip);
  return earlier ?? slip;
}

export const SWAPPED: readonly Lie[] = [
  {
    name: 'swaps-checkpoints',
    kind: 'swaps',
    does: 'shows the checkpoint before the lock in the place of the one after it, and the other way round',
    club: onEvidence(({ before, inTime }) => ({ before: inTime, inTime: before })),
  },
  {
    name: 'swaps-entries',
    kind: 'swaps',
    does: 'shows the entries between the checkpoints in another order',
    club: onEvidence(({ entries }) => ({ entries: [...entries].reverse().concat(entries.slice(0, 1)).slice(1) })),
  },
  {
    name: 'swaps-places',
    kind: 'swaps',
    does: 'names the place beside the one where the draw or the void stands',
    club: onEvidence(({ after }) => ({
      after: after && {
        ...after,
        draw: after.draw && { ...after.draw, index: after.draw.index - 1 },
        void: after.void && { ...after.void, index: after.void.index - 1 },
      },
    })),
  },
  {
    name: 'swaps-seal',
    kind: 'swaps',
    does: 'shows the seal of another draw',
    club: onDraws(async (draw, context) => {
      const { entries, root, slipCount } = await otherDraw(draw, context);
      return { ...draw, root, slipCount, entries: { ...draw.entries, seal: entries.seal } };
    }),
  },
  {
    name: 'swaps-result',
    kind: 'swaps',
    does: 'shows the entry, signature and dice of another draw',
    club: onDraws(async (draw, context) => {
      const { entries, signature, seed, dice } = await otherDraw(draw, context);
      return { ...draw, signature, seed, dice, entries: { ...draw.entries, draw: entries.draw } };
    }),
  },
  {
    name: 'swaps-table',
    kind: 'swaps',
    does: 'shows the table of another lottery, with its true place',
    club: onDraws(async (draw, { tools }) => {
      const key = parseDrawId(draw.drawId)?.key;
      const id = (await drawnIds(tools)).find((one) => parseDrawId(one)?.key !== key);
      const other = id === undefined ? null : await drawOf(tools, id);
      if (!other?.book || !draw.book) return draw;
      return { ...draw, table: other.table, chain: other.chain, book: { ...draw.book, table: other.book.table } };
    }),
  },
  {
    name: 'swaps-beacon',
    kind: 'swaps',
    does: 'says that the draw followed from the public beacon',
    club: onDraws((draw) => ({ ...draw, chain: { ...QUICKNET } })),
  },
  {
    name: 'swaps-list-of-bets',
    kind: 'swaps',
    does: 'hands out the leaf hashes of the bets in another order, or the hash of another bet',
    club: onPath(/^\/book\/slips\//, (answer) => {
      const bytes = bytesOf(answer);
      const changed = bytes.length > HASH_BYTES ? exchanged(bytes, HASH_BYTES) : bytes.map((byte) => byte ^ 1);
      return { ...answer, body: changed };
    }),
  },
  {
    name: 'swaps-receipt-owner',
    kind: 'swaps',
    does: 'hands out receipts in the name of another member',
    club: onReceipts((receipt) => ({ ...receipt, userName: `${receipt.userName}x` })),
  },
  {
    name: 'swaps-slip-proofs',
    kind: 'swaps',
    does: 'answers with the proof of the bet that was asked for before',
    club: onSlipProofs(earlierSlip),
  },
  {
    name: 'swaps-slip-draw',
    kind: 'swaps',
    does: 'shows the bet with the evidence of another draw',
    club: onSlipProofs(async (slip, context) => ({ ...slip, draw: await otherDraw(slip.draw, context) })),
  },
];

export const REPLAYED: readonly Lie[] = [
  {
    name: 'replays-draw',
    kind: 'replays',
    does: 'answers with another draw',
    club: onDraws(otherDraw),
  },
  {
    name: 'replays-renamed-draw',
    kind: 'replays',
    does: 'answers with another draw under the name of the one that was asked for',
    club: onDraws(async (draw, context) => ({ ...(await otherDraw(draw, context)), drawId: draw.drawId })),
  },
  {
    name: 'replays-rescheduled-draw',
    kind: 'replays',
    does: 'answers with another draw under the name and with the times of the one that was asked for',
    club: onDraws(async (draw, context) => {
      const { drawId, round, locksAtMs } = draw;
      return { ...(await otherDraw(draw, context)), drawId, round, locksAtMs };
    }),
  },
];

export const DELAYED: readonly Lie[] = [
  {
    name: 'stale-checkpoint',
    kind: 'delays',
    does: 'shows the book as it was long ago',
    club: onPath(/^\/book\/checkpoint$/, async (answer, _asked, tools) => {
      const note = await once(tools, 'old', () => oldNote(tools));
      return note === null ? answer : withText(answer, note);
    }),
  },
  {
    name: 'stale-evidence',
    kind: 'delays',
    does: 'shows every draw with an old checkpoint in the place of the one in time',
    club: onEvidence(({ before }) => ({ inTime: before, entries: [] })),
  },
  {
    name: 'stale-last-checkpoint',
    kind: 'delays',
    does: 'shows a checkpoint from before the draw as the one that contains it',
    club: onEvidence(({ after, inTime }) => ({ after: after && inTime && { ...after, checkpoint: inTime } })),
  },
  {
    name: 'late-checkpoint',
    kind: 'delays',
    does: 'shows a checkpoint from after the draw as the one in time for the seal',
    club: onEvidence(({ after, inTime }) => ({ inTime: after?.checkpoint ?? inTime })),
  },
];

/** Lies about what the house owes a member. */
export const OF_OWED: readonly Lie[] = [
  {
    name: 'owed-hidden',
    kind: 'omits',
    does: 'has no proof of what it owes',
    club: onPath(/^\/api\/me\/owed$/, notThere),
  },
  {
    name: 'owed-without-place',
    kind: 'omits',
    does: 'shows the proof without the place in the book',
    club: onOwed(() => ({ inBook: undefined }) as unknown as Partial<OwedFile>),
  },
  {
    name: 'owed-without-entry',
    kind: 'omits',
    does: 'shows the proof without the entry of the book',
    club: onOwed(() => ({ entry: null })),
  },
  {
    name: 'owed-split-dropped',
    kind: 'omits',
    does: 'counts one split of four less',
    club: onOwed(({ splits }) => ({ splits: splits.slice(1) })),
  },
  {
    name: 'owed-less',
    kind: 'invents',
    does: 'says that it owes less',
    club: onOwed(({ owedMinor }) => ({ owedMinor: String(BigInt(owedMinor) / 2n) })),
  },
  {
    name: 'owed-other-total',
    kind: 'invents',
    does: 'names another total than the book has',
    club: onOwed(({ total }) => ({ total: String(BigInt(total) + 1n) })),
  },
  {
    name: 'owed-other-entry',
    kind: 'invents',
    does: 'shows an entry with its own root and total that is not in the book',
    club: onOwed(({ entry, root }) => {
      if (entry === null) return {};
      const body = entry.body.replace(root, 'cd'.repeat(32));
      return { root: 'cd'.repeat(32), entry: { ...entry, body } };
    }),
  },
  {
    name: 'owed-other-day',
    kind: 'replays',
    does: 'shows the proof as one of the next day',
    club: onOwed(({ date }) => ({ date: new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10) })),
  },
];
