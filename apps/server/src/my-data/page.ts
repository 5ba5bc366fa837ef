import { decimalOf } from '@tercet/money';
import type { Retention } from '../members/retention.ts';
import type { Cover } from './json.ts';
import { isTechnical } from './names.ts';
import { PAGE_POLICY, STYLE_ELEMENT } from './page-style.ts';
import type { Part, Row, Value } from './parts.ts';
import en from './words/en.json' with { type: 'json' };

export type PageWords = typeof en;

/**
 * The page to read and to print, in pieces: the same data as in the other file, without what is for programs alone. No
 * script, nothing from elsewhere, and nothing of what a member or the staff typed stands in it unescaped.
 */
export async function* pageOf(cover: Cover, parts: Iterable<Part>): AsyncGenerator<string> {
  const all = [...parts];
  yield headOf(
    cover,
    all.map(({ name }) => name),
  );
  for (const { name, batches } of all) {
    const { title, about } = wordsOf(name);
    yield `<section id="${name}"><h2>${escaped(title)}</h2><p>${escaped(about)}</p>`;
    yield* tableOf(batches, title, cover);
    yield '</section>\n';
  }
  yield `<p>${escaped(en.end)}</p></main></body></html>\n`;
}

function headOf(cover: Cover, names: readonly string[]): string {
  const { house, userName, madeAt, mode, currency } = cover;
  const facts = [filled(en.made, { house, time: timeOf(madeAt.toISOString()) }), en.about];
  facts.push(mode === 'play' ? en.play : filled(en.currency, { currency }));
  return `<!doctype html>
<html lang="en" dir="ltr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="content-security-policy" content="${escaped(PAGE_POLICY)}"><meta name="robots" content="noindex">
<title>${escaped(filled(en.title, { userName }))}</title>${STYLE_ELEMENT}</head>
<body><main><h1>${escaped(filled(en.title, { userName }))}</h1>
${facts.map((fact) => `<p>${escaped(fact)}</p>`).join('\n')}
<nav aria-label="${escaped(en.contents)}"><ul>
${names.map((name) => `<li><a href="#${name}">${escaped(wordsOf(name).title)}</a></li>`).join('\n')}
</ul></nav>
${retentionOf(cover.retention)}
`;
}

function retentionOf(retention: readonly Retention[]): string {
  const { title, about, kind, kept, why, after } = en.retention;
  const rows = retention.map(
    (one) => `<tr><th scope="row">${escaped(en.retention.kinds[one.kind])}</th>
<td>${escaped(yearsText(one.years))}</td><td>${escaped(en.retention.whys[one.why])}</td>
<td>${escaped(en.retention.erased[one.erased])}</td></tr>`,
  );
  return `<section id="retention"><h2>${escaped(title)}</h2><p>${escaped(about)}</p>${leafOf(title)}<table>
<thead><tr>${[kind, kept, why, after].map((text) => `<th scope="col">${escaped(text)}</th>`).join('')}</tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div></section>`;
}

function yearsText(years: number | null): string {
  const { always, atOnce, year, years: several } = en.retention;
  if (years === null) return always;
  if (years === 0) return atOnce;
  return years === 1 ? year : filled(several, { years: String(years) });
}

async function* tableOf(batches: Part['batches'], title: string, cover: Cover): AsyncGenerator<string> {
  let fields: string[] | null = null;
  for await (const rows of batches) {
    if (fields === null) {
      fields = Object.keys(rows[0] ?? {}).filter((field) => !isTechnical(field));
      const heads = fields.map((field) => `<th scope="col"${classOf(field)}>${escaped(labelOf(field))}</th>`);
      yield `${leafOf(title)}<table><thead><tr>${heads.join('')}</tr></thead><tbody>\n`;
    }
    const shown = fields;
    yield rows.map((row) => rowOf(row, shown, cover)).join('');
  }
  yield fields === null ? `<p>${escaped(en.none)}</p>` : '</tbody></table></div>';
}

/** A wide table scrolls within its frame, by the keys too. */
function leafOf(title: string): string {
  return `<div class="leaf" role="region" tabindex="0" aria-label="${escaped(title)}">`;
}

function rowOf(row: Row, fields: readonly string[], cover: Cover): string {
  const cells = fields.map((field) => `<td${classOf(field)}>${escaped(textOf(field, row[field] ?? null, cover))}</td>`);
  return `<tr>${cells.join('')}</tr>\n`;
}

function classOf(field: string): string {
  if (isTime(field)) return ' class="time"';
  return field.endsWith('Minor') ? ' class="number"' : '';
}

function isTime(field: string): boolean {
  return field === 'at' || field.endsWith('At') || field.endsWith('Until');
}

/** What stands in a cell. Words of our own are written out, whatever was typed by people stays as it is. */
function textOf(field: string, value: Value, cover: Cover): string {
  if (value === null) return en.nothing;
  if (typeof value === 'boolean') return value ? en.yes : en.no;
  if (typeof value === 'number') return /Ms$/.test(field) ? timeOf(new Date(value).toISOString()) : String(value);
  if (typeof value === 'string') {
    if (field.endsWith('Minor')) return amountOf(value, cover);
    if (isTime(field)) return timeOf(value);
    return CODES.has(field) ? codeText(value) : value;
  }
  if (Array.isArray(value)) return value.map((one) => textOf(field, one, cover)).join(field === 'dice' ? ' ' : '; ');
  return field === 'selections' ? selectionOf(value as Row, cover) : paramsOf(value as Row, cover);
}

/** Fields whose values are codes of the club, such as `in-review`. */
const CODES = new Set([
  ...['kind', 'state', 'reason', 'verdict', 'outcome', 'purpose', 'act', 'role', 'bet', 'heldFor', 'refusalReason'],
]);

/** `in-review` is "in review", and the bet `s7` is "sum 7". */
function codeText(code: string): string {
  return code.replace(/^s(\d+)$/, 'sum $1').replaceAll('-', ' ');
}

function selectionOf({ bet, stakeMinor, payoutMinor }: Row, cover: Cover): string {
  const [stake, payout] = [amountOf(String(stakeMinor), cover), payoutMinor];
  const text = `${textOf('bet', bet ?? null, cover)} ${stake}`;
  return payout === null || payout === '0' ? text : `${text} → ${amountOf(String(payout), cover)}`;
}

function paramsOf(params: Row, cover: Cover): string {
  return Object.entries(params)
    .filter(([field]) => !isTechnical(field))
    .map(([field, value]) => `${spaced(field.replace(/(AtMs|Minor|Ms)$/, ''))}: ${textOf(field, value, cover)}`)
    .join('; ');
}

function spaced(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function amountOf(minor: string, { exponent }: Cover): string {
  return decimalOf(BigInt(minor), exponent);
}

function timeOf(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;
}

/** The label of a field; one that has none yet is shown by its name. */
function labelOf(field: string): string {
  const columns: Record<string, string> = en.columns;
  return columns[field] ?? spaced(field);
}

function wordsOf(name: string): { title: string; about: string } {
  const parts: Record<string, { title: string; about: string }> = en.parts;
  return parts[name] ?? { title: spaced(name), about: '' };
}

function filled(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? '');
}
