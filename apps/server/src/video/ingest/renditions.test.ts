import { describe, expect, test } from 'vitest';
import { codecsOf, mainPlaylist, ratesOf } from './playlist.ts';
import { encodedFps, readLook } from './probe.ts';
import { renditionsOf } from './renditions.ts';

const sizes = (width: number, height: number) =>
  renditionsOf({ width, height }).map((one) => `${one.width}x${one.height}`);

describe('the sizes of a film', () => {
  test.each([
    [3840, 2160, ['1920x1080', '1280x720', '854x480', '426x240']],
    [1920, 1080, ['1920x1080', '1280x720', '854x480', '426x240']],
    [1280, 720, ['1280x720', '854x480', '426x240']],
    [1600, 900, ['1600x900', '1280x720', '854x480', '426x240']],
    // Portrait, as a phone films.
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
  Stream #0:0 -> #0:0 (h264 (native) -> wrapped_avframe (native))
  Stream #0:1 -> #0:1 (aac (native) -> pcm_s16le (native))
[Parsed_ashowinfo_0 @ 0x5581] n:0 pts:0 pts_time:0 pos:48 fmt:fltp channels:1 chlayout:mono rate:44100 nb_samples:1024
Output #0, null, to 'pipe:':
  Metadata:
    encoder         : Lavf58.24.100
    Stream #0:0(und): Video: wrapped_avframe, ${SEEN} (default)
    Stream #0:1(und): Audio: pcm_s16le, 44100 Hz, mono, s16, 705 kb/s (default)
`;
const OF_HEVC = 'yuv420p(tv, bt709, progressive), 1080x1440 [SAR 3:4 DAR 9:16], q=2-31, 200 kb/s, 29.97 fps, 29.97 tbn';

describe('what ffmpeg says of a file', () => {
  const facts = {
    statedMs: 3_723_450,
    width: 1280,
    height: 720,
    statedFps: 25,
    hasSound: true,
    channels: 1,
    hdr: null,
  };
  const silentFacts = { ...facts, hasSound: false, channels: 0 };

  test('is its length, its size and its sound', () => {
    expect(readLook(MP4)).toEqual(facts);
    expect(readLook(MP4.replace(/.*(?:pcm_s16le|ashowinfo).*\n/g, ''))).toEqual(silentFacts);
    expect(readLook(MP4.replace('25 fps, 25 tbn', '1k fps, 1k tbn'))).toEqual({ ...facts, statedFps: 1_000 });
  });

  test('of a newer ffmpeg, turned, with pixels that are not square', () => {
    const log = `Input #0, mov,mp4,m4a,3gp,3g2,mj2, from 'source':
  Duration: 00:00:10.00, start: 0.000000, bitrate: 1000 kb/s
  Stream #0:0[0x1](und): Video: hevc (Main) (hvc1 / 0x31637668), yuv420p, 1440x1080 [SAR 4:3 DAR 16:9], 29.97 fps
      Side data:
        displaymatrix: rotation of -90.00 degrees
Stream mapping:
  Stream #0:0 -> #0:0 (hevc (native) -> wrapped_avframe (native))
Output #0, null, to 'pipe:':
  Stream #0:0(und): Video: wrapped_avframe, ${OF_HEVC} (default)
`;
    const turned = { ...silentFacts, statedMs: 10_000, width: 1080, height: 1920, statedFps: 29.97 };
    expect(readLook(log)).toEqual(turned);
    const hlg = log.replace('yuv420p, 1440', 'yuv420p10le(tv, bt2020nc/bt2020/arib-std-b67), 1440');
    expect(readLook(hlg)).toEqual({ ...turned, hdr: 'hlg' });
    expect(readLook(hlg.replace('arib-std-b67', 'smpte2084'))).toEqual({ ...turned, hdr: 'pq' });
  });

  test('is never what the file writes into it', () => {
    const lies = [
      'title           : Duration: 00:00:04.50',
      '                : Stream #0:0: Video: h264, yuv420p, 64x64 [SAR 1:1 DAR 1:1], 1 fps, 1 tbr',
      "                : Output #0, null, to 'pipe:':",
      '                : Stream #0:1: Audio: aac',
    ];
    const reported = lies.map((line) => `    ${line}\n`).join('');
    const lying = MP4.replace('    major_brand', `${reported}    major_brand`);
    expect(readLook(lying)).toEqual(facts);
    const silent = lying.replace(/.*(?:pcm_s16le|ashowinfo).*\n/g, '');
    expect(readLook(silent)).toEqual(silentFacts);
  });

  test('is no length where the file says none, counts from where it begins, and is nothing for no film', () => {
    expect(readLook(MP4.replace('01:02:03.45', 'N/A'))).toEqual({ ...facts, statedMs: null });
    expect(readLook(MP4.replace('start: 0.000000', 'start: 3600.500000'))).toEqual({ ...facts, statedMs: 122_950 });
    expect(readLook('source: Invalid data found when processing input')).toBeNull();
    expect(readLook('')).toBeNull();
  });
});

test('the main playlist names each size with what a player needs to choose', () => {
  const init = Buffer.concat([Buffer.from('....avcC'), Buffer.from([1, 0x64, 0, 0x1f, 0xff])]);
  expect(codecsOf(init, true)).toBe('avc1.64001f,mp4a.40.2');
  expect(codecsOf(init, false)).toBe('avc1.64001f');
  expect(() => codecsOf(Buffer.from('nothing'), true)).toThrow();
  const one = { width: 1280, height: 720, bitrate: 2_000_000, bitrateMax: 2_500_000 };
  const rates = { peak: 2_730_000, average: 2_205_000 };
  expect(mainPlaylist([{ ...one, ...rates, codecs: 'avc1.64001f,mp4a.40.2', fps: 25 }])).toBe(
    `#EXTM3U
#EXT-X-VERSION:7
#EXT-X-INDEPENDENT-SEGMENTS
#EXT-X-STREAM-INF:BANDWIDTH=2730000,AVERAGE-BANDWIDTH=2205000,RESOLUTION=1280x720,FRAME-RATE=25.000,CODECS="avc1.64001f,mp4a.40.2"
v0/list.m3u8
`,
  );
});

describe('the rate of a size', () => {
  const rates = (...segments: [ms: number, bytes: number][]) =>
    ratesOf(
      {
        ...{ init: 'init.mp4', durationMs: segments.reduce((sum, [ms]) => sum + ms, 0) },
        segments: segments.map(([ms]) => ({ name: 's.m4s', ms })),
      },
      segments.map(([, bytes]) => bytes),
    );

  test('is that of its largest segment, whatever the encoder was asked for', () => {
    expect(rates([4_000, 500_000], [4_000, 900_000], [4_000, 100_000])).toEqual({
      peak: 1_800_000,
      average: 1_000_000,
    });
    expect(rates([4_000, 500_000], [3_000, 900_000])).toMatchObject({ peak: 2_400_000 });
  });

  test('is that of neighbours together where each of them is short', () => {
    expect(rates([4_000, 100], [1_000, 150_000], [1_000, 250_000], [4_000, 100])).toMatchObject({ peak: 2_000_000 });
    expect(rates([1, 125], [1, 126])).toMatchObject({ peak: 1_008_000 });
  });
});

test.each([
  ['a film of cinema', 23.976, 23.976, 23.976],
  ['television', 50, 50, 50],
  ['a phone’s slow motion', 240, 239.9, 60],
  ['an action camera', 119.88, 119.88, 59.94],
  ['a monitor', 144, 144, 48],
  ['a screen that was recorded in a browser', 1_000, 17.2, 30],
  ['a screen that moves much', 1_000, 52, 60],
  ['a camera in the dark', 30, 21, 30],
  ['pictures one after the other', 0.2, 0.2, 5],
])('%s of %d, %d in the middle, is encoded with %d pictures a second', (_what, reported, mean, fps) => {
  expect(encodedFps(reported, mean)).toBeCloseTo(fps, 5);
});
