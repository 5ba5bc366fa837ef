/** Days in UTC as `YYYY-MM-DD`, both inclusive. */
export interface Span {
  from: string;
  to: string;
}

/** Filter of a list for what ended in a span. */
export function endedIn({ from, to }: Span): Record<string, string> {
  return { endedFrom: from, endedTo: to };
}
