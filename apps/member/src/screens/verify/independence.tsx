import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { BeaconReport, SourcesReport } from '../../features/proof/gather-proof.ts';
import type { Seen } from '../../features/proof/proof-messages.ts';
import type { Checked } from '../../features/proof/proof-runner.ts';
import { plainText } from '../../ui/format/plain-text.ts';
import { useTimes } from '../../ui/format/use-times.ts';
import styles from './independence.module.css';

/**
 * Origin of the book's key. `pinned`: the reader confirmed it; `kept`: this phone first saw it on an earlier visit;
 * `given`: the reader entered it; `named`: the house named it today; `none`: no key.
 */
export type PinnedKey = { state: 'pinned' | 'kept'; sinceMs: number } | { state: 'given' | 'named' | 'none' };

const KEY_WORDS = {
  given: 'keyGiven',
  named: 'keyNamed',
  none: 'keyNone',
  pinned: 'keyPinned',
  kept: 'keyKept',
} as const;
/** Origins for which the reader vouches. */
const OWN_KEYS: ReadonlySet<PinnedKey['state']> = new Set(['pinned', 'given']);

interface IndependenceProps {
  checked: Checked;
  report: SourcesReport | null;
  pinned: PinnedKey;
  code: 'house' | 'page';
}

/**
 * Lists the basis of a check: what this device computed, what others confirmed, and what had to be taken from the
 * house.
 */
export function Independence({ checked, report, pinned, code }: IndependenceProps) {
  const t = useTranslations('verify.rests');
  const times = useTimes();
  const seal = checked.steps.find(({ id }) => id === 'seal');
  const leaves = seal?.values.leaves;
  return (
    <section className={styles.independence}>
      <h2>{t('title')}</h2>
      <dl>
        <Line name={t('computed')} whose="own">
          {t(code === 'house' ? 'computedHere' : 'computedOnPage')}
        </Line>
        <Line name={t('beacon')} whose={checked.houseRun ? 'house' : 'others'}>
          {t(checked.houseRun ? 'beaconHouse' : 'beaconPublic')} <BeaconAnswer beacon={report?.beacon ?? null} />
        </Line>
        <Witnesses seen={checked.found.seen} report={report} />
        <Line name={t('key')} whose={OWN_KEYS.has(pinned.state) ? 'own' : 'house'}>
          {t(KEY_WORDS[pinned.state], { since: 'sinceMs' in pinned ? times.day(pinned.sinceMs) : '' })}
        </Line>
        {leaves === undefined ? null : (
          <Line name={t('bets')} whose={leaves === 'recomputed' ? 'own' : 'house'}>
            {t(leaves === 'recomputed' ? 'betsRecomputed' : 'betsNot')}
          </Line>
        )}
      </dl>
    </section>
  );
}

interface LineProps {
  name: string;
  /** Who vouches for it. */
  whose: 'own' | 'others' | 'house';
  children: ReactNode;
}

function Line({ name, whose, children }: LineProps) {
  const t = useTranslations('verify.rests.whose');
  return (
    <div className={styles.line} data-whose={whose}>
      <dt>
        {name}
        <span className={styles.whose}>{t(whose)}</span>
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

function BeaconAnswer({ beacon }: { beacon: BeaconReport | null }) {
  const t = useTranslations('verify.rests.relay');
  if (beacon === null || beacon.state === 'house' || beacon.state === 'none') return null;
  return t(beacon.state, { relay: beacon.relay ?? '' });
}

function Witnesses({ seen, report }: { seen: Seen | null; report: SourcesReport | null }) {
  const t = useTranslations('verify.rests');
  const times = useTimes();
  if (seen === null || seen.witnesses.length === 0) {
    return (
      <Line name={t('witnesses')} whose="house">
        {t(seen === null ? 'witnessesUnknown' : 'witnessesNone')}
      </Line>
    );
  }
  const count = seen.witnesses.filter(({ atSeconds }) => atSeconds !== null).length;
  const stateOf = (name: string) => report?.witnesses.find((one) => one.name === name)?.state ?? null;
  return (
    <Line name={t('witnesses')} whose={count >= seen.quorum ? 'others' : 'house'}>
      <p>{t('witnessesSeen', { count, of: seen.witnesses.length, quorum: seen.quorum })}</p>
      <ul className={styles.witnesses}>
        {seen.witnesses.map(({ name, atSeconds }) => {
          const state = stateOf(name);
          return (
            <li key={name}>
              <bdi dir="ltr">{plainText(name)}</bdi>
              <span>{atSeconds === null ? t('notSeen') : t('seenAt', { time: times.moment(atSeconds * 1000) })}</span>
              {state === null ? null : <span>{t(`asked.${state}`)}</span>}
            </li>
          );
        })}
      </ul>
      {report?.laterEntriesRead === false ? <p>{t('laterMissing')}</p> : null}
    </Line>
  );
}
