import { promisify } from 'node:util';
import { inflate } from 'node:zlib';

const inflated = promisify(inflate);

export const PDF_BYTES_MAX = 4 * 1_024 * 1_024;
/** Maximum unpacked size of all streams in one file. */
const UNPACKED_BYTES_MAX = 16 * 1_024 * 1_024;
/** Maximum escapes in names; a harmless file has few. */
const ESCAPES_MAX = 20_000;
const STREAMS_MAX = 5_000;
const TAIL_BYTES = 1_024;

/**
 * Names of actions, embedded files and links out of the file. They are long enough not to occur in packed bytes by
 * chance. Links within the file (`GoTo`) are allowed.
 */
const ACTIVE = new RegExp(
  '/(?:JavaScript|OpenAction|Launch|EmbeddedFiles?|FileAttachment|RichMedia\\w*|XFA|SubmitForm|ResetForm|ImportData' +
    '|GoToR|GoToE|GoTo3DView|SetOCGState|Rendition|Collection|FFilter)(?![A-Za-z0-9])',
);
/** Short names, which are matched only where a reader expects names. */
const ACTIVE_SHORT = /\/(?:URI|JS|AA|EF|Named|Hide|Thread|Movie|Sound|3D)(?![A-Za-z0-9])/;
/** Encryption, which prevents inspection, and a format whose decoders have been exploited. */
const UNREADABLE = /\/(?:Encrypt|JBIG2Decode)(?![A-Za-z0-9])/;
/** What readers take for space (PDFium also 0x80 and 0xff), and what ends a word besides. */
const SPACE = String.raw`\0\s\x80\xff`;
const BOUND = String.raw`${SPACE}()<>[\]{}/%`;
const NUMBERS = String.raw`[${SPACE}\d.+\-Ee]`;
/**
 * The end of an object's header (`5 0 obj`). A cross-reference may point at any byte, and readers take comments for
 * space, signs and points for numbers, and need no space between them. So it is enough that the three bytes before
 * `obj` are of numbers or space, or that a comment ends there. 4 MiB of random bytes match once in 50,000 files:
 * 2^22 * 2^-24 (`obj`) * 0.08 (what follows) * 0.0011 (what precedes).
 */
const OBJECT = new RegExp(`obj(?=[${BOUND}]|$)(?<=(?:${NUMBERS}{3}|${NUMBERS}%[^\\r\\n]*[\\r\\n]${NUMBERS}{0,2})obj)`);
/** Other parts of a file, in case a reader takes a header of another kind. They are too long to occur by chance. */
const PART = new RegExp(`endobj|trailer[${SPACE}]*[<%]|>>[${SPACE}]*stream(?![A-Za-z])`);
/** Tokens that decide whether a stream can start. A text in round brackets ends where `inBrackets` says. */
const TOKEN = new RegExp(`%[^\\r\\n]*|/[^${BOUND}]*|<<|>>|<[\\0\\s\\dA-Fa-f]*>|[()<>[\\]]`, 'g');
/** Another name of `Filter`, which some readers prefer. With a plain number it is of an annotation. */
const FILTER_SHORT = new RegExp(`/F(?![^${BOUND}])(?!\\s*\\d+\\s*[/>])`);
/** Supported filters, and filters that can hold only a picture. */
const FILTERS = new Set(['FlateDecode', 'Fl', 'DCTDecode', 'DCT', 'CCITTFaxDecode', 'CCF']);
const PACKED = new Set(['FlateDecode', 'Fl']);

/** `active`: contains links, actions or files. `unreadable`: the content cannot be determined. */
export type PdfFound = 'harmless' | 'active' | 'unreadable';

/**
 * Scans a PDF for links, actions and embedded files. Encrypted, broken or ambiguous files, and those with unknown
 * filters, are unreadable. It is not a parser: it scans every byte, both raw and unpacked. A parser sees only its own
 * interpretation of a file and would miss what another reader finds.
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

/** True for exactly one file from header to end: some readers would open a second file inside it. */
function isWhole(text: string): boolean {
  const hasEnd = /startxref\s+\d+\s+%%EOF\s*$/.test(text.slice(-TAIL_BYTES));
  return /^%PDF-(?:1\.[0-7]|2\.0)[\r\n\s]/.test(text) && hasEnd && text.indexOf('%PDF-', 1) === -1;
}

interface PdfStream {
  dictionary: string;
  raw: string;
}

