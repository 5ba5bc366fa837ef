/** A region of a sprite, and the span of the film that it shows. */
export interface Thumbnail {
  fromMs: number;
  untilMs: number;
  url: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

const TIMES = /^((?:\d+:)?\d\d:\d\d[.,]\d{3})[ \t]+-->[ \t]+((?:\d+:)?\d\d:\d\d[.,]\d{3})/;
const PLACE = /^(.*)#xywh=(?:pixel:)?(\d+),(\d+),(\d+),(\d+)$/;
/** Enough for one picture per second for more than a day. */
const CUES_MAX = 100_000;

/** Parses a WebVTT file of thumbnails; skips malformed cues. `base`: the file's URL. */
export function parseThumbnails(text: string, base: string): Thumbnail[] {
  const lines = text.split(/\r\n|\r|\n/, CUES_MAX * 4);
  return lines.flatMap((line, index) => {
    const times = TIMES.exec(line);
    const place = times === null ? null : PLACE.exec(lines[index + 1]?.trim() ?? '');
    if (times === null || place === null) return [];
    const [x = 0, y = 0, width = 0, height = 0] = place.slice(2).map(Number);
    if (width === 0 || height === 0) return [];
    const url = new URL(place[1] ?? '', base).pathname;
    return [{ fromMs: msOf(times[1]), untilMs: msOf(times[2]), url, x, y, width, height }];
  });
}

/** The last thumbnail that starts at or before `ms`, else the first. Null without thumbnails. */
export function thumbnailAt(thumbnails: readonly Thumbnail[], ms: number): Thumbnail | null {
  return thumbnails.findLast(({ fromMs }) => fromMs <= ms) ?? thumbnails[0] ?? null;
}

function msOf(text = ''): number {
  const parts = text.replace(',', '.').split(':').map(Number);
  return Math.round(parts.reduce((sum, part) => sum * 60 + part, 0) * 1000);
}
