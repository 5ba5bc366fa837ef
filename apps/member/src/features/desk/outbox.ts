import type { QueryClient } from '@tanstack/react-query';
import { noteThread, type Opening, openThread, sendThreadFile, writeInThread } from '../../api/house/desk.ts';
import { newId } from '../../api/shared/new-id.ts';
import { onPageReplaced, pageMember, pageReplacedBy } from '../../api/shared/page-member.ts';
import { asProblem, type ProblemParams } from '../../api/shared/problem.ts';
import type { FullDeskThread } from '../../api/shared/types.ts';
import { draftNames, readDraft, writeDraft } from '../session/drafts.ts';
import { type StoredItems, storedItems } from '../storage/stored-items.ts';
import { withTabLock } from '../storage/tab-lock.ts';

/** A message to the desk that is not sent yet. Messages are sent in order, each once, when there is a connection. */
export interface Waiting {
  /** The idempotency key. Also identifies a thread that does not exist yet. */
  key: string;
  /** Null if the message opens a thread. */
  threadId: string | null;
  opening: Opening | null;
  words: string;
  /** An attached file. Lost when the page closes, because the outbox does not store files. */
  file: File | null;
  atMs: number;
  /** Why the message cannot be sent; null if it can still be sent. */
  fault: { code: string; params: ProblemParams } | null;
}

const PREFIX = 'desk.';
/** Prefix of drafts that record which thread a message opened, for other tabs that show the message as waiting. */
const OPENED = 'desk-opened.';
const OPENED_MS_MAX = 24 * 3_600_000;
const WAITING_MAX = 100;
const RETRY_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000];

/** Problem codes for a missing session or that of another member. */
const WITHOUT_SESSION = new Set(['signed-out', 'caller-changed', 'caller-needed']);

