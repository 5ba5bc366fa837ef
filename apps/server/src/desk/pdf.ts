import { promisify } from 'node:util';
import { inflate } from 'node:zlib';

const inflated = promisify(inflate);

export const PDF_BYTES_MAX = 4 * 1_024 * 1_024;
/** All that lies packed in one file, unpacked. */
const UNPACKED_BYTES_MAX = 48 * 1_024 * 1_024;
const STREAMS_MAX = 5_000;
const TAIL_BYTES = 1_024;

/**
 * Names of what acts by itself, brings another file along, or leads out of the file without being asked. They are long
 * enough to stand in no packed bytes by chance.
 */
const ACTING = new RegExp(
  '/(?:JavaScript|OpenAction|Launch|EmbeddedFiles?|RichMedia\\w*|XFA|Encrypt|SubmitForm|ImportData|GoToR|GoToE' +
    '|Rendition|Collection|FFilter|JBIG2Decode)(?![A-Za-z0-9])',
);
/** These are so short that they are looked for only where a reader takes names for names. */
const ACTING_SHORT = /\/(?:JS|AA|Movie|Sound|3D)(?![A-Za-z0-9])/;
/** An object inside a stream that is none: two readers would not agree on where the stream ends. */
const OBJECT = /(?:^|[\r\n\s])\d{1,10}\s+\d{1,5}\s+obj\b/;
/** Ways to pack that are read here, or in which nothing but a picture can lie. */
const FILTERS = new Set(['FlateDecode', 'Fl', 'DCTDecode', 'DCT', 'CCITTFaxDecode', 'CCF']);
const PACKED = new Set(['FlateDecode', 'Fl']);

/**
 * Whether a file is a PDF in which nothing acts by itself. What cannot be read here for certain is none: locked files,
 * unknown ways to pack, streams that cannot be unpacked. Far from a parser, it looks at every byte once as it stands
 * and once unpacked, so that what an odd reader would make of the file is looked at too.
 */
export async function isHarmlessPdf(bytes: Uint8Array): Promise<boolean> {
  if (bytes.length > PDF_BYTES_MAX) return false;
  const text = Buffer.from(bytes).toString('latin1');
  if (!/^%PDF-(?:1\.[0-7]|2\.0)[\r\n\s]/.test(text)) return false;
  const tail = text.slice(-TAIL_BYTES);
  if (!/startxref\s+\d+\s+%%EOF\s*$/.test(tail)) return false;
  // A second file behind or within the first would be looked at by some readers alone.
  if (text.indexOf('%PDF-', 1) !== -1) return false;
  if (ACTING.test(namesOf(text))) return false;
  const streams = streamsOf(text);
  return streams !== null && !ACTING_SHORT.test(namesOf(streams.outside)) && areHarmless(streams.inside);
}

interface PdfStream {
  dictionary: string;
  raw: string;
}

/** `#4a` in a name is `J`. */
function namesOf(text: string): string {
  return text.replaceAll(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** What stands in streams, and all else; null where it cannot be told. */
function streamsOf(text: string): { outside: string; inside: PdfStream[] } | null {
  const inside: PdfStream[] = [];
  const outside: string[] = [];
  let at = 0;
  const opening = /\bstream(\r\n|\n)/g;
  for (;;) {
    opening.lastIndex = at;
    const open = opening.exec(text);
    if (!open) break;
    const before = text.slice(at, open.index);
    // Only behind a dictionary is it a stream; the word alone may stand in a text.
    if (!/>>\s*$/.test(before)) return null;
    const start = open.index + open[0].length;
    const end = text.indexOf('endstream', start);
    if (end === -1 || inside.length >= STREAMS_MAX) return null;
    outside.push(before);
    const dictionary = before.slice(Math.max(before.lastIndexOf(' obj'), before.lastIndexOf('\nobj'), 0));
    inside.push({ dictionary: namesOf(dictionary), raw: text.slice(start, end) });
    at = end + 'endstream'.length;
  }
  outside.push(text.slice(at));
  return { outside: outside.join('\n'), inside };
}

async function areHarmless(streams: readonly PdfStream[]): Promise<boolean> {
  let left = UNPACKED_BYTES_MAX;
  for (const { dictionary, raw } of streams) {
    const filters = filtersOf(dictionary);
    const holdsObjects = /\/ObjStm(?![A-Za-z])/.test(dictionary);
    if (filters === null || !isReadable(dictionary, filters, holdsObjects) || OBJECT.test(raw)) return false;
    const isPacked = PACKED.has(filters[0] ?? '');
    const unpacked = isPacked ? await unpack(raw, left) : raw;
    if (unpacked === null) return false;
    if (isPacked) left -= unpacked.length;
    const names = namesOf(unpacked);
    if (ACTING.test(names) || OBJECT.test(unpacked) || (holdsObjects && ACTING_SHORT.test(names))) return false;
  }
  return true;
}

/** Objects lie unpacked or packed once: not in several layers, nor foretold sign by sign, which is another text. */
function isReadable(dictionary: string, filters: readonly string[], holdsObjects: boolean): boolean {
  if (filters.some((one) => !FILTERS.has(one))) return false;
  if (!holdsObjects) return true;
  return filters.length <= 1 && filters.every((one) => PACKED.has(one)) && !/\/Predictor\s+(?!1\b)/.test(dictionary);
}

/** The names of the filters, in order; null where they stand elsewhere than in the dictionary itself. */
function filtersOf(dictionary: string): string[] | null {
  const found = [...dictionary.matchAll(/\/Filter(?![A-Za-z])\s*/g)];
  if (found.length === 0) return /\/F\s*[[/]/.test(dictionary) ? null : [];
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