/** Decodes escapes in names: `#4a` is `J`. Throws `TooMuch`, since each escape costs a piece. */
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

/** The header lines of a PDF. */
const HEAD = /^%PDF-[\d.]+\s+(?:%[^\r\n]{0,80}[\r\n]+)?/;

/** Contents of the streams, and everything else; null if they are ambiguous. */
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
    // All readers agree on a stream only after a whole dictionary and before the end of its line.
    if (!/>>\s*$/.test(before) || !areWholeObjects(before) || line === null) return null;
    const end = text.indexOf('endstream', start);
    if (end === -1 || inside.length >= STREAMS_MAX) return null;
    outside.push(before);
    // Includes the text before it: a string in a dictionary could fake the dictionary's start.
    inside.push({ dictionary: namesOf(before.replace(HEAD, '')), raw: text.slice(start + line[0].length, end) });
    at = end + 'endstream'.length;
  }
  outside.push(text.slice(at));
  return { outside: outside.join('\n'), inside };
}

const OPENING: Readonly<Record<string, string>> = { '>>': '<<', ']': '[' };

/**
 * True if no dictionary, array, text or comment is open at the end, and none hides an object. Otherwise what follows
 * could be a stream to us and the rest of an object to a reader.
 */
function areWholeObjects(text: string): boolean {
  const open: string[] = [];
  TOKEN.lastIndex = 0;
  for (let found = TOKEN.exec(text); found; found = TOKEN.exec(text)) {
    const token = found[0] === '(' ? inBrackets(text, found.index) : found[0];
    TOKEN.lastIndex = found.index + token.length;
    if (token === '<<' || token === '[') open.push(token);
    else if (token in OPENING) {
      if (open.pop() !== OPENING[token]) return false;
    } else if (/^[()<>]$/.test(token) || holdsParts(token)) return false;
  }
  return open.length === 0;
}

/** The text in round brackets that starts here; its first bracket alone if it does not end. */
function inBrackets(text: string, start: number): string {
  const bracket = /\\.|[()]/gs;
  bracket.lastIndex = start;
  let depth = 0;
  for (let found = bracket.exec(text); found; found = bracket.exec(text)) {
    if (found[0] === '(') depth++;
    if (found[0] === ')') depth--;
    if (depth === 0) return text.slice(start, bracket.lastIndex);
  }
  return '(';
}

/** True if these bytes look like parts of a file to a reader that is sent into them. */
function holdsParts(bytes: string): boolean {
  return OBJECT.test(bytes) || PART.test(bytes);
}

/** True if a stream holds objects, by its name or by the entries that a reader needs to find them. */
function hasObjects(dictionary: string): boolean {
  const [name, count, first] = [/\/ObjStm(?![A-Za-z])/, /\/N(?![A-Za-z])/, /\/First(?![A-Za-z])/];
  return name.test(dictionary) || (count.test(dictionary) && first.test(dictionary));
}

async function inspectStreams(streams: readonly PdfStream[]): Promise<PdfFound> {
  let left = UNPACKED_BYTES_MAX;
  for (const { dictionary, raw } of streams) {
    const filters = filtersOf(dictionary);
    const holdsObjects = hasObjects(dictionary);
    if (filters === null || !isReadable(dictionary, filters, holdsObjects) || holdsParts(raw)) return 'unreadable';
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

/**
 * Objects must be packed once. Several layers or a predictor would make another text of them. Without packing, the
 * length alone would say where they end.
 */
function isReadable(dictionary: string, filters: readonly string[], holdsObjects: boolean): boolean {
  if (filters.some((one) => !FILTERS.has(one))) return false;
  if (!holdsObjects) return true;
  return (
    filters.length === 1 &&
    filters.every((one) => PACKED.has(one)) &&
    !FILTER_SHORT.test(dictionary) &&
    !/\/(?:DecodeParms|DP)(?![A-Za-z])|%/.test(dictionary)
  );
}

/** Names of the filters in order; null if they are not in the dictionary itself. */
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

/** Unpacks a stream; null if it is broken or exceeds the limit. */
async function unpack(raw: string, bytesMax: number): Promise<string | null> {
  if (bytesMax <= 0) return null;
  try {
    return (await inflated(Buffer.from(raw, 'latin1'), { maxOutputLength: bytesMax })).toString('latin1');
  } catch {
    return null;
  }
}
