import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A rule on one sentence: it applies if `is` matches and `not` does not. `rules.txt` has the patterns. */
export interface Rule {
  is: RegExp;
  not?: RegExp;
  /** `is` for a whole text with one sentence per line. Without a match here, no sentence matches. */
  anywhere: RegExp;
}

const SECTIONS = [
  ...(['accounts', 'coin-names', 'hosts', 'handles', 'transfers', 'elsewhere'] as const),
  ...(['demands', 'gifts', 'secrets', 'bets', 'advice'] as const),
] as const;

/** By the sections of `rules.txt`. */
export const RULES = rulesIn(readText('rules.txt'));

/** Parses the rules. Throws if a section is unknown, missing or empty, since forbidden words would pass without it. */
export function rulesIn(written: string): Readonly<Record<(typeof SECTIONS)[number], readonly Rule[]>> {
  const lines = sectionsIn(written);
  const odd = [...new Set([...SECTIONS, ...lines.keys()])].find((name) => !isSection(name) || !lines.get(name)?.length);
  if (odd !== undefined) throw new Error(`rules.txt: the section ${odd} is unknown, missing or empty`);
  const rules = SECTIONS.map((name) => [name, rulesOf(lines.get(name) ?? [])] as const);
  return Object.fromEntries(rules) as Record<(typeof SECTIONS)[number], Rule[]>;
}

function isSection(name: string): boolean {
  return (SECTIONS as readonly string[]).includes(name);
}

function rulesOf(lines: readonly Line[]): Rule[] {
  const rules: Rule[] = [];
  for (const { keyword, text } of lines) {
    const source = folded(text).replaceAll('§', '(?:(?<![\\p{L}\\p{N}])|(?![\\p{L}\\p{N}]))');
    const last = rules.at(-1);
    if (keyword === 'is') rules.push({ is: new RegExp(source, 'gu'), anywhere: new RegExp(source, 'mu') });
    else if (keyword === 'not' && last) last.not = new RegExp(source, 'u');
    else throw new Error(`rules.txt: unexpected keyword ${keyword}`);
  }
  return rules;
}

/** Normalized by NFKC, without accents. */
export function folded(written: string): string {
  return written
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/gu, '')
    .normalize('NFKC');
}

interface Line {
  keyword: string;
  text: string;
}

/** Reads a file of this folder. */
export function readText(file: string): string {
  return readFileSync(join(import.meta.dirname, file), 'utf8');
}

/** The sections of a text, with definitions (`NAME = text`) inserted at `{NAME}`. */
export function sectionsIn(written: string): ReadonlyMap<string, readonly Line[]> {
  const sections = new Map<string, Line[]>();
  const defined = new Map<string, string>();
  let lines: Line[] = [];
  const expanded = (text: string) =>
    text.replaceAll(/\{([A-Z_]{2,20})\}/g, (_, name: string) => {
      const found = defined.get(name);
      if (found === undefined) throw new Error(`${name} is not defined above its use`);
      return found;
    });
  for (const line of written.replaceAll(/\n {2}/g, '').split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const [keyword = '', second = ''] = line.split(' ', 2);
    if (keyword.startsWith('[')) {
      lines = [];
      sections.set(keyword.slice(1, -1), lines);
    } else if (second === '=') defined.set(keyword, expanded(line.slice(keyword.length + 3)));
    else lines.push({ keyword, text: expanded(line.slice(keyword.length + 1)) });
  }
  return sections;
}
