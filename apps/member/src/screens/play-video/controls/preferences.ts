/** How he likes to watch, kept on this phone. */
export const rates = ['0.5', '1', '1.5', '2'] as const;
export type Rate = (typeof rates)[number];

const RATE = 'tercet.film-rate';
const CAPTIONS = 'tercet.film-captions';

export function keptRate(): Rate {
  return rates.find((rate) => rate === read(RATE)) ?? '1';
}

export function keepRate(rate: Rate): void {
  write(RATE, rate);
}

/** A language; null: none. */
export function keptCaptions(): string | null {
  return read(CAPTIONS);
}

export function keepCaptions(locale: string | null): void {
  write(CAPTIONS, locale);
}

function read(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

function write(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // The choice then lasts as long as this page.
  }
}
