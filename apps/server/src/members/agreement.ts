import { clockNow } from '../db/clock.ts';
import { bucketOf } from '../db/ids.ts';
import type { Tx } from '../db/transaction.ts';
import { type LanguageCode, languageOfTag } from '../languages.ts';
import { Refusal } from '../refusal.ts';
import ar from './agreement/ar.json' with { type: 'json' };
import en from './agreement/en.json' with { type: 'json' };
import es from './agreement/es.json' with { type: 'json' };
import hy from './agreement/hy.json' with { type: 'json' };
import ja from './agreement/ja.json' with { type: 'json' };
import ko from './agreement/ko.json' with { type: 'json' };
import mn from './agreement/mn.json' with { type: 'json' };
import ms from './agreement/ms.json' with { type: 'json' };
import tg from './agreement/tg.json' with { type: 'json' };
import th from './agreement/th.json' with { type: 'json' };
import vi from './agreement/vi.json' with { type: 'json' };
import zhHant from './agreement/zh-Hant.json' with { type: 'json' };
import { noteConsent } from './consents.ts';

export interface Agreement {
  version: number;
  /** The language that the text is in. */
  locale: string;
  sections: { id: string; title: string; paragraphs: string[] }[];
}

/** All carry the version of the English text. */
const TEXTS: Record<LanguageCode, Omit<Agreement, 'locale'>> = {
  ar,
  en,
  es,
  hy,
  ja,
  ko,
  mn,
  ms,
  tg,
  th,
  vi,
  'zh-Hant': zhHant,
};

/** The version to agree to now. A change of meaning in the texts raises it, and every member is asked again. */
export const CURRENT_AGREEMENT = en.version;

/** The agreement in the reader's language, or in English where the club does not speak it. */
export function readAgreement(locale: string | undefined): Agreement {
  const wanted = languageOfTag(locale ?? '') ?? 'en';
  return { locale: wanted, ...TEXTS[wanted] };
}

/** Notes when the current version was first published; done at each start, counts once. */
export async function publishAgreement(tx: Tx): Promise<void> {
  await tx.q
    .insertInto('members.agreement')
    .values({ version: CURRENT_AGREEMENT, published_at: await clockNow(tx.q) })
    .onConflict((on) => on.column('version').doNothing())
    .execute();
}

/** A member says yes to the current version. Throws `agreement-needed {version}` for any other. */
export async function acceptAgreement(tx: Tx, memberId: string, version: number): Promise<void> {
  if (version !== CURRENT_AGREEMENT) throw new Refusal('agreement-needed', { version: CURRENT_AGREEMENT });
  const bucket = bucketOf(memberId);
  await tx.q
    .updateTable('members.member')
    .set({ agreement_version: version, agreed_at: await clockNow(tx.q) })
    .where('bucket', '=', bucket)
    .where('member_id', '=', memberId)
    .where('agreement_version', '<', version)
    .execute();
  await noteConsent(tx, { bucket, memberId }, { kind: 'agreement', version });
}
