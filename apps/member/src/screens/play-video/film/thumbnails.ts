/** A part of the sprite, and for which time of the film it stands. */
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
/** A film of a day with a picture a second has no more. */
const CUES_MAX = 100_000;

/** The cues of a WebVTT file of thumbnails; those that cannot be read are left out. `base`: the file's own URL. */
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

/** The picture for a time; the last one before it where it falls between two. Null where there is none. */
export function thumbnailAt(thumbnails: readonly Thumbnail[], ms: number): Thumbnail | null {
  return thumbnails.findLast(({ fromMs }) => fromMs <= ms) ?? thumbnails[0] ?? null;
}

function msOf(text = ''): number {
  const parts = text.replace(',', '.').split(':').map(Number);
  return Math.round(parts.reduce((sum, part) => sum * 60 + part, 0) * 1000);
}
