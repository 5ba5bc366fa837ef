import type { AGES, Video, VideoAccess, VideoForm } from '../../api/library/videos.ts';
import { type LanguageCode, onlyWritten, type Texts } from '../../features/words/member-languages.ts';

export type VideoField = 'name' | 'description';

/** A title while somebody fills it in. */
export interface VideoDraft {
  texts: Texts<VideoField>;
  classId: string;
  age: (typeof AGES)[number];
  kind: VideoAccess['kind'];
  /** As they were typed. */
  amount: string;
  hours: string;
  /** Seconds; empty: as the house says. */
  start: string;
  recommended: boolean;
}

export const NEW_VIDEO: VideoDraft = {
  ...{ texts: {}, classId: '', age: 0, kind: 'house', amount: '', hours: '48', start: '', recommended: false },
};

/** `write` makes of minor units what people type. */
export function draftOf(video: Video, write: (minor: string) => string): VideoDraft {
  const { texts, classId, age, access, startMs, recommended } = video;
  const amount = access.kind === 'bought' ? access.priceMinor : access.kind === 'balance' ? access.balanceMinor : null;
  return {
    ...{ texts, classId, age, recommended },
    kind: access.kind,
    amount: amount === null ? '' : write(amount),
    hours: access.kind === 'bought' ? String(access.hours) : NEW_VIDEO.hours,
    start: startMs === null ? '' : String(startMs / 1_000),
  };
}

/** Names of the fields that are not as they must be, and what is sent where none is. */
export type Formed = { form: VideoForm } | { wrong: string[] };

/** `house` is the house's own language, in which every title has a name; `read` makes minor units of what was typed. */
export function formOf(draft: VideoDraft, house: string, read: (typed: string) => string | null): Formed {
  const texts = onlyWritten(draft.texts);
  const access = accessOf(draft, read);
  const startMs = startOf(draft.start);
  const wrong = [
    ...((texts[house as LanguageCode]?.name ?? '').trim() === '' || !allNamed(texts) ? ['texts'] : []),
    ...(draft.classId === '' ? ['classId'] : []),
    ...(access === null ? ['access'] : []),
    ...(startMs === undefined ? ['startMs'] : []),
  ];
  if (wrong.length > 0 || access === null || startMs === undefined) return { wrong };
  const { classId, age, recommended } = draft;
  return { form: { classId, texts, age, access, startMs, recommended } };
}

/** A description alone is no title. */
function allNamed(texts: Record<string, { name: string }>): boolean {
  return Object.values(texts).every(({ name }) => name.trim() !== '');
}

function accessOf({ kind, amount, hours }: VideoDraft, read: (typed: string) => string | null): VideoAccess | null {
  if (kind === 'house' || kind === 'free') return { kind };
  const minor = read(amount);
  if (minor === null || BigInt(minor) <= 0n) return null;
  if (kind === 'balance') return { kind, balanceMinor: minor };
  return /^[1-9]\d{0,4}$/.test(hours.trim()) ? { kind, priceMinor: minor, hours: Number(hours.trim()) } : null;
}

/** Null: as the house says; undefined: no time. */
function startOf(typed: string): number | null | undefined {
  const text = typed.trim();
  if (text === '') return null;
  return /^\d{1,5}(?:\.\d{1,3})?$/.test(text) ? Math.round(Number(text) * 1_000) : undefined;
}

/** What differs from what is there: nothing else is sent, so that nobody else's change is undone. */
export function changesOf(form: VideoForm, video: Video): Partial<VideoForm> {
  const entries = Object.entries(form) as [keyof VideoForm, unknown][];
  return Object.fromEntries(entries.filter(([name, value]) => !same(value, video[name])));
}

function same(a: unknown, b: unknown): boolean {
  return canonical(a) === canonical(b);
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null ? Object.fromEntries(Object.entries(part).sort()) : part,
  );
}
