/** Columns that hold minor units of money. */
const AMOUNTS = new Set([
  ...['amount', 'price', 'owed', 'available', 'held', 'play', 'cash', 'sales', 'correction', 'issue'],
  ...['staked_day', 'lost_day', 'lost_week', 'lost_month'],
]);

/** The name of a column in the files: `created_at` is `createdAt`, and amounts say that they are minor units. */
export function nameOf(column: string): string {
  const name = column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return AMOUNTS.has(column) ? `${name}Minor` : name;
}

/** Whether a field is for programs alone, so that the page to read leaves it to the other file. */
export function isTechnical(field: string): boolean {
  return TECHNICAL.has(field) || /(^id|Id|Key|Ref)$/.test(field);
}

const TECHNICAL = new Set(['key', 'ref', 'seq', 'currency', 'bankCode', 'subject']);
