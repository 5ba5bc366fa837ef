/** A chapter of a film: its start in milliseconds, and its title. */
export interface Chapter {
  atMs: number;
  title: string;
}

const CHAPTERS_MAX = 50;
const TITLE_LENGTH_MAX = 80;
/** A line such as "1:05 The harbour"; the start has minutes and seconds, and may have hours. */
const LINE = /^(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)\s+(\S.*)$/;

/** Chapters as lines of text. */
export function chapterLines(chapters: readonly Chapter[]): string {
  return chapters.map(({ atMs, title }) => `${startText(atMs)} ${title}`).join('\n');
}

/** Reads one chapter a line. Null if a line is none, the starts do not ascend, or there are too many. */
export function readChapters(lines: string): Chapter[] | null {
  const chapters = lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map(readLine);
  if (chapters.length > CHAPTERS_MAX || !chapters.every((one) => one !== null)) return null;
  return chapters.every(({ atMs }, index) => index === 0 || (chapters[index - 1]?.atMs ?? 0) < atMs) ? chapters : null;
}

function readLine(line: string): Chapter | null {
  const [, hours = '0', minutes, seconds, title] = LINE.exec(line) ?? [];
  if (minutes === undefined || title === undefined || title.length > TITLE_LENGTH_MAX) return null;
  return { atMs: ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000, title };
}

function startText(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  const tail = String(seconds % 60).padStart(2, '0');
  return hours === 0 ? `${minutes}:${tail}` : `${hours}:${String(minutes).padStart(2, '0')}:${tail}`;
}