interface Outbox {
  memberId: string;
  client: QueryClient;
  kept: StoredItems<Waiting>;
  /** Threads opened from this page: key of the message → id. */
  opened: Map<string, string>;
  sending: boolean;
  /** True if a message was added while others were being sent. */
  isAskedMeanwhile: boolean;
  tries: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

let box: Outbox | null = null;
const listeners = new Set<() => void>();

// Sends again once the page's member is signed in again.
onPageReplaced(() => {
  if (pageReplacedBy() === null) sendNow();
});

/** Opens the member's outbox with the messages that an earlier page left, and sends them. */
export function openOutbox(client: QueryClient, memberId: string): void {
  if (box?.memberId === memberId) return;
  closeOutbox();
  forgetOldOpened(memberId);
  const isStored = ({ file }: Waiting) => file === null;
  const stored = storedItems({ memberId, prefix: PREFIX, isItem: isWaiting, isStored, onChange: onKeptChange });
  const idle = { sending: false, isAskedMeanwhile: false, tries: 0, timer: undefined };
  box = { memberId, client, kept: stored, opened: new Map(), ...idle };
  window.addEventListener('online', sendNow);
  tell();
  void sendAll();
}

export function closeOutbox(): void {
  clearTimeout(box?.timer);
  box?.kept.close();
  window.removeEventListener('online', sendNow);
  box = null;
  tell();
}

/** Adds a message. Returns its key, or null if too many are waiting. */
export function enqueue(what: { threadId: string; words?: string; file?: File } | { opening: Opening }): string | null {
  if (box === null || box.kept.all.length >= WAITING_MAX) return null;
  const opening = 'opening' in what ? what.opening : null;
  const item: Waiting = {
    key: newId(),
    threadId: 'threadId' in what ? what.threadId : null,
    opening,
    words: opening?.words ?? ('words' in what ? (what.words ?? '') : ''),
    file: 'file' in what ? (what.file ?? null) : null,
    atMs: Date.now(),
    fault: null,
  };
  box.kept.add(item);
  void sendAll();
  return item.key;
}

/** Removes a queued message. Returns its text for editing. */
export function takeBack(key: string): string {
  const item = box?.kept.all.find((one) => one.key === key);
  box?.kept.remove(key);
  return item?.words ?? '';
}

/** Retries a message that failed. */
export function tryAgain(key: string): void {
  box?.kept.change(key, (item) => ({ ...item, fault: null }));
  sendNow();
}

function sendNow(): void {
  if (box === null) return;
  clearTimeout(box.timer);
  box.timer = undefined;
  box.tries = 0;
  void sendAll();
}

export function waiting(): readonly Waiting[] {
  return box?.kept.all ?? NONE;
}
const NONE: readonly Waiting[] = [];

/** The thread that a message opened; null if none yet. */
export function openedThread(key: string): string | null {
  if (box === null) return null;
  return box.opened.get(key) ?? readDraft<Opened>(box.memberId, OPENED + key, 'phone')?.threadId ?? null;
}

export function onOutbox(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

async function sendAll(): Promise<void> {
  const mine = box;
  if (mine === null || mine.timer !== undefined) return;
  if (mine.sending) {
    mine.isAskedMeanwhile = true;
    return;
  }
  // Requests name the page's member, so the outbox must be theirs.
  if (pageMember()?.id !== mine.memberId) return;
  mine.sending = true;
  try {
    await withTabLock(`tercet.desk.${mine.memberId}`, async () => {
      for (let item = next(mine); item !== undefined && box === mine; item = next(mine)) {
        if (!(await sendOne(mine, item))) break;
      }
    });
  } finally {
    mine.sending = false;
  }
  if (!mine.isAskedMeanwhile) return;
  mine.isAskedMeanwhile = false;
  await sendAll();
}

function next(mine: Outbox): Waiting | undefined {
  // Another tab may have sent or removed it in the meantime.
  mine.kept.refresh();
  return mine.kept.all.find(({ fault }) => fault === null);
}

/** Sends one message. Returns false if sending must pause, such as without a connection; the rest then waits too. */
async function sendOne(mine: Outbox, item: Waiting): Promise<boolean> {
  try {
    const thread = await send(item);
    if (box !== mine) return false;
    mine.tries = 0;
    if (item.threadId === null) noteOpened(mine, item.key, thread.id);
    noteThread(mine.client, thread);
    mine.kept.remove(item.key);
    return true;
  } catch (error) {
    if (box !== mine) return false;
    const problem = asProblem(error);
    // The message stays until the same member signs in again.
    if (WITHOUT_SESSION.has(problem.code)) return false;
    const mayGoAgain = problem.unsure || problem.code === 'throttled' || problem.code === 'busy';
    if (mayGoAgain) {
      const waitMs = Number(problem.params.retryAfterSeconds ?? 0) * 1_000;
      const delay = Math.max(waitMs, RETRY_MS[Math.min(mine.tries, RETRY_MS.length - 1)] ?? 0);
      mine.tries += 1;
      mine.timer = setTimeout(() => {
        mine.timer = undefined;
        void sendAll();
      }, delay);
      tell();
      return false;
    }
    const fault = { code: problem.code, params: problem.params };
    mine.kept.change(item.key, (one) => ({ ...one, fault }));
    return true;
  }
}

function send({ key, threadId, opening, words, file }: Waiting): Promise<FullDeskThread> {
  if (threadId === null) return openThread(key, opening ?? { subject: 'other', hostId: null, words });
  return file === null ? writeInThread(key, threadId, words) : sendThreadFile(key, threadId, file);
}

interface Opened {
  threadId: string;
  atMs: number;
}

function noteOpened({ memberId, opened }: Outbox, key: string, threadId: string): void {
  opened.set(key, threadId);
  writeDraft(memberId, OPENED + key, { threadId, atMs: Date.now() } satisfies Opened, 'phone');
}

function forgetOldOpened(memberId: string): void {
  for (const name of draftNames(memberId, OPENED, 'phone') ?? []) {
    const atMs = readDraft<Opened>(memberId, name, 'phone')?.atMs ?? 0;
    if (Date.now() - atMs > OPENED_MS_MAX) writeDraft(memberId, name, null, 'phone');
  }
}

function onKeptChange(): void {
  tell();
  // Messages from other tabs are sent from here too.
  void sendAll();
}

function isWaiting(one: unknown): one is Waiting {
  const { key, words, atMs } = (typeof one === 'object' && one !== null ? one : {}) as Partial<Waiting>;
  return typeof key === 'string' && typeof words === 'string' && typeof atMs === 'number';
}

function tell(): void {
  for (const listener of listeners) listener();
}
