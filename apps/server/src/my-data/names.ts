/** Columns with amounts in minor units. */
const AMOUNTS = new Set([
  ...['amount', 'price', 'owed', 'available', 'held', 'play', 'cash', 'sales', 'correction', 'issue'],
  ...['staked_day', 'lost_day', 'lost_week', 'lost_month'],
]);

/** Field name of a column: `created_at` becomes `createdAt`, and amounts get the suffix `Minor`. */
export function nameOf(column: string): string {
  const name = column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return AMOUNTS.has(column) ? `${name}Minor` : name;
}

/** True for a field that only programs need; the page leaves it out. */
export function isTechnical(field: string): boolean {
  return TECHNICAL.has(field) || /(^id|Id|Key|Ref)$/.test(field);
}

const TECHNICAL = new Set(['key', 'ref', 'seq', 'currency', 'bankCode', 'subject']);
