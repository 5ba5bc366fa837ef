import type { AGES, Video, VideoAccess, VideoForm } from '../../api/library/videos.ts';
import { type LanguageCode, onlyWritten, type Texts } from '../../features/words/member-languages.ts';
import { chapterLines, readChapters } from './chapter-lines.ts';

/** `chapters`: a line per chapter, with its start and its title. */
export type VideoField = 'name' | 'description' | 'chapters';

/** A title while it is edited. */
export interface VideoDraft {
  texts: Texts<VideoField>;
  classId: string;
  age: (typeof AGES)[number];
  kind: VideoAccess['kind'];
  /** As typed. */
  amount: string;
  hours: string;
  /** Seconds; empty: the house's default. */
  start: string;
  recommended: boolean;
}

export const NEW_VIDEO: VideoDraft = {
  ...{ texts: {}, classId: '', age: 0, kind: 'house', amount: '', hours: '48', start: '', recommended: false },
};

/** `write` formats minor units for input. */
export function draftOf(video: Video, write: (minor: string) => string): VideoDraft {
  const { texts, classId, age, access, startMs, recommended } = video;
  const amount = access.kind === 'bought' ? access.priceMinor : access.kind === 'balance' ? access.balanceMinor : null;
  return {
    ...{ classId, age, recommended },
    texts: Object.fromEntries(
      Object.entries(texts).map(([code, { name, description, chapters }]) => [
        code,
        { name, description, chapters: chapterLines(chapters ?? []) },
      ]),
    ),
    kind: access.kind,
    amount: amount === null ? '' : write(amount),
    hours: access.kind === 'bought' ? String(access.hours) : NEW_VIDEO.hours,
    start: startMs === null ? '' : String(startMs / 1_000),
  };
}

/** Either the request body, or the names of invalid fields. */
export type Formed = { form: VideoForm } | { wrong: string[] };

/** `house` is the house's language, in which every title needs a name. `read` parses a typed amount to minor units. */
export function formOf(draft: VideoDraft, house: string, read: (typed: string) => string | null): Formed {
  const texts = textsOf(draft);
  const access = accessOf(draft, read);
  const startMs = startOf(draft.start);
  const wrong = [
    ...((texts[house as LanguageCode]?.name ?? '').trim() === '' || !allNamed(texts) ? ['texts'] : []),
    ...(Object.values(texts).some(({ chapters }) => chapters === null) ? ['chapters'] : []),
    ...(draft.classId === '' ? ['classId'] : []),
    ...(access === null ? ['access'] : []),
    ...(startMs === undefined ? ['startMs'] : []),
  ];
  if (wrong.length > 0 || access === null || startMs === undefined) return { wrong };
  const { classId, age, recommended } = draft;
  return { form: { classId, texts: texts as VideoForm['texts'], age, access, startMs, recommended } };
}

/** `chapters` is absent without any, and null if they cannot be read. */
function textsOf(draft: VideoDraft) {
  const written = Object.entries(onlyWritten(draft.texts));
  return Object.fromEntries(
    written.map(([code, { name, description, chapters: lines = '' }]) => {
      const chapters = readChapters(lines);
      return [code, { name, description, ...(chapters?.length === 0 ? {} : { chapters }) }];
    }),
  );
}

/** A description needs a name. */
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

/** Null: the house's default; undefined: invalid. */
function startOf(typed: string): number | null | undefined {
  const text = typed.trim();
  if (text === '') return null;
  return /^\d{1,5}(?:\.\d{1,3})?$/.test(text) ? Math.round(Number(text) * 1_000) : undefined;
}

/** The changed fields only, so that nobody else's change is overwritten. */
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
