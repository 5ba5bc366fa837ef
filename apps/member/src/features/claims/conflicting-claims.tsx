import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button/button.tsx';
import { Dice } from '../../ui/dice/dice.tsx';
import { useTimes } from '../../ui/format/use-times.ts';
import { saveAsFile } from '../receipts/receipt-text.ts';
import { forgetClaims, type StoredClaim } from './claim-store.ts';
import { claimsFile, claimsFileName } from './claims-file.ts';
import { CLAIMS_KEY, CONFLICTS_KEY } from './claims-watch.ts';
import styles from './conflicting-claims.module.css';

/** All claims about one draw with their sources. The member can save them as a file, then dismiss them. */
export function ConflictingClaims({ claims }: { claims: readonly StoredClaim[] }) {
  const t = useTranslations('checks');
  const client = useQueryClient();
  const [saved, setSaved] = useState(false);
  const [first] = claims;
  if (first === undefined) return null;
  const { book, drawId } = first;

  async function away(): Promise<void> {
    await forgetClaims(book, drawId);
    await client.invalidateQueries({ queryKey: CONFLICTS_KEY });
    await client.invalidateQueries({ queryKey: CLAIMS_KEY });
  }

  return (
    <div className={styles.answers}>
      <ul className={styles.list}>
        {claims.map((claim) => (
          <Answer key={claim.id} told={claim} />
        ))}
      </ul>
      <Button
        look="danger"
        wide
        onClick={() => {
          saveAsFile(claimsFileName(drawId), claimsFile(claims));
          setSaved(true);
        }}
      >
        {t('twoAnswers.save')}
      </Button>
      {saved ? (
        <Button look="quiet" wide onClick={() => void away()}>
          {t('away')}
        </Button>
      ) : null}
    </div>
  );
}

function Answer({ told: { claim, source, seenAtMs } }: { told: StoredClaim }) {
  const t = useTranslations('checks.told');
  const times = useTimes();
  return (
    <li className={styles.answer}>
      <span className={styles.source}>{t(source, { at: times.moment(seenAtMs) })}</span>
      {claim.dice === null ? (
        <span className={styles.fate}>{t(claim.fate === 'void' ? 'void' : 'seal')}</span>
      ) : (
        <Dice values={claim.dice} size={28} />
      )}
    </li>
  );
}
