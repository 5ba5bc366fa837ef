import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { BrowserContext } from '@playwright/test';
import { buildMemberApp, MEMBER_APP } from '@tercet/dev/pages/member-app.ts';
import { bothWords, type Message, type Piece, type Words } from './both-words.ts';

// Replaces a language's words: for journeys by words with their English; for layout checks by lengthened English.

const SOURCES = join(MEMBER_APP, 'src');
const LONGER_BY = 0.4;
const FILLER = ' löngér wörds for plácés thát must hold thém whéréver théy stánd';
/** The language and group of a chunk of words. */
const FILE = /\/assets\/([a-z]{2}(?:-Hant)?)-[0-9a-f]{8}\/(\w+)\.json$/;

/** Shows a language with its English. Call it before opening the context's first page. */
export async function showBothLanguages(context: BrowserContext, language: string): Promise<void> {
  const [own, english] = [await wordsOf(language), await wordsOf('en')];
  await putInPlace(context, (requested, group) => {
    const [theirs, texts] = [own.get(group), english.get(group)];
    // A language that the journey selects itself is left alone.
    if (requested !== language || theirs === undefined || texts === undefined) return undefined;
    return bothWords(theirs, texts, takesElements);
  });
}

/** Shows lengthened English in place of any language. Call it before opening the context's first page. */
export async function stretchTexts(context: BrowserContext): Promise<void> {
  const english = await wordsOf('en');
  await putInPlace(context, (_, group) => {
    const words = english.get(group);
    return words && longer(words);
  });
}

async function putInPlace(
  context: BrowserContext,
  say: (language: string, group: string) => Words | undefined,
): Promise<void> {
  await context.route(FILE, async (route) => {
    const [, language = '', group = ''] = FILE.exec(route.request().url()) ?? [];
    const words = say(language, group);
    if (words === undefined) return route.fallback();
    await route.fulfill({ contentType: 'application/json', body: JSON.stringify(words) });
  });
  // The club translates its own texts by the page's requested language.
  await context.route('**/api/**', (route) =>
    route.fallback({ headers: { ...route.request().headers(), 'accept-language': 'en' } }),
  );
}

const RICH = /\bt\.rich\('([\w.]+)'/g;
let rich: ReadonlySet<string> | undefined;

/** By key suffix, as in the app's sources. */
function takesElements(key: string): boolean {
  rich ??= new Set(
    readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.tsx'))
      .flatMap((name) => [...readFileSync(join(SOURCES, name), 'utf8').matchAll(RICH)])
      .map(([, name = '']) => name),
  );
  return [...rich].some((name) => key === name || key.endsWith(`.${name}`));
}

/** A language's words by group. */
async function wordsOf(language: string): Promise<Map<string, Words>> {
  const assets = join(await buildMemberApp(), 'assets');
  const folder = readdirSync(assets).find((name) => FILE.exec(`/assets/${name}/all.json`)?.[1] === language) ?? '';
  const files = readdirSync(join(assets, folder)).filter((name) => name.endsWith('.json'));
  const read = (name: string) => JSON.parse(readFileSync(join(assets, folder, name), 'utf8')) as Words;
  return new Map(files.map((name) => [basename(name, '.json'), read(name)]));
}

/** Every message 40 % longer, with ascenders and descenders. */
export function longer(words: Words): Words {
  return Object.fromEntries(
    Object.entries(words).map(([name, value]) => [
      name,
      typeof value === 'string' || Array.isArray(value) ? longerMessage(value) : longer(value),
    ]),
  );
}

function longerMessage(message: Message): Message {
  const more = fillerFor(lettersOf(message));
  if (typeof message === 'string') return message + more;
  const only = message.length === 1 ? message[0] : undefined;
  // Each case is lengthened separately.
  if (isCases(only)) return [[only[0], only[1], longer(only[2] as Words) as { [name: string]: Message }] as Piece[]];
  return [...message, more];
}

function isCases(piece: Piece | undefined): piece is [string, number, { [name: string]: Message }] {
  return Array.isArray(piece) && typeof piece[2] === 'object' && !Array.isArray(piece[2]);
}

function lettersOf(message: Message): number {
  return typeof message === 'string'
    ? message.length
    : message.reduce<number>((sum, piece) => sum + (typeof piece === 'string' ? piece.length : 6), 0);
}

function fillerFor(letters: number): string {
  const wanted = Math.ceil(letters * LONGER_BY);
  return (
    FILLER.repeat(Math.ceil(wanted / FILLER.length))
      .slice(0, wanted)
      .trimEnd() || 'é'
  );
}
