import { clockNow } from '../../db/clock.ts';
import { bucketOf } from '../../db/ids.ts';
import { ofMember } from '../../db/member-rows.ts';
import type { Tx } from '../../db/transaction.ts';
import { type LanguageCode, languageOfTag } from '../../languages.ts';
import { Refusal } from '../../refusal.ts';
import ar from '../agreement/ar.json' with { type: 'json' };
import en from '../agreement/en.json' with { type: 'json' };
import es from '../agreement/es.json' with { type: 'json' };
import hy from '../agreement/hy.json' with { type: 'json' };
import ja from '../agreement/ja.json' with { type: 'json' };
import ko from '../agreement/ko.json' with { type: 'json' };
import mn from '../agreement/mn.json' with { type: 'json' };
import ms from '../agreement/ms.json' with { type: 'json' };
import tg from '../agreement/tg.json' with { type: 'json' };
import th from '../agreement/th.json' with { type: 'json' };
import vi from '../agreement/vi.json' with { type: 'json' };
import zhHant from '../agreement/zh-Hant.json' with { type: 'json' };
import { areAllAccepted, type ConsentKind, noteConsents } from './consents.ts';

export interface Agreement {
  version: number;
  /** Language of the text. */
  locale: string;
  sections: { id: string; title: string; paragraphs: string[] }[];
}

/** One version of the agreement in all its languages. */
export interface Agreements {
  /**
   * The version that members must accept. Raise it when the meaning of a text changes; then every member is asked
   * again.
   */
  version: number;
  /** `play`: the built-in text. `own`: the house's file. `copy`: a file that still opens like the built-in text. */
  kind: 'play' | 'copy' | 'own';
  /** Reads the text in the reader's language, or in English when there is no translation. */
  read(locale: string | undefined): Agreement;
}

type Sections = Agreement['sections'];

const TEXTS: Record<LanguageCode, { version: number; sections: Sections }> = {
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

/** Version of the built-in text. */
export const CURRENT_AGREEMENT = en.version;

const SECTIONS = Object.fromEntries(Object.entries(TEXTS).map(([code, { sections }]) => [code, sections])) as Record<
  LanguageCode,
  Sections
>;

/** The agreement of a house for play credits; the text says that credits have no value. */
export const PLAY_AGREEMENTS: Agreements = agreementsOf(CURRENT_AGREEMENT, SECTIONS, 'play');

export function agreementsOf(
  version: number,
  texts: Partial<Record<LanguageCode, Sections>> & { en: Sections },
  kind: Agreements['kind'],
): Agreements {
  return {
    version,
    kind,
    read(locale) {
      const wanted = languageOfTag(locale ?? '') ?? 'en';
      const sections = texts[wanted];
      return sections === undefined
        ? { version, locale: 'en', sections: texts.en }
        : { version, locale: wanted, sections };
    },
  };
}

/**
 * Records when a version was first published. Runs at each start and writes only the first time, because a process may
 * start while the database is read-only. Throws when a later version was published already: members who accepted that
 * would not be asked about this one.
 */
export async function publishAgreement(tx: Tx, { version, kind }: Agreements): Promise<void> {
  const published = await tx.q.selectFrom('members.agreement').select('version').execute();
  const newest = Math.max(0, ...published.map((one) => one.version));
  // A play house may roll back to older code.
  if (kind !== 'play' && newest > version) {
    throw new Error(`agreement: version ${version} is older than the published version ${newest}: raise it`);
  }
  if (published.some((one) => one.version === version)) return;
  await tx.q
    .insertInto('members.agreement')
    .values({ version, published_at: await clockNow(tx.q) })
    .onConflict((on) => on.column('version').doNothing())
    .execute();
}

/**
 * Accepts the current version for a member. Throws `agreement-needed {version}` for any other version, and unless
 * terms, rules and privacy are all accepted.
 */
export async function acceptAgreement(
  tx: Tx,
  memberId: string,
  { version, accepted }: { version: number; accepted: readonly ConsentKind[] },
  current: number,
): Promise<void> {
  if (version !== current || !areAllAccepted(accepted)) throw new Refusal('agreement-needed', { version: current });
  const bucket = bucketOf(memberId);
  await tx.q
    .updateTable('members.member')
    .set({ agreement_version: version, agreed_at: await clockNow(tx.q) })
    .where(ofMember({ bucket, memberId }))
    .where('agreement_version', '<', version)
    .execute();
  await noteConsents(tx, { bucket, memberId }, version);
}
