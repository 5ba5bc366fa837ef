import { currencyExponent, decimalOf } from '@tercet/money';
import type { Cover } from './json.ts';
import { isTechnical } from './names.ts';
import { PAGE_POLICY, STYLE_ELEMENT } from './page-style.ts';
import type { Part, Row, Value } from './parts.ts';
import type { PageLanguage, PageWords } from './words.ts';

/** Data and texts for building the page. */
interface Sheet {
  cover: Cover;
  words: PageWords;
}

/**
 * The page to read and print, in pieces: the data of the JSON file without technical fields. It has no script and
 * loads nothing, and all text from members and staff is escaped.
 */
export async function* pageOf(
  cover: Cover,
  parts: Iterable<Part>,
  { words, ...tongue }: PageLanguage,
): AsyncGenerator<string> {
  const all = [...parts];
  const sheet: Sheet = { cover, words };
  const names = all.map(({ name }) => name);
  yield headOf(sheet, tongue, names);
  for (const { name, batches } of all) {
    const { title, about } = wordsOf(sheet, name);
    yield `<section id="${name}"><h2>${escaped(title)}</h2><p>${escaped(about)}</p>`;
    yield* tableOf(sheet, batches, title);
    yield '</section>\n';
  }
  yield `<p>${escaped(words.end)}</p></main></body></html>\n`;
}

function headOf(sheet: Sheet, { locale, direction }: Omit<PageLanguage, 'words'>, names: readonly string[]): string {
  const { cover, words } = sheet;
  const { house, userName, madeAt, mode, currency } = cover;
  const title = escaped(filled(words.title, { userName }));
  const facts = [filled(words.made, { house, time: timeOf(madeAt.toISOString()) }), words.about];
  facts.push(mode === 'play' ? words.play : filled(words.currency, { currency }));
  return `<!doctype html>
<html lang="${locale}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="content-security-policy" content="${escaped(PAGE_POLICY)}"><meta name="robots" content="noindex">
<title>${title}</title>${STYLE_ELEMENT}</head>
<body><main><h1>${title}</h1>
${facts.map((fact) => `<p>${escaped(fact)}</p>`).join('\n')}
<nav aria-label="${escaped(words.contents)}"><ul>
${names.map((name) => `<li><a href="#${name}">${escaped(wordsOf(sheet, name).title)}</a></li>`).join('\n')}
</ul></nav>
${retentionOf(sheet)}
`;
}

function retentionOf({ cover, words }: Sheet): string {
  const { title, about, kind, kept: stored, why, after, kinds, whys, erased } = words.retention;
  const rows = cover.retention.map(
    (one) => `<tr><th scope="row">${escaped(kinds[one.kind])}</th>
<td>${escaped(yearsText(words, one.years))}</td><td>${escaped(whys[one.why])}</td>
<td>${escaped(erased[one.erased])}</td></tr>`,
  );
  return `<section id="retention"><h2>${escaped(title)}</h2><p>${escaped(about)}</p>${leafOf(title)}<table>
<thead><tr>${[kind, stored, why, after].map((text) => `<th scope="col">${escaped(text)}</th>`).join('')}</tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div></section>`;
}

function yearsText({ retention }: PageWords, years: number | null): string {
  const { always, atOnce, year, years: several } = retention;
  if (years === null) return always;
  if (years === 0) return atOnce;
  return years === 1 ? year : filled(several, { years: String(years) });
}

async function* tableOf(sheet: Sheet, batches: Part['batches'], title: string): AsyncGenerator<string> {
  let fields: string[] | null = null;
  for await (const rows of batches) {
    if (fields === null) {
      fields = Object.keys(rows[0] ?? {}).filter((field) => !isTechnical(field));
      const heads = fields.map((field) => `<th scope="col"${classOf(field)}>${escaped(labelOf(sheet, field))}</th>`);
      yield `${leafOf(title)}<table><thead><tr>${heads.join('')}</tr></thead><tbody>\n`;
    }
    const shown = fields;
    yield rows.map((row) => rowOf(sheet, row, shown)).join('');
  }
  yield fields === null ? `<p>${escaped(sheet.words.none)}</p>` : '</tbody></table></div>';
}

