import type { Lottery, NewLottery, Odds } from '../../api/house/lotteries.ts';
import { type LanguageCode, onlyWritten, type Texts } from '../../features/words/member-languages.ts';
import { draftOf, fairDraft, type Layout, type OddsDraft } from './odds-draft.ts';

export type LotteryTexts = Texts<'name' | 'description'>;

/** A new lottery while it is edited, as typed. */
export interface LotteryDraft {
  layout: Layout;
  key: string;
  class: string;
  icon: NewLottery['icon'];
  periodSeconds: number;
  texts: LotteryTexts;
  hot: boolean;
  position: string;
  odds: OddsDraft;
  why: string;
}

export const ICONS: readonly NewLottery['icon'][] = ['swift', 'steady', 'slow', 'grand', 'day'];

/** Divisors of a day, and multiples of the beacon's period. */
export const PERIODS_SECONDS = [30, 60, 90, 120, 180, 300, 600, 900, 1_800, 3_600, 10_800, 21_600, 86_400];

/** The odds of an existing table with this layout, else odds from the chances alone with the limits of any table. */
export function startingOdds(
  layout: Layout,
  lotteries: readonly Lottery[],
  writeAmount: (minor: string) => string,
): OddsDraft {
  const tables = lotteries.flatMap(({ table, coming }) => coming.at(-1) ?? table ?? []);
  const drafts = tables.map((table) => draftOf(table, writeAmount));
  const same = drafts.find(({ multipliers }) => 't' in multipliers === (layout === 'sic-bo'));
  const fair = fairDraft(layout);
  return same ?? { ...fair, amounts: drafts[0]?.amounts ?? fair.amounts };
}

/** Names of the fields that are missing or invalid. Empty if the draft can be proposed. */
export function missingIn(draft: LotteryDraft, house: LanguageCode): string[] {
  return [
    ...((draft.texts[house]?.name ?? '').trim() === '' ? ['name'] : []),
    ...(/^[a-z][a-z0-9-]{0,31}$/.test(draft.key) ? [] : ['key']),
    ...(draft.class === '' ? ['class'] : []),
    ...(/^\d{1,3}$/.test(draft.position.trim()) ? [] : ['position']),
    ...(draft.why.trim() === '' ? ['why'] : []),
  ];
}

/** The body of a proposal. Texts are split into the house's language and the others. */
export function lotteryOf(draft: LotteryDraft, odds: Odds, house: LanguageCode): NewLottery {
  const { [house]: own, ...texts } = onlyWritten(draft.texts);
  const { key, icon, periodSeconds, hot, position } = draft;
  return {
    ...{ key, class: draft.class, icon, periodSeconds, hot, texts, odds },
    name: own?.name ?? '',
    description: own?.description ?? '',
    position: Number(position.trim()),
  };
}

/** The lottery for a preview: placeholders in place of what is not typed yet. */
export function previewedOf(lottery: NewLottery, missing: readonly string[], classKey: string): NewLottery {
  const named = { ...lottery, name: 'new', description: '', texts: {}, class: lottery.class || classKey };
  return { ...named, key: missing.includes('key') ? 'new-lottery' : lottery.key, position: 0 };
}
