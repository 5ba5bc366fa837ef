import { promisify } from 'node:util';
import { inflate } from 'node:zlib';

const inflated = promisify(inflate);

export const PDF_BYTES_MAX = 4 * 1_024 * 1_024;
/** All that lies packed in one file, unpacked. */
const UNPACKED_BYTES_MAX = 16 * 1_024 * 1_024;
/** Escapes in names, of which a file that hides nothing has a few. */
const ESCAPES_MAX = 20_000;
const STREAMS_MAX = 5_000;
const TAIL_BYTES = 1_024;

/**
 * Names of actions, of files within and of what leads out of the file. They are long enough to stand in no packed bytes
 * by chance. Links within the file (`GoTo`) are none of them.
 */
const ACTIVE = new RegExp(
  '/(?:JavaScript|OpenAction|Launch|EmbeddedFiles?|FileAttachment|RichMedia\\w*|XFA|SubmitForm|ResetForm|ImportData' +
    '|GoToR|GoToE|GoTo3DView|SetOCGState|Rendition|Collection|FFilter)(?![A-Za-z0-9])',
);
/** These are so short that they are looked for only where a reader takes names for names. */
const ACTIVE_SHORT = /\/(?:URI|JS|AA|EF|Named|Hide|Thread|Movie|Sound|3D)(?![A-Za-z0-9])/;
/** What keeps a file from being read here, or whose readers were broken into before. */
const UNREADABLE = /\/(?:Encrypt|JBIG2Decode)(?![A-Za-z0-9])/;
/** An object inside a stream that is none: two readers would not agree on where the stream ends. */
const OBJECT = /(?:^|\s)\d{1,10}\s{1,64}\d{1,5}\s{1,64}obj\b/;
/** Ways to pack that are read here, or in which nothing but a picture can lie. */
const FILTERS = new Set(['FlateDecode', 'Fl', 'DCTDecode', 'DCT', 'CCITTFaxDecode', 'CCF']);
const PACKED = new Set(['FlateDecode', 'Fl']);

/** `active`: with links, actions or files in it. `unreadable`: what is in it cannot be told for certain. */
export type PdfFound = 'harmless' | 'active' | 'unreadable';

/**
 * Looks for links, actions and embedded files in a PDF. Unreadable are files that are locked, broken, packed in unknown
 * ways, or read differently by different programs. Far from a parser, it looks at every byte once as it stands and once
 * unpacked, so that what an odd reader would make of the file is looked at too: a parser sees what it takes for the
 * file, and nothing of what others do.
 */
export async function inspectPdf(bytes: Uint8Array): Promise<PdfFound> {
  try {
    return await inspect(bytes);
  } catch (error) {
    if (error instanceof TooMuch) return 'unreadable';
    throw error;
  }
}

async function inspect(bytes: Uint8Array): Promise<PdfFound> {
  if (bytes.length > PDF_BYTES_MAX) return 'unreadable';
  const text = Buffer.from(bytes).toString('latin1');
  if (!isWhole(text)) return 'unreadable';
  const names = namesOf(text);
  if (UNREADABLE.test(names)) return 'unreadable';
  if (ACTIVE.test(names)) return 'active';
  const streams = streamsOf(text);
  if (streams === null) return 'unreadable';
  if (ACTIVE_SHORT.test(namesOf(streams.outside))) return 'active';
  return inspectStreams(streams.inside);
}

/** From its head to its end one file, and no more than one: some readers would look at a second one within it alone. */
function isWhole(text: string): boolean {
  const hasEnd = /startxref\s+\d+\s+%%EOF\s*$/.test(text.slice(-TAIL_BYTES));
  return /^%PDF-(?:1\.[0-7]|2\.0)[\r\n\s]/.test(text) && hasEnd && text.indexOf('%PDF-', 1) === -1;
}

interface PdfStream {
  dictionary: string;
  raw: string;
}

/** `#4a` in a name is `J`. Throws `TooMuch`: one piece for each escape takes its time. */
function namesOf(text: string): string {
  const parts: string[] = [];
  let from = 0;
  for (let at = text.indexOf('#'); at !== -1; at = text.indexOf('#', at + 1)) {
    const hex = text.slice(at + 1, at + 3);
    if (!/^[0-9A-Fa-f]{2}$/.test(hex)) continue;
    if (parts.length > 2 * ESCAPES_MAX) throw new TooMuch();
    parts.push(text.slice(from, at), String.fromCharCode(Number.parseInt(hex, 16)));
    from = at + 3;
  }
  return parts.join('') + text.slice(from);
}

