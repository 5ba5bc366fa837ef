import { z } from 'zod';
import { LABELS } from '../../desk/handling.ts';
import type { EntryRecord, ThreadRecord } from '../../desk/records.ts';
import { THREAD_STATES } from '../../desk/thread-query.ts';
import { SUBJECTS } from '../../desk/threads.ts';
import type { VisitorEntryRecord } from '../../desk/visitor-records.ts';
import { TypedWords } from './forms.ts';
import { Uuid } from './shapes.ts';

/** Body limit in bytes: 2000 characters of text, escaped as JSON. */
export const DESK_BYTES_MAX = 32_768;

const Millis = z.number().int();
const Count = z.number().int();

export const ThreadParams = z.object({ id: Uuid });
export const FileParams = ThreadParams.extend({ file: z.coerce.number().int().min(1).max(500) });
export const ReadBody = z.strictObject({
  upTo: z.number().int().min(1).max(500).describe('Number of the last entry that was read'),
});
export const Words = TypedWords.describe('1 to 2000 characters');

const Shared = z.object({
  id: z.uuid(),
  subject: z.enum(SUBJECTS),
  hostId: z.uuid().nullable(),
  state: z.enum(THREAD_STATES),
  closedBy: z.enum(['member', 'house']).nullable(),
  openedAtMs: Millis,
  lastAtMs: Millis,
  waitsSinceMs: Millis.nullable().describe('Time since which the member waits for an answer; null if they do not'),
  entries: Count.describe('Number of entries, and of the last entry'),
  memberRead: Count.describe('Number of the last entry that the member has read'),
  houseRead: Count.describe('Number of the last entry that staff have read'),
  lastWords: z.string().describe('Start of the last entry’s text; empty for a file'),
  rating: z
    .object({ stars: z.number().int(), words: z.string(), atMs: Millis })
    .nullable()
    .describe('The member’s rating, 1 to 5 stars; null if there is none'),
});

export const ThreadAnswer = Shared.extend({ unread: Count });
z.globalRegistry.add(ThreadAnswer, { id: 'DeskThread' });

export const ConsoleThreadAnswer = Shared.extend({
  memberId: z.uuid(),
  unread: Count.describe('Number of the member’s entries that staff have not read'),
  assignedTo: z.object({ id: z.uuid(), name: z.string() }).nullable().describe('Staff account that has it'),
  snoozedUntilMs: Millis.nullable().describe('Until when it is out of the inbox; null or past: it is not'),
  labels: z.array(z.enum(LABELS)),
  firstAnsweredAtMs: Millis.nullable().describe('Time of the house’s first answer'),
});
z.globalRegistry.add(ConsoleThreadAnswer, { id: 'ConsoleDeskThread' });

export const FileAnswer = z.object({ kind: z.enum(['picture', 'pdf']), name: z.string(), bytes: Count });

export const EntryAnswer = z.object({
  n: Count.describe('Number of the entry, from 1 without gaps'),
  from: z.enum(['member', 'house']),
  role: z.string().nullable().describe('Role of the staff member who wrote it'),
  words: z.string().describe('Text; empty for a file'),
  file: FileAnswer.nullable(),
  atMs: Millis,
});
z.globalRegistry.add(EntryAnswer, { id: 'DeskEntry' });

export const FullThreadAnswer = ThreadAnswer.extend({ said: z.array(EntryAnswer).describe('Oldest first') });
z.globalRegistry.add(FullThreadAnswer, { id: 'FullDeskThread' });

/** A conversation as the member sees it. */
export function answerThread(record: ThreadRecord): z.infer<typeof ThreadAnswer> {
  const { bucket: _bucket, memberId: _memberId, memberUnread, houseUnread: _houseUnread, ...others } = record;
  const { handling: _handling, firstAnsweredAtMs: _firstAnsweredAtMs, ...same } = others;
  return { ...same, unread: memberUnread };
}

/** A conversation as staff see it. `staffNames`: by staff id. */
export function answerConsoleThread(
  record: ThreadRecord,
  staffNames: ReadonlyMap<string, string>,
): z.infer<typeof ConsoleThreadAnswer> {
  const { memberId, houseUnread, firstAnsweredAtMs, handling } = record;
  const { staffId, snoozedUntilMs, labels } = handling;
  return {
    ...{ ...answerThread(record), memberId, unread: houseUnread, firstAnsweredAtMs, snoozedUntilMs },
    assignedTo: staffId === null ? null : { id: staffId, name: staffNames.get(staffId) ?? '' },
    labels: LABELS.filter((label) => labels.includes(label)),
  };
}

/** An entry as the member sees it, without the name of the staff person. */
export function answerEntry({ staffId, ...same }: EntryRecord): z.infer<typeof EntryAnswer> {
  return { ...same, from: staffId === null ? 'member' : 'house' };
}

/** An entry of a visitor's conversation. */
export const VisitorEntryAnswer = z.object({
  n: Count.describe('Number of the entry, from 1 without gaps'),
  from: z.enum(['visitor', 'house']),
  role: z.string().nullable().describe('Role of the staff member who wrote it'),
  text: z.string(),
  atMs: Millis,
});
z.globalRegistry.add(VisitorEntryAnswer, { id: 'VisitorEntry' });

/** An entry as the visitor sees it, without the name of the staff person. */
export function answerVisitorEntry({ staffId, ...same }: VisitorEntryRecord): z.infer<typeof VisitorEntryAnswer> {
  return { ...same, from: staffId === null ? 'visitor' : 'house' };
}
