import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CAPTIONS_BYTES_MAX, cutCaptions, readCaptions, readingCaptions, wordsOfCues } from './captions.ts';

const FILM_MS = 60_000;
const read = (text: string) => readCaptions(text, FILM_MS);
const cue = (words: string, times = '00:01.000 --> 00:04.000') => `WEBVTT\n\n${times}\n${words}`;
const wordsOf = (words: string) => {
  const found = read(cue(words));
  return 'what' in found ? found.what : found.text.split('\n').slice(3, -1).join('\n');
};

test('captions are written anew: times in full, a name of a cue and notes left out', () => {
  const text =
    '\ufeffWEBVTT - made by hand\r\n\r\nNOTE for us\r\n\r\nfirst\r\n00:01.000 --> 00:04.500 align:start\r\nHello\r\nyou\r\n';
  expect(read(text)).toEqual({ text: 'WEBVTT\n\n00:00:01.000 --> 00:00:04.500 align:start\nHello\nyou\n', cues: 1 });
  const both = read('WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nOne\n\n\n00:01.500 --> 00:03.000\nTwo');
  expect(both).toMatchObject({ cues: 2 });
});

test('what was read once is read the same again', () => {
  const { text } = read(cue('<v Anna>Hi</v> & <c.red>you</c> < me')) as { text: string };
  expect(read(text)).toEqual({ text, cues: 1 });
});

test('what is read of them is told cue by cue, without marks', () => {
  const { text } = read(
    'WEBVTT\n\n00:01.000 --> 00:02.000\nht<i>tp</i>s://x\ntwo\n\n00:03.000 --> 00:04.000\n<v Anna>Hi',
  ) as {
    text: string;
  };
  expect([...wordsOfCues({ text })]).toEqual(['https://x\ntwo', 'Anna Hi']);
});

test('what stands for a sign is read as that sign, and what nobody sees parts no word', () => {
  const { text } = read(cue('evil&lrm;.com&nbsp;&amp; more')) as { text: string };
  expect([...wordsOfCues({ text })]).toEqual(['evil.com & more']);
});

test('of a preview only what is said in it is kept', () => {
  const { text } = read('WEBVTT\n\n00:01.000 --> 00:09.000\nOne\n\n00:04.000 --> 00:05.000\nTwo') as { text: string };
  expect(cutCaptions(text, 4_000)).toBe('WEBVTT\n\n00:00:01.000 --> 00:00:09.000\nOne\n');
  expect(cutCaptions(text, 4_001)).toBe(text);
  expect(cutCaptions(text, 0)).toBe('WEBVTT\n');
});

