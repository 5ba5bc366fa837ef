import { HOUR_MS } from '../durations.ts';
import { atOnce } from '../process/time-slicing.ts';

/**
 * Captions as WebVTT (W3C, 2019), parsed and rewritten. Only times, words and the necessary markup of an upload
 * survive. Markup that could style a page, name a part of it or link elsewhere is dropped.
 */
export interface Captions {
  /** The rewritten WebVTT, as stored and served. */
  text: string;
  cues: number;
}

/** A fault and its line in the text. */
export interface CaptionsFault {
  what: 'too-long' | 'signs' | 'head' | 'time' | 'order' | 'beyond' | 'words' | 'none';
  line: number;
}

/** In bytes of UTF-8. */
export const CAPTIONS_BYTES_MAX = 512 * 1_024;
const CUES_MAX = 6_000;
/** Characters of one cue with its markup; more would fill the picture. */
const WORDS_MAX = 2_000;
/** Milliseconds by which the last cue may outlast the film. */
const BEYOND_MS = 5_000;

/** Control characters except tab and line ends, and the replacement character of invalid UTF-8. */
const ODD_SIGNS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffd]/u;
const TIME = String.raw`(?:(\d{2,3}):)?([0-5]\d):([0-5]\d)\.(\d{3})`;
const TIMES = new RegExp(`^${TIME}[ \t]+-->[ \t]+${TIME}((?:[ \t]+[^ \t]+)*)[ \t]*$`);
/** Characters of a timing line with its settings. */
const TIMES_LENGTH_MAX = 1_000;
/** A cue setting that positions text in the picture. */
const SETTING =
  /^(?:vertical:(?:rl|lr)|align:(?:start|center|end|left|right)|(?:position|size|line):-?\d{1,3}(?:\.\d{1,2})?%?)$/;

/** Parses captions. `durationMs` is the film's length. */
export function readCaptions(typed: string, durationMs: number): Captions | CaptionsFault {
  return atOnce(readingCaptions(typed, durationMs));
}

/** Like `readCaptions`, one cue per step. */
export function* readingCaptions(typed: string, durationMs: number): Generator<void, Captions | CaptionsFault> {
  if (Buffer.byteLength(typed) > CAPTIONS_BYTES_MAX) return { what: 'too-long', line: 1 };
  const lines = typed.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
  const odd = lines.findIndex((line) => ODD_SIGNS.test(line) || !line.isWellFormed());
  if (odd !== -1) return { what: 'signs', line: odd + 1 };
  if (!/^WEBVTT(?:[ \t].*)?$/.test(lines[0] ?? '')) return { what: 'head', line: 1 };
  const cues: string[] = [];
  let before = 0;
  yield;
  for (const block of blocksOf(lines)) {
    yield;
    const cue = readCue(block, before, durationMs);
    if (cue === null) continue;
    if ('what' in cue) return cue;
    if (cues.length === CUES_MAX) return { what: 'too-long', line: block.line };
    cues.push(cue.text);
    before = cue.fromMs;
  }
  if (cues.length === 0) return { what: 'none', line: 1 };
  return { text: `WEBVTT\n\n${cues.join('\n\n')}\n`, cues: cues.length };
}

/** The displayed words of stored captions, cue by cue: without times, with the names of voices. */
export function* wordsOfCues({ text }: Pick<Captions, 'text'>): Generator<string> {
  for (const cue of cuesOf(text)) {
    yield cue
      .slice(cue.indexOf('\n') + 1)
      .replaceAll(/<v ([^<>]*)>/g, '$1 ')
      .replaceAll(/<[^<>]*>/g, '')
      .replaceAll(/&(amp|lt|gt|nbsp|lrm|rlm);/g, (_, name: string) => SIGNS[name] ?? '');
  }
}

/** Stored captions, reduced to the cues that begin before `beforeMs`. */
export function cutCaptions(text: string, beforeMs: number): string {
  const cut = cuesOf(text).filter((cue) => startOf(cue) < beforeMs);
  return `${['WEBVTT', ...cut].join('\n\n')}\n`;
}

function startOf(cue: string): number {
  const times = TIMES.exec(cue.split('\n', 1)[0] ?? '');
  return times === null ? Number.POSITIVE_INFINITY : msOf(times.slice(1, 5));
}

