import { useTranslations } from 'use-intl';
import type { HouseNotice } from '../../api/shared/types.ts';
import { useTimes } from '../../ui/format/use-times.ts';
import { useMoneyText } from '../house/use-money.ts';
import { languageOf } from '../language/locales.ts';
import { minorParams } from '../problems/minor-params.ts';
import { timeParams } from '../problems/time-params.ts';

export interface NoticeWords {
  title: string;
  text: string;
  /** Attributes for the elements with the texts, which may be in another language than the page. */
  spoken: { lang?: string; dir?: 'ltr' | 'rtl' };
}

type Notice = Pick<HouseNotice, 'words' | 'code' | 'params'>;

/** Texts of a notice: written ones in their own language, or the app's for standard notices. */
export function useNoticeWords(): (notice: Notice) => NoticeWords {
  const t = useTranslations('notices');
  const money = useMoneyText();
  const { minute } = useTimes();
  return ({ words, code, params }) => {
    if (words !== null) {
      const { title, text, locale } = words;
      return { title, text, spoken: { lang: locale, dir: languageOf(locale)?.dir ?? 'ltr' } };
    }
    // A newer server may send notices without a text in this version of the app.
    if (code === null || !t.has(`${code}.title`)) return { title: t('unknown'), text: '', spoken: {} };
    const values = { ...params, ...minorParams(params, money), ...timeParams(params, minute) } as never;
    return { title: t(`${code}.title`, values), text: t(`${code}.text`, values), spoken: {} };
  };
}
