import { describe, expect, test } from 'vitest';
import { codecsOf, mainPlaylist } from './playlist.ts';
import { readFacts } from './probe.ts';
import { renditionsOf } from './renditions.ts';

const sizes = (width: number, height: number) =>
  renditionsOf({ width, height }).map((one) => `${one.width}x${one.height}`);

describe('the sizes of a film', () => {
  test.each([
    [3840, 2160, ['1920x1080', '1280x720', '854x480', '426x240']],
    [1920, 1080, ['1920x1080', '1280x720', '854x480', '426x240']],
    [1280, 720, ['1280x720', '854x480', '426x240']],
    [1600, 900, ['1600x900', '1280x720', '854x480', '426x240']],
    // Upright, as a phone films.
    [1080, 1920, ['1080x1920', '720x1280', '480x854', '240x426']],
    [200, 100, ['200x100', '100x50']],
    [427, 241, ['426x240', '214x122']],
  ])('of %i × %i are two to four, none larger than it', (width, height, expected) => {
    expect(sizes(width, height)).toEqual(expected);
  });

  test('fall in bitrate, and have even sides', () => {
    for (let side = 64; side <= 2_160; side += 7) {
      const made = renditionsOf({ width: Math.round((side * 16) / 9), height: side });
      expect(made.length).toBeGreaterThanOrEqual(2);
      expect(made.length).toBeLessThanOrEqual(4);
      for (const [n, { width, height, bitrate }] of made.entries()) {
        expect([width % 2, height % 2]).toEqual([0, 0]);
        if (n > 0) expect(bitrate).toBeLessThanOrEqual(made[n - 1]?.bitrate ?? 0);
      }
    }
  });
});

const PICTURE = '1280x720 [SAR 1:1 DAR 16:9], 1116 kb/s, 25 fps, 25 tbr, 12800 tbn, 50 tbc';
const SEEN = 'yuv420p, 1280x720 [SAR 1:1 DAR 16:9], q=2-31, 200 kb/s, 25 fps, 25 tbn, 25 tbc';
const MP4 = `Input #0, mov,mp4,m4a,3gp,3g2,mj2, from 'source':
  Metadata:
    major_brand     : isom
  Duration: 01:02:03.45, start: 0.000000, bitrate: 1189 kb/s
    Stream #0:0(und): Video: h264 (High) (avc1 / 0x31637661), yuv420p, ${PICTURE} (default)
    Stream #0:1(und): Audio: aac (LC) (mp4a / 0x6134706D), 44100 Hz, mono, fltp, 69 kb/s (default)
Stream mapping:
Output #0, null, to 'pipe:':
  Metadata:
    encoder         : Lavf58.24.100
    Stream #0:0(und): Video: wrapped_avframe, ${SEEN} (default)
    Stream #0:1(und): Audio: pcm_s16le, 44100 Hz, mono, s16, 705 kb/s (default)
`;
const OF_HEVC = 'yuv420p(tv, bt709, progressive), 1080x1440 [SAR 3:4 DAR 9:16], q=2-31, 200 kb/s, 29.97 fps, 29.97 tbn';

describe('what ffmpeg says of a file', () => {
  const facts = { durationMs: 3_723_450, width: 1280, height: 720, fps: 25, hasSound: true };

  test('is its length, its size and its sound', () => {
    expect(readFacts(MP4)).toEqual(facts);
    expect(readFacts(MP4.replace(/.*pcm_s16le.*\n/, ''))).toEqual({ ...facts, hasSound: false });
    expect(readFacts(MP4.replace('25 fps, 25 tbn', '1k fps, 1k tbn'))).toEqual({ ...facts, fps: 1_000 });
  });

  test('of a newer ffmpeg, turned, with pixels that are not square', () => {
    const log = `Input #0, mov,mp4,m4a,3gp,3g2,mj2, from 'source':
  Duration: 00:00:10.00, start: 0.000000, bitrate: 1000 kb/s
  Stream #0:0[0x1](und): Video: hevc (Main) (hvc1 / 0x31637668), yuv420p, 1440x1080 [SAR 4:3 DAR 16:9], 29.97 fps
      Side data:
        displaymatrix: rotation of -90.00 degrees
Stream mapping:
Output #0, null, to 'pipe:':
  Stream #0:0(und): Video: wrapped_avframe, ${OF_HEVC} (default)
`;
    expect(readFacts(log)).toEqual({ durationMs: 10_000, width: 1080, height: 1920, fps: 29.97, hasSound: false });
  });

  test('is never what the file writes into it', () => {
    const lies = [
      'title           : Duration: 00:00:04.50',
      '                : Stream #0:0: Video: h264, yuv420p, 64x64 [SAR 1:1 DAR 1:1], 1 fps, 1 tbr',
      "                : Output #0, null, to 'pipe:':",
      '                : Stream #0:1: Audio: aac',
    ];
    const told = lies.map((line) => `    ${line}\n`).join('');
    const lying = MP4.replace('    major_brand', `${told}    major_brand`);
    expect(readFacts(lying)).toEqual(facts);
    const silent = lying.replace(/.*pcm_s16le.*\n/, '');
    expect(readFacts(silent)).toEqual({ ...facts, hasSound: false });
  });

  test('is nothing for a film without an end, and for no film', () => {
    expect(readFacts(MP4.replace('01:02:03.45', 'N/A'))).toBeNull();
    expect(readFacts('source: Invalid data found when processing input')).toBeNull();
    expect(readFacts('')).toBeNull();
  });
});

test('the main playlist names each size with what a player needs to choose', () => {
  const init = Buffer.concat([Buffer.from('....avcC'), Buffer.from([1, 0x64, 0, 0x1f, 0xff])]);
  expect(codecsOf(init, true)).toBe('avc1.64001f,mp4a.40.2');
  expect(codecsOf(init, false)).toBe('avc1.64001f');
  expect(() => codecsOf(Buffer.from('nothing'), true)).toThrow();
  const one = { width: 1280, height: 720, bitrate: 2_000_000, bitrateMax: 2_500_000 };
  expect(mainPlaylist([{ ...one, codecs: 'avc1.64001f,mp4a.40.2', fps: 25, soundBitrate: 100_000 }])).toBe(
    `#EXTM3U
#EXT-X-VERSION:7
#EXT-X-INDEPENDENT-SEGMENTS
#EXT-X-STREAM-INF:BANDWIDTH=2730000,AVERAGE-BANDWIDTH=2205000,RESOLUTION=1280x720,FRAME-RATE=25.000,CODECS="avc1.64001f,mp4a.40.2"
v0/list.m3u8
`,
  );
});