function cuesOf(text: string): string[] {
  return text.trim().split('\n\n').slice(1);
}

/** Values of the permitted entities. Direction marks are dropped, since they are invisible. */
const SIGNS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', nbsp: ' ' };

/** Lines between blank lines, with the number of the first. */
interface Block {
  line: number;
  lines: string[];
}

function blocksOf(lines: readonly string[]): Block[] {
  const blocks: Block[] = [];
  let open: Block | null = null;
  for (const [at, line] of lines.entries()) {
    if (at === 0 || line === '') {
      open = null;
      continue;
    }
    if (open === null) {
      open = { line: at + 1, lines: [] };
      blocks.push(open);
    }
    open.lines.push(line);
  }
  return blocks;
}

/** Reads a cue; null for a block without one: notes, styles, regions and header lines. */
function readCue(
  block: Block,
  beforeMs: number,
  durationMs: number,
): { text: string; fromMs: number } | CaptionsFault | null {
  const at = block.lines.findIndex((line) => line.includes('-->'));
  if (at === -1) return isSilent(block) ? null : { what: 'time', line: block.line };
  const line = block.line + at;
  const text = block.lines[at] ?? '';
  const times = text.length > TIMES_LENGTH_MAX ? null : TIMES.exec(text);
  // At most one line precedes the timing line: the cue's id, which is never displayed.
  if (at > 1 || times === null) return { what: 'time', line };
  const [fromMs, untilMs] = [msOf(times.slice(1, 5)), msOf(times.slice(5, 9))];
  if (untilMs <= fromMs) return { what: 'time', line };
  if (fromMs < beforeMs) return { what: 'order', line };
  if (fromMs >= durationMs || untilMs > durationMs + BEYOND_MS) return { what: 'beyond', line };
  const typed = block.lines.slice(at + 1);
  if (typed.join('\n').length > WORDS_MAX || typed.some((one) => one.includes('-->'))) {
    return { what: 'words', line: line + 1 };
  }
  const words = typed.map(cleanWords).filter((one) => one.trim() !== '');
  // A cue without words is dropped.
  if (words.length === 0) return null;
  const settings = (times[9] ?? '').split(/[ \t]+/).filter((one) => SETTING.test(one));
  const head = [`${timeOf(fromMs)} --> ${timeOf(untilMs)}`, ...settings].join(' ');
  return { text: [head, ...words].join('\n'), fromMs };
}

/** True for a block without a cue. `X-TIMESTAMP-MAP` and similar lines follow the header in segmented files. */
function isSilent({ line, lines }: Block): boolean {
  return line === 2 || /^(?:NOTE|STYLE|REGION)(?:[ \t]|$)/.test(lines[0] ?? '');
}

function msOf([hours = '0', minutes = '0', seconds = '0', millis = '0']: readonly string[]): number {
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000 + Number(millis);
}

function timeOf(ms: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `${two(ms / HOUR_MS)}:${two((ms / 60_000) % 60)}:${two((ms / 1_000) % 60)}.${String(ms % 1_000).padStart(3, '0')}`;
}

const TAG = /<(\/?)(i|b|u|c|v)(?:\.[^\s<>&]*)?(?:[ \t]([^<>&]*))?>/g;
const ANY_TAG = /<\/?[a-z\d][^<>\u0001\u0002]*>/gi;
const ENTITY = /&(?!(?:amp|lt|gt|nbsp|lrm|rlm);)/g;
/** Characters that occur in no text; they enclose the markup to keep. */
const [OPEN, CLOSE] = ['\u0001', '\u0002'];

/** A line of a cue with the tags `i`, `b`, `u`, `c` and `v` only. Other tags are dropped, their words stay. */
function cleanWords(line: string): string {
  const stored = line.replace(TAG, (_, slash: string, name: string, voice = '') => {
    const text = name === 'v' && slash === '' ? ` ${voice.trim() || '-'}` : '';
    return `${OPEN}${slash}${name}${text}${CLOSE}`;
  });
  return stored
    .replace(ANY_TAG, '')
    .replace(ENTITY, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(OPEN, '<')
    .replaceAll(CLOSE, '>');
}
