import { onPhone } from '@tercet/contract/text-storage.ts';

/** Playback preferences, stored on this phone. */
export const rates = ['0.5', '1', '1.5', '2'] as const;
export type Rate = (typeof rates)[number];

const RATE = 'tercet.film-rate';
const CAPTIONS = 'tercet.film-captions';

export function storedRate(): Rate {
  return rates.find((rate) => rate === onPhone.read(RATE)) ?? '1';
}

export function keepRate(rate: Rate): void {
  onPhone.write(RATE, rate);
}

/** A language tag; null: no captions. */
export function storedCaptions(): string | null {
  return onPhone.read(CAPTIONS);
}

export function keepCaptions(locale: string | null): void {
  onPhone.write(CAPTIONS, locale);
}
