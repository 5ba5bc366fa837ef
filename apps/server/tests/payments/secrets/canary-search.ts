import { createHash } from 'node:crypto';
import type pg from 'pg';

/** Unique values that only this test sends. */
export const CANARIES = {
  pin: '6183',
  pinInOtherDigits: '٦١٨٣',
  iban: 'GB33BUKB20201555555555',
  cardToken: 'tok_canary_5f3a9b2c77',
  cardNumber: '5105105105105100',
  cvv: 'cvv_0913_canary',
  phone: '+97688990017',
  loginPassword: 'canary lantern of june 4711',
} as const;
export type Canary = keyof typeof CANARIES;

/** Canaries of at most this length occur by chance inside longer words, so they match whole words only. */
const SHORT_LENGTH_MAX = 6;
const WORD = 'A-Za-z0-9_.:+/=-';
const ALIGNMENTS = 3;

const NEEDLES = (Object.keys(CANARIES) as Canary[]).flatMap((canary) =>
  needlesOf(CANARIES[canary]).map((needle) => ({ canary, ...needle })),
);

/** The canaries in a text, plain or encoded, with the text around each. */
export function canariesIn(text: string): { canary: Canary; around: string }[] {
  return NEEDLES.flatMap(({ canary, pattern }) => {
    const at = text.search(pattern);
    return at < 0 ? [] : [{ canary, around: text.slice(Math.max(0, at - 60), at + 60) }];
  });
}

/** The same for bytes. */
function canariesInBytes(bytes: Buffer): { canary: Canary; around: string }[] {
  return canariesIn(bytes.toString('latin1')).concat(canariesIn(bytes.toString('utf8')));
}

function needlesOf(value: string): { pattern: RegExp }[] {
  const isShort = value.length <= SHORT_LENGTH_MAX && /^\w+$/.test(value);
  if (isShort) return [{ pattern: new RegExp(`(?<![${WORD}])${value}(?![${WORD}])`) }, ...hashesOf(value).map(plain)];
  const bare = value.replace(/^\+/, '');
  const texts = [bare, grouped(bare), JSON.stringify(bare).slice(1, -1), escaped(bare), encodeURIComponent(bare)];
  const bytes = Buffer.from(bare, 'utf8');
  return [...new Set([...texts, bytes.toString('hex'), ...base64Of(bytes), ...hashesOf(value)])].map(plain);
}

function plain(text: string): { pattern: RegExp } {
  return { pattern: new RegExp(text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`), 'i') };
}

/** In groups of four characters, as people write IBANs and card numbers. */
function grouped(text: string): string {
  return text.match(/.{1,4}/gu)?.join(' ') ?? text;
}

function escaped(text: string): string {
  return text.replaceAll(/[^\0-\u007f]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The base64 forms of a text at the three alignments, without the characters that share bits with neighbours. */
function base64Of(bytes: Buffer): string[] {
  return Array.from({ length: ALIGNMENTS }, (_, offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const isWhole = (offset + bytes.length) % ALIGNMENTS === 0;
    return text.slice(offset === 0 ? 0 : offset + 1, isWhole ? undefined : -1);
  }).flatMap((text) => [text, text.replaceAll('+', '-').replaceAll('/', '_')]);
}

/** Hashes of a value. A PIN has so few values that an unsalted hash reveals it. */
function hashesOf(value: string): string[] {
  return ['md5', 'sha1', 'sha256', 'sha512'].map((name) => createHash(name).update(value).digest('hex'));
}

/** Canaries in any row of any table, also inside bytes and JSON. */
export async function canariesInDatabase(owner: pg.Pool): Promise<{ table: string; canary: Canary; around: string }[]> {
  const { rows: tables } = await owner.query(`
    select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'm') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema' order by 1`);
  const found: { table: string; canary: Canary; around: string }[] = [];
  for (const { name } of tables) {
    const { rows } = await owner.query(`select t::text as line from only ${name} t`);
    for (const { line } of rows) {
      const bytes = [...String(line).matchAll(/\\x([0-9a-f]+)/g)].map(([, hex]) => Buffer.from(hex ?? '', 'hex'));
      const hits = canariesIn(line).concat(bytes.flatMap(canariesInBytes));
      found.push(...hits.map((hit) => ({ table: name, ...hit })));
    }
  }
  return found;
}