/** Frame in which a wide table scrolls, also by keyboard. */
function leafOf(title: string): string {
  return `<div class="leaf" role="region" tabindex="0" aria-label="${escaped(title)}">`;
}

function rowOf(page: Sheet, row: Row, fields: readonly string[]): string {
  const sheet = { ...page, cover: { ...page.cover, exponent: exponentOf(page.cover, row.currency) } };
  const cells = fields.map((field) => `<td${classOf(field)}>${escaped(textOf(sheet, field, row[field] ?? null))}</td>`);
  return `<tr>${cells.join('')}</tr>\n`;
}

function classOf(field: string): string {
  if (isTime(field)) return ' class="time"';
  return field.endsWith('Minor') ? ' class="number"' : '';
}

function isTime(field: string): boolean {
  return field === 'at' || field.endsWith('At') || field.endsWith('Until');
}

/** Text of a cell. Codes of ours are written out; text that people typed stays as it is. */
function textOf(sheet: Sheet, field: string, value: Value): string {
  const { cover, words } = sheet;
  if (value === null) return words.nothing;
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (typeof value === 'number') return numberOf(field, value);
  if (typeof value === 'string') {
    if (field.endsWith('Minor')) return amountOf(value, cover);
    if (isTime(field)) return timeOf(value);
    return CODES.has(field) ? codeText(words, value) : value;
  }
  if (Array.isArray(value)) return value.map((one) => textOf(sheet, field, one)).join(field === 'dice' ? ' ' : '; ');
  return field === 'selections' ? selectionOf(sheet, value as Row) : paramsOf(sheet, value as Row);
}

/** A film position is a duration; every other `…Ms` field is a time. */
function numberOf(field: string, value: number): string {
  if (field === 'positionMs') return lengthOf(value);
  return /Ms$/.test(field) ? timeOf(new Date(value).toISOString()) : String(value);
}

function lengthOf(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  const parts = hours > 0 ? [hours, String(minutes).padStart(2, '0')] : [minutes];
  return [...parts, String(seconds % 60).padStart(2, '0')].join(':');
}

/** Fields whose values are codes, such as `in-review`. */
const CODES = new Set([
  ...['kind', 'state', 'reason', 'verdict', 'outcome', 'purpose', 'act', 'role', 'bet', 'heldFor', 'refusalReason'],
]);

/** Writes a code out: `in-review` becomes "in review", and the bet `s7` "sum 7". */
function codeText({ sum }: PageWords, code: string): string {
  return code.replace(/^s(\d+)$/, (_, dice: string) => filled(sum, { sum: dice })).replaceAll('-', ' ');
}

function selectionOf(sheet: Sheet, { bet, stakeMinor, payoutMinor }: Row): string {
  const { cover } = sheet;
  const [stake, payout] = [amountOf(String(stakeMinor), cover), payoutMinor];
  const text = `${textOf(sheet, 'bet', bet ?? null)} ${stake}`;
  return payout === null || payout === '0' ? text : `${text} → ${amountOf(String(payout), cover)}`;
}

function paramsOf(sheet: Sheet, params: Row): string {
  return Object.entries(params)
    .filter(([field]) => !isTechnical(field))
    .map(([field, value]) => `${spaced(field.replace(/(AtMs|Minor|Ms)$/, ''))}: ${textOf(sheet, field, value)}`)
    .join('; ');
}

function spaced(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function amountOf(minor: string, { exponent }: Cover): string {
  return decimalOf(BigInt(minor), exponent);
}

/** Decimals of a row's currency. Those of a code that is no currency are unknown: its amounts stay in minor units. */
function exponentOf({ currency, exponent }: Cover, of: Value | undefined): number {
  if (typeof of !== 'string' || of === currency) return exponent;
  return currencyExponent(of) ?? 0;
}

function timeOf(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;
}

/** Label of a field; its spaced name when there is no label. */
function labelOf({ words }: Sheet, field: string): string {
  const columns: Record<string, string> = words.columns;
  return columns[field] ?? spaced(field);
}

function wordsOf({ words }: Sheet, name: string): { title: string; about: string } {
  const parts: Record<string, { title: string; about: string }> = words.parts;
  return parts[name] ?? { title: spaced(name), about: '' };
}

function filled(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? '');
}
