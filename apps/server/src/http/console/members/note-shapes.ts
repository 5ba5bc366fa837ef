import { z } from 'zod';
import type { Tx } from '../../../db/transaction.ts';
import type { Note } from '../../../members/account/notes.ts';
import { namesOfStaff } from '../../../staff/names.ts';

export const NoteAnswer = z.object({
  id: z.uuid(),
  staffId: z.uuid(),
  staffName: z.string(),
  words: z.string(),
  atMs: z.number().int(),
});
z.globalRegistry.add(NoteAnswer, { id: 'Note' });

/** Notes with their authors' names. */
export async function answerNotes(tx: Tx, notes: readonly Note[]): Promise<z.infer<typeof NoteAnswer>[]> {
  const names = await namesOfStaff(tx.q, [...new Set(notes.map(({ staffId }) => staffId))]);
  return notes.map((note) => ({ ...note, staffName: names.get(note.staffId) ?? '' }));
}
