import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BrowserContext } from '@playwright/test';
import { buildMemberApp } from '@tercet/dev/member-app.ts';

// What the pages say, put in place of a language's own words: English, where a journey is to be seen in the directions,
// numbers and dates of another language; or English made longer, where nothing may be cut off by it.

export type OtherWords = 'english' | 'longer';

/** What journeys are shown in place of the words of their language: TERCET_TEST_WORDS, its own by default. */
export const OTHER_WORDS: OtherWords | null = process.env.TERCET_TEST_WORDS === 'english' ? 'english' : null;

/** A message as it lies in a chunk: text, or its pieces. Those that take values are lists of name, kind and cases. */
type Message = string | Piece[];
type Piece = string | number | Message | { [name: string]: Message };
interface Words {
  [name: string]: Words | Message;
}

const LONGER_BY = 0.4;
const FILLER = ' löngér wörds for plácés thát must hold thém whéréver théy stánd';
/** A language and a group of its words. */
const FILE = /\/assets\/([a-z]{2}(?:-Hant)?)-[0-9a-f]{8}\/(\w+)\.js$/;

/** To be called before the first page of the context is opened. */
export async function sayOtherWords(context: BrowserContext, other: OtherWords): Promise<void> {
  const english = await wordsOf('en');
  await context.route(FILE, async (route) => {
    const words = english.get(FILE.exec(route.request().url())?.[2] ?? '');
    if (words === undefined) return route.fallback();
    const said = other === 'english' ? words : longer(words);
    await route.fulfill({ contentType: 'text/javascript', body: `export default ${JSON.stringify(said)}` });
  });
  // What the club itself words, it words by what a page asks for.
  await context.route('**/api/**', (route) =>
    route.fallback({ headers: { ...route.request().headers(), 'accept-language': 'en' } }),
  );
}

/** A language's words by group. */
async function wordsOf(language: string): Promise<Map<string, Words>> {
  const assets = join(await buildMemberApp(), 'assets');
  const folder = readdirSync(assets).find((name) => FILE.exec(`/assets/${name}/all.js`)?.[1] === language) ?? '';
  const files = readdirSync(join(assets, folder)).filter((name) => name.endsWith('.js'));
  const read = async (name: string) =>
    [name.slice(0, -3), (await import(pathToFileURL(join(assets, folder, name)).href)).default as Words] as const;
  return new Map(await Promise.all(files.map(read)));
}

/** Every message 40 % longer, with letters that reach above and below the line. */
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
  // Of several cases each is shown by itself.
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
