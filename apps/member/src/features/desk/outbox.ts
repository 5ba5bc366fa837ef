import type { QueryClient } from '@tanstack/react-query';
import { noteTalk, type Opening, openTalk, sendTalkFile, writeInTalk } from '../../api/desk.ts';
import { newId } from '../../api/new-id.ts';
import { onPageReplaced, pageMember, pageReplacedBy } from '../../api/page-member.ts';
import { asProblem, type ProblemParams } from '../../api/problem.ts';
import type { FullDeskThread } from '../../api/types.ts';
import { draftNames, readDraft, writeDraft } from '../session/drafts.ts';

/** What a member has written and the desk has not: it goes out in order, once, when there is a line. */
export interface Waiting {
  /** The idempotency key, which also names a talk that is not there yet. */
  key: string;
  /** Null: it opens a talk. */
  talkId: string | null;
  opening: Opening | null;
  words: string;
  /** Lives as long as the page: a browser keeps no file for us. */
  file: File | null;
  atMs: number;
  /** Why it cannot be sent as it is; null while it may still go. */
  fault: { code: string; params: ProblemParams } | null;
}

/** Each message is kept by itself, so that two tabs of a member never overwrite each other's. */
const PREFIX = 'desk.';
const WAITING_MAX = 100;
const RETRY_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000];

/** Nobody is signed in, or another member. */
const WITHOUT_SESSION = new Set(['signed-out', 'caller-changed', 'caller-needed']);

interface Outbox {
  memberId: string;
  client: QueryClient;
  items: readonly Waiting[];
  /** Of talks that were opened from here: by their key. */
  opened: Map<string, string>;
  sending: boolean;
  tries: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

let box: Outbox | null = null;
const listeners = new Set<() => void>();

// The page goes on once its member is signed in again.
onPageReplaced(() => {
  if (pageReplacedBy() === null) sendNow();
});

/** Opens the member's outbox, with what an earlier page has left in it, and goes on sending. */
export function openOutbox(client: QueryClient, memberId: string): void {
  if (box?.memberId === memberId) return;
  closeOutbox();
  box = { memberId, client, items: kept(memberId), opened: new Map(), sending: false, tries: 0, timer: undefined };
  window.addEventListener('online', sendNow);
  tell();
  void sendAll();
}

export function closeOutbox(): void {
  clearTimeout(box?.timer);
  window.removeEventListener('online', sendNow);
  box = null;
  tell();
}

/** Returns its key; null where too much waits already. */
export function enqueue(what: { talkId: string; words?: string; file?: File } | { opening: Opening }): string | null {
  if (box === null || box.items.length >= WAITING_MAX) return null;
  const opening = 'opening' in what ? what.opening : null;
  const item: Waiting = {
    key: newId(),
    talkId: 'talkId' in what ? what.talkId : null,
    opening,
    words: opening?.words ?? ('words' in what ? (what.words ?? '') : ''),
    file: 'file' in what ? (what.file ?? null) : null,
    atMs: Date.now(),
    fault: null,
  };
  keep([...box.items, item]);
  void sendAll();
  return item.key;
}

/** Gives one up. What it said is returned, so that it can be written anew. */
export function takeBack(key: string): string {
  const item = box?.items.find((one) => one.key === key);
  if (box !== null) keep(box.items.filter((one) => one.key !== key));
  return item?.words ?? '';
}

/** Tries one again that could not be sent. */
export function tryAgain(key: string): void {
  if (box === null) return;
  keep(box.items.map((one) => (one.key === key ? { ...one, fault: null } : one)));
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
  return box?.items ?? NONE;
}
const NONE: readonly Waiting[] = [];

/** The talk that one of these keys has opened; null while it has not. */
export function openedTalk(key: string): string | null {
  return box?.opened.get(key) ?? null;
}

export function onOutbox(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

async function sendAll(): Promise<void> {
  const mine = box;
  if (mine === null || mine.sending || mine.timer !== undefined) return;
  // It is sent in the name of the page's member, and of nobody else.
  if (pageMember()?.id !== mine.memberId) return;
  mine.sending = true;
  try {
    for (let item = next(mine); item !== undefined && box === mine; item = next(mine)) {
      if (!(await sendOne(mine, item))) break;
    }
  } finally {
    mine.sending = false;
  }
}

function next(mine: Outbox): Waiting | undefined {
  return mine.items.find(({ fault }) => fault === null);
}

/** False where there is no line: it waits, and all behind it. */
async function sendOne(mine: Outbox, item: Waiting): Promise<boolean> {
  try {
    const talk = await send(item);
    if (box !== mine) return false;
    mine.tries = 0;
    if (item.talkId === null) mine.opened.set(item.key, talk.id);
    noteTalk(mine.client, talk);
    keep(mine.items.filter(({ key }) => key !== item.key));
    return true;
  } catch (error) {
    if (box !== mine) return false;
    const problem = asProblem(error);
    // Signed in again, the same member finds it here.
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
    keep(mine.items.map((one) => (one.key === item.key ? { ...one, fault } : one)));
    return true;
  }
}

function send({ key, talkId, opening, words, file }: Waiting): Promise<FullDeskThread> {
  if (talkId === null) return openTalk(key, opening ?? { subject: 'other', hostId: null, words });
  return file === null ? writeInTalk(key, talkId, words) : sendTalkFile(key, talkId, file);
}

function keep(items: readonly Waiting[]): void {
  if (box === null) return;
  const { memberId, items: before } = box;
  box.items = items;
  for (const { key } of before) {
    if (!items.some((one) => one.key === key)) writeDraft(memberId, PREFIX + key, null, 'phone');
  }
  for (const one of items) {
    if (one.file === null && !before.includes(one)) writeDraft(memberId, PREFIX + one.key, one, 'phone');
  }
  tell();
}

function kept(memberId: string): readonly Waiting[] {
  return draftNames(memberId, PREFIX, 'phone')
    .map((name) => readDraft<unknown>(memberId, name, 'phone'))
    .filter(isWaiting)
    .sort((a, b) => a.atMs - b.atMs)
    .slice(0, WAITING_MAX);
}

function isWaiting(one: unknown): one is Waiting {
  return typeof one === 'object' && one !== null && 'key' in one && 'words' in one && typeof one.words === 'string';
}

function tell(): void {
  for (const listener of listeners) listener();
}
