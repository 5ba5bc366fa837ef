import { newId } from '../../db/ids.ts';
import { pageOf } from '../../db/keyset.ts';
import { ofMember } from '../../db/member-rows.ts';
import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Account } from '../../ledger/lock.ts';
import { Refusal } from '../../refusal.ts';

/** A staff member's note about a member. */
export interface Note {
  id: string;
  staffId: string;
  words: string;
  atMs: number;
}

export interface NotesPage {
  items: Note[];
  nextCursor: string | null;
  total: number;
}

const WORDS_LENGTH_MAX = 2_000;

/** Adds a note, which can never be changed or removed. Throws `fill-in`, `words-bad`. */
export async function addNote(
  tx: Tx,
  { bucket, memberId }: Account,
  { staffId, words: typed }: { staffId: string; words: string },
): Promise<Note> {
  const words = typed.normalize('NFC').trim();
  if (words === '') throw new Refusal('fill-in', {}, { words: 'fill-in' });
  if ([...words].length > WORDS_LENGTH_MAX || words.includes('\0')) {
    throw new Refusal('words-bad', { min: 1, max: WORDS_LENGTH_MAX }, { words: 'words-bad' });
  }
  const row = await tx.q
    .insertInto('members.note')
    .values({ bucket, member_id: memberId, id: newId(), staff_id: staffId, words })
    .returning(['id', 'at'])
    .executeTakeFirstOrThrow();
  return { id: row.id, staffId, words, atMs: row.at.getTime() };
}

/** Lists notes, newest first. `before` is the id of a listed note (exclusive). */
export async function listNotes(
  q: Db | Tx['q'],
  { bucket, memberId }: Account,
  { before, limit }: { before?: string; limit: number },
): Promise<NotesPage> {
  const all = q.selectFrom('members.note').where(ofMember({ bucket, memberId }));
  const rows = await (before === undefined ? all : all.where('id', '<', before))
    .select(['id', 'staff_id as staffId', 'words', 'at'])
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const { n } = await all.select((eb) => eb.fn.countAll<bigint>().as('n')).executeTakeFirstOrThrow();
  const { page, nextCursor } = pageOf(rows, limit, (last) => last.id);
  const items = page.map(({ at, ...note }) => ({ ...note, atMs: at.getTime() }));
  return { items, nextCursor, total: Number(n) };
}
