import { describe, expect, it } from 'vitest';
import { parseThumbnails, thumbnailAt } from './thumbnails.ts';

const BASE = 'https://club.example/films/f/full/thumbnails.vtt';
const FILE = `WEBVTT

00:00.000 --> 00:05.000
sprite.webp#xywh=0,0,160,90

2
00:05.000 --> 00:10.000
sprite.webp#xywh=160,0,160,90

01:00:00.000 --> 01:00:05.000
sprite.webp#xywh=320,90,160,90
`;

describe('thumbnails', () => {
  it('are parts of a picture beside the file, each with its time', () => {
    expect(parseThumbnails(FILE, BASE)).toEqual([
      { fromMs: 0, untilMs: 5000, url: '/films/f/full/sprite.webp', x: 0, y: 0, width: 160, height: 90 },
      { fromMs: 5000, untilMs: 10_000, url: '/films/f/full/sprite.webp', x: 160, y: 0, width: 160, height: 90 },
      {
        fromMs: 3_600_000,
        untilMs: 3_605_000,
        url: '/films/f/full/sprite.webp',
        x: 320,
        y: 90,
        width: 160,
        height: 90,
      },
    ]);
  });

  it('read alike with the line ends of other systems', () => {
    expect(parseThumbnails(FILE.replaceAll('\n', '\r\n'), BASE)).toEqual(parseThumbnails(FILE, BASE));
  });

  it('that make no sense are left out', () => {
    for (const text of [
      '',
      'WEBVTT',
      '00:00.000 --> 00:05.000',
      '00:00.000 --> 00:05.000\nsprite.webp',
      '\n#xywh=1,2',
    ]) {
      expect(parseThumbnails(text, BASE)).toEqual([]);
    }
  });

  it('are found by the time', () => {
    const thumbnails = parseThumbnails(FILE, BASE);
    expect(thumbnailAt(thumbnails, 4999)?.x).toBe(0);
    expect(thumbnailAt(thumbnails, 5000)?.x).toBe(160);
    expect(thumbnailAt(thumbnails, 20_000)?.x).toBe(160);
    expect(thumbnailAt([], 0)).toBe(null);
  });
});
