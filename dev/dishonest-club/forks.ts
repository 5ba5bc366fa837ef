/** Lies that show two versions of the book or of a draw. */
import { decodeBundle, decodeEntryAs, encodeBundle, openCheckpoint, utf8 } from '@tercet/fair';
import { asVoid, entryOf, forgedLogKey, noteOf } from './forge.ts';
import {
  type Answer,
  bytesOf,
  type ClubRequest,
  jsonOf,
  type Lie,
  once,
  onDraws,
  onHouse,
  onPath,
  type Tools,
  textOf,
  withText,
} from './tamper.ts';

/** Members are distinguished by their session. Without a session, every other request counts as the second reader. */
function isSecondReader({ cookie }: ClubRequest, { memory }: Tools): boolean {
  const name = cookie ?? 'nobody';
  const request = (memory.get(name) as number | undefined) ?? 0;
  memory.set(name, request + 1);
  if (cookie === null) return request % 2 === 1;
  const first = (memory.get('first') as string | undefined) ?? cookie;
  memory.set('first', first);
  return first !== cookie;
}

function withByte(bytes: Uint8Array, at: number): Uint8Array {
  const changed = Uint8Array.from(bytes);
  changed[at] = (changed[at] ?? 0) ^ 1;
  return changed;
}

/** Replaces the last entry of a bundle by another well-formed one. */
function forkedBundle(answer: Answer): Answer {
  const entries = decodeBundle(bytesOf(answer)) ?? [];
  const other = utf8('{"from":"1","reason":"fork","state":"on","type":"switch","what":"betting"}');
  return { ...answer, body: encodeBundle([...entries.slice(0, -1), other]) };
}

async function logKeyOf(tools: Tools): Promise<string> {
  const { book } = await once(tools, 'house', async () =>
    jsonOf<{ book: { logKey: string } }>(await tools.read('/api/house')),
  );
  return book.logKey;
}

export const FORKED: readonly Lie[] = [
  {
    name: 'two-fates',
    kind: 'forks',
    does: 'shows the dice to one reader and a void of the same draw to the next',
    club: onDraws((draw, { request, tools }) =>
      isSecondReader(request, tools) ? { ...asVoid(draw), book: null } : draw,
    ),
  },
  {
    name: 'two-results',
    kind: 'forks',
    does: 'shows other dice to every second reader',
    club: onDraws((draw, { request, tools }) => {
      const { draw: drawn } = draw.entries;
      if (!isSecondReader(request, tools) || drawn === null) return draw;
      const entry = entryOf({ ...decodeEntryAs('draw', drawn.body), dice: ['6', '6', '6'] }, drawn.seq);
      return { ...draw, dice: [6, 6, 6], entries: { ...draw.entries, draw: entry }, book: null };
    }),
  },
  {
    name: 'forked-checkpoint',
    kind: 'forks',
    does: 'shows another root for the same size, signed by a key of its own',
    club: onPath(/^\/book\/checkpoint$/, async (answer, _asked, tools) => {
      const checkpoint = openCheckpoint(textOf(answer), [await logKeyOf(tools)]);
      if (checkpoint === null) return answer;
      return withText(answer, noteOf(forgedLogKey(checkpoint.origin), { ...checkpoint, root: 'ef'.repeat(32) }));
    }),
  },
  {
    name: 'forked-root',
    kind: 'forks',
    does: 'shows another root under the signature of the real one',
    club: onPath(/^\/book\/checkpoint$/, (answer) => {
      const lines = textOf(answer).split('\n');
      return withText(
        answer,
        [...lines.slice(0, 2), Buffer.alloc(32, 7).toString('base64'), ...lines.slice(3)].join('\n'),
      );
    }),
  },
  {
    name: 'forked-entries',
    kind: 'forks',
    does: 'hands out another entry than the one that its checkpoint signs',
    club: onPath(/^\/book\/tile\/entries\//, forkedBundle),
  },
  {
    name: 'forked-tiles',
    kind: 'forks',
    does: 'hands out other hashes than those that its checkpoint signs',
    club: onPath(/^\/book\/tile\/\d/, (answer) => ({ ...answer, body: withByte(bytesOf(answer), 0) })),
  },
  {
    name: 'other-book-key',
    kind: 'forks',
    does: 'names a key of its own as the key of the book',
    club: onHouse(({ book, ...house }) => ({
      ...house,
      book: { ...book, logKey: forgedLogKey(book.origin).vkey },
    })),
  },
  {
    name: 'other-book',
    kind: 'forks',
    does: 'says that its book has another name',
    club: onHouse(({ book, ...house }) => ({ ...house, book: { ...book, origin: 'other.example/book' } })),
  },
];