class TooMuch extends Error {}

/** The lines that every PDF begins with. */
const HEAD = /^%PDF-[\d.]+\s+(?:%[^\r\n]{0,80}[\r\n]+)?/;

/** What stands in streams, and all else; null where it cannot be told. */
function streamsOf(text: string): { outside: string; inside: PdfStream[] } | null {
  const inside: PdfStream[] = [];
  const outside: string[] = [];
  let at = 0;
  const opening = /\bstream(?![A-Za-z])/g;
  for (;;) {
    opening.lastIndex = at;
    const open = opening.exec(text);
    if (!open) break;
    const before = text.slice(at, open.index);
    const start = open.index + 'stream'.length;
    const line = /^(?:\r\n|\n)/.exec(text.slice(start, start + 2));
    // Only behind a dictionary, and before the end of its line, is it a stream to every reader alike.
    if (!/>>\s*$/.test(before) || line === null) return null;
    const end = text.indexOf('endstream', start);
    if (end === -1 || inside.length >= STREAMS_MAX) return null;
    outside.push(before);
    // With whatever else stands there: where a dictionary begins, a text in it could feign.
    inside.push({ dictionary: namesOf(before.replace(HEAD, '')), raw: text.slice(start + line[0].length, end) });
    at = end + 'endstream'.length;
  }
  outside.push(text.slice(at));
  return { outside: outside.join('\n'), inside };
}

/** What has objects in it, by its name or by what a reader needs to find them. */
function hasObjects(dictionary: string): boolean {
  const [name, count, first] = [/\/ObjStm(?![A-Za-z])/, /\/N(?![A-Za-z])/, /\/First(?![A-Za-z])/];
  return name.test(dictionary) || (count.test(dictionary) && first.test(dictionary));
}

async function inspectStreams(streams: readonly PdfStream[]): Promise<PdfFound> {
  let left = UNPACKED_BYTES_MAX;
  for (const { dictionary, raw } of streams) {
    const filters = filtersOf(dictionary);
    const holdsObjects = hasObjects(dictionary);
    if (filters === null || !isReadable(dictionary, filters, holdsObjects) || OBJECT.test(raw)) return 'unreadable';
    const isPacked = PACKED.has(filters[0] ?? '');
    const unpacked = isPacked ? await unpack(raw, left) : raw;
    if (unpacked === null) return 'unreadable';
    if (isPacked) left -= unpacked.length;
    const names = namesOf(unpacked);
    if (UNREADABLE.test(names) || OBJECT.test(unpacked)) return 'unreadable';
    if (ACTIVE.test(names) || (holdsObjects && ACTIVE_SHORT.test(names))) return 'active';
  }
  return 'harmless';
}

/** Objects lie unpacked or packed once: not in several layers, nor foretold sign by sign, which is another text. */
function isReadable(dictionary: string, filters: readonly string[], holdsObjects: boolean): boolean {
  if (filters.some((one) => !FILTERS.has(one))) return false;
  if (!holdsObjects) return true;
  return (
    filters.length <= 1 &&
    filters.every((one) => PACKED.has(one)) &&
    !/\/(?:DecodeParms|DP)(?![A-Za-z])|%/.test(dictionary)
  );
}

/** The names of the filters, in order; null where they stand elsewhere than in the dictionary itself. */
function filtersOf(dictionary: string): string[] | null {
  const found = [...dictionary.matchAll(/\/Filter(?![A-Za-z])\s*/g)];
  if (found.length === 0) return /\/F\s*[[/]/.test(dictionary.slice(-2_000)) ? null : [];
  if (found.length > 1) return null;
  const [one] = found;
  const rest = dictionary.slice((one?.index ?? 0) + (one?.[0].length ?? 0));
  const list = /^(?:\/([A-Za-z0-9]+)|\[((?:\s*\/[A-Za-z0-9]+)*)\s*\])/.exec(rest);
  if (!list) return null;
  return list[1] !== undefined ? [list[1]] : (list[2]?.match(/[A-Za-z0-9]+/g) ?? []);
}

/** Null where it is broken, or more than there may be. */
async function unpack(raw: string, bytesMax: number): Promise<string | null> {
  if (bytesMax <= 0) return null;
  try {
    return (await inflated(Buffer.from(raw, 'latin1'), { maxOutputLength: bytesMax })).toString('latin1');
  } catch {
    return null;
  }
}