describe('words', () => {
  test.each([
    ['<i>so</i> <b>it</b> <u>is</u>', '<i>so</i> <b>it</b> <u>is</u>'],
    ['<v.loud Anna>Hi', '<v Anna>Hi'],
    ['<c.yellow.bg_blue>Hi</c>', '<c>Hi</c>'],
    ['<ruby>a<rt>b</rt></ruby>', 'ab'],
    ['<00:00:02.000>now', 'now'],
    ['<script>alert(1)</script>', 'alert(1)'],
    ['<img src=x onerror=alert(1)>', 'read-nothing'],
    ['<lang ar>مرحبا</lang>', 'مرحبا'],
    ['a < b > c', 'a &lt; b &gt; c'],
    ['<<i>b>', '&lt;<i>b&gt;'],
    ['<scr<i>ipt>', '&lt;scr<i>ipt&gt;'],
    ['<v <script>>x', 'x'],
    ['fish &amp; chips & more &#60;b&#62;', 'fish &amp; chips &amp; more &amp;#60;b&amp;#62;'],
    ['<v Anna" onclick="x>Hi', '<v Anna" onclick="x>Hi'],
  ])('%s', (typed, stored) => {
    if (stored === 'read-nothing') expect(wordsOf(typed)).toBe('none');
    else if (typed.startsWith('<v <')) expect(wordsOf(typed)).not.toContain('<script');
    else expect(wordsOf(typed)).toBe(stored);
  });

  test('never hold a mark that is not one of five, whatever is sent', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('<', '>', '/', '&', 'i', 'v', 'script', ' ', '.', '=', 'x', '-'), { maxLength: 30 }),
        (signs) => {
          const found = read(cue(signs.join('')));
          if ('what' in found) return;
          const words = found.text.split('\n').slice(3).join('\n');
          expect(words.replaceAll(/<\/?(?:[ibuc]|v(?: [^<>]*)?)>/g, '')).not.toMatch(/[<>]/);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

describe('refused, and on which line:', () => {
  test.each([
    ['no head', 'Hello', 'head', 1],
    ['a head of another kind', 'WEBVTTX\n\n00:01.000 --> 00:02.000\nx', 'head', 1],
    ['SubRip', '1\n00:00:01,000 --> 00:00:02,000\nx', 'head', 1],
    ['times with a comma', 'WEBVTT\n\n00:00:01,000 --> 00:00:02,000\nx', 'time', 3],
    ['minutes beyond 59', 'WEBVTT\n\n00:61:01.000 --> 00:61:02.000\nx', 'time', 3],
    ['an end before its beginning', 'WEBVTT\n\n00:02.000 --> 00:01.000\nx', 'time', 3],
    ['an end at its beginning', 'WEBVTT\n\n00:02.000 --> 00:02.000\nx', 'time', 3],
    ['words without times', 'WEBVTT\n\nHello', 'time', 3],
    ['a cue before the one before', 'WEBVTT\n\n00:05.000 --> 00:06.000\na\n\n00:04.000 --> 00:06.000\nb', 'order', 6],
    ['a cue after the film', 'WEBVTT\n\n01:00.000 --> 01:01.000\nx', 'beyond', 3],
    ['a cue that never ends', 'WEBVTT\n\n00:01.000 --> 999:00:00.000\nx', 'beyond', 3],
    ['times within words', 'WEBVTT\n\n00:01.000 --> 00:02.000\nx\n00:03.000 --> 00:04.000\ny', 'words', 4],
    ['words that fill the picture', cue('x'.repeat(2_001)), 'words', 4],
    ['a control character', cue('a\u0007b'), 'signs', 4],
    ['a NUL', cue('a\u0000b'), 'signs', 4],
    ['an escape of a terminal', cue('\u001b[31m'), 'signs', 4],
    ['bytes that were no UTF-8', cue('caf\ufffd'), 'signs', 4],
    ['half a character', cue('a\ud83d'), 'signs', 4],
    ['no cue at all', 'WEBVTT\n\nNOTE nothing', 'none', 1],
    ['cues without words', cue('  '), 'none', 1],
    ['more than is taken', `WEBVTT\n\n${'x'.repeat(CAPTIONS_BYTES_MAX)}`, 'too-long', 1],
  ])('%s', (_, text, what, line) => {
    expect(read(text)).toEqual({ what, line });
  });

  test('too many cues', () => {
    const many = Array.from({ length: 6_001 }, () => '00:01.000 --> 00:02.000\nx').join('\n\n');
    expect(read(`WEBVTT\n\n${many}`)).toMatchObject({ what: 'too-long' });
  });
});

test.each([
  ['an open mark', '<v '],
  ['marks within marks', '<'],
  ['spaces behind a mark', `<v${' '.repeat(1_990)}`],
  ['dots behind a mark', '<c.'],
  ['signs that ask for more', '&'],
  ['times without an end', '00:01.000 --> 00:02.000 '],
])('of the full length and of nothing but %s it is read in no time', (_, part) => {
  const long = part.repeat(Math.ceil(400_000 / part.length));
  const began = performance.now();
  for (const text of [cue(long), `WEBVTT\n\n${long}`, `WEBVTT ${long}`, cue(part.repeat(1_900 / part.length))])
    read(text);
  expect(performance.now() - began).toBeLessThan(1_000);
});

test('styles, regions and settings that name a region go', () => {
  const text = [
    'WEBVTT',
    'Kind: captions',
    '',
    'STYLE\n::cue { background: url(https://elsewhere.example/) }',
    '',
    'REGION\nid:fred width:40%',
    '',
    '00:01.000 --> 00:02.000 region:fred line:10% evil:url(x)\nHello',
  ].join('\n');
  expect(read(text)).toEqual({ text: 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000 line:10%\nHello\n', cues: 1 });
});

test('long ones are read in short steps, whatever is in them', () => {
  const time = (ms: number) => new Date(ms).toISOString().slice(11, 23);
  const fillers = ['a word ', '<i>', '<v ', '<', '&', '&amp;', '<v.a', '\ufdfa', '1-', 'e\u0301'];
  const longest = fillers.map((filler) => {
    const words = filler.repeat(1_900 / Math.max(filler.length, Buffer.byteLength(filler)));
    const cues = Array.from({ length: 240 }, (_, n) => `${time(n * 600)} --> ${time(n * 600 + 500)}\n${words}`);
    const steps = readingCaptions(`WEBVTT\n\n${cues.join('\n\n')}\n`, FILM_MS * 1_000);
    let most = 0;
    for (let isDone = false; !isDone; ) {
      const before = process.threadCpuUsage();
      isDone = steps.next().done ?? false;
      const { user, system } = process.threadCpuUsage(before);
      most = Math.max(most, (user + system) / 1_000);
    }
    return most;
  });
  expect(longest.filter((ms) => ms > 30)).toEqual([]);
});
