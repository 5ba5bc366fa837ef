/** A chapter of a film: its start in milliseconds and its title in one language. */
export interface Chapter {
  atMs: number;
  title: string;
}

/** Chapters of a title per language. */
export const CHAPTERS_MAX = 50;
export const CHAPTER_TITLE_LENGTH_MAX = 80;

type ChapterTexts = Readonly<Record<string, { chapters?: readonly Chapter[] | undefined }>>;

/** Chapters in the language of the other texts, else in the house's, else in any language. */
export function chaptersOf(texts: ChapterTexts, locale: string, house: string): readonly Chapter[] {
  const written = [locale, house, ...Object.keys(texts).sort()].map((code) => texts[code]?.chapters ?? []);
  return written.find((chapters) => chapters.length > 0) ?? [];
}

/** True if the starts ascend and lie inside the film. `durationMs`: null if it is unknown. */
export function areChaptersFit(chapters: readonly Chapter[], durationMs: number | null): boolean {
  return chapters.every(({ atMs }, index) => {
    const before = chapters[index - 1];
    return (before === undefined || before.atMs < atMs) && (durationMs === null || atMs < durationMs);
  });
}
