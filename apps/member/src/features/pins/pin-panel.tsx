import { parseVerifierKey } from '@tercet/fair';
import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button/button.tsx';
import { plainText } from '../../ui/format/plain-text.ts';
import styles from './pin-panel.module.css';
import type { PinnedWitness } from './pin-store.ts';
import { mayAsk } from './witness-addresses.ts';

export interface PinOffer {
  /** Verifier key of the book: the first that this phone saw, or the one that the proof names. */
  logKey: string;
  witnesses: readonly PinnedWitness[];
  /** Address of the club. Private witness addresses are allowed only if the club is on this device. */
  club: string;
}

interface PinPanelProps {
  offer: PinOffer;
  /** `witnesses`: the key is confirmed, but no witness address. `changed`: the house now names different addresses. */
  about: 'key' | 'witnesses' | 'changed';
  /** Text about the consequence of confirming, if the pin is not stored. */
  means?: string;
  busy?: boolean;
  onConfirm(): void;
}

/** Asks the user to compare the book's key, explains the consequence, and lets them confirm. */
export function PinPanel({ offer, about, means, busy = false, onConfirm }: PinPanelProps) {
  const t = useTranslations('verify.pin');
  const titleId = useId();
  const isKey = about === 'key';
  return (
    <section className={styles.panel} aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.title}>
        {t(`${about}.title`)}
      </h2>
      <p className={styles.soft}>{t(`${about}.text`)}</p>
      {isKey ? <KeyToCompare logKey={offer.logKey} /> : null}
      <Witnesses offer={offer} />
      {isKey ? <p className={styles.soft}>{means ?? t('means')}</p> : null}
      <Button wide busy={busy} onClick={onConfirm}>
        {t(isKey ? 'confirm' : 'confirmWitnesses')}
      </Button>
    </section>
  );
}

function KeyToCompare({ logKey }: { logKey: string }) {
  const t = useTranslations('verify.pin');
  return (
    <>
      <KeyText logKey={logKey} />
      <div>
        <p className={styles.label}>{t('compare')}</p>
        <ul className={styles.ways}>
          {(['members', 'elsewhere', 'witness'] as const).map((way) => (
            <li key={way}>{t(`compareWith.${way}`)}</li>
          ))}
        </ul>
      </div>
    </>
  );
}

/** The key in groups of four, to compare by eye or by voice, with a copy button. */
export function KeyText({ logKey }: { logKey: string }) {
  const t = useTranslations('verify.pin');
  const words = useTranslations('receipts');
  const [name, id, ...rest] = plainText(logKey).split('+');
  const groups = rest.join('+').match(/.{1,4}/g) ?? [];
  const [state, setState] = useState<'copy' | 'copied' | 'copyFailed'>('copy');

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(logKey);
      setState('copied');
    } catch {
      setState('copyFailed');
    }
  }

  return (
    <div className={styles.key}>
      <p className={styles.label}>{t('keyLabel')}</p>
      <p className={styles.name}>
        <bdi dir="ltr">{name}</bdi>
      </p>
      <p className={styles.groups} dir="ltr">
        {[id ?? '', ...groups].map((group, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the groups of a key never move, and two may be equal.
          <span key={place}>{group}</span>
        ))}
      </p>
      <Button look="plain" onClick={() => void copy()}>
        {state === 'copied' ? <Check size={16} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />}
        <span aria-live="polite">{words(state)}</span>
      </Button>
    </div>
  );
}

function Witnesses({ offer: { witnesses, club } }: { offer: PinOffer }) {
  const t = useTranslations('verify.pin');
  if (witnesses.length === 0) return <p className={styles.soft}>{t('noWitnesses')}</p>;
  return (
    <div>
      <p className={styles.label}>{t('addresses')}</p>
      <ul className={styles.witnesses}>
        {witnesses.map((witness) => (
          <li key={`${witness.vkey} ${witness.url}`}>
            <bdi dir="ltr">{plainText(parseVerifierKey(witness.vkey)?.name ?? witness.vkey)}</bdi>
            <bdi dir="ltr" className={styles.address}>
              {plainText(witness.url)}
            </bdi>
            {mayAsk(witness, club) ? null : <span className={styles.refused}>{t('private')}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}
