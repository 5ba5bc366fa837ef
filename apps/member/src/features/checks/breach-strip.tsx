import { useQuery, useQueryClient } from '@tanstack/react-query';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { paths } from '../../paths.ts';
import { Button, ButtonLink } from '../../ui/button/button.tsx';
import { Sheet } from '../../ui/sheet/sheet.tsx';
import { onBreach } from '../receipts/receipt-events.ts';
import { allBreaches, receiptBreaches } from '../receipts/receipt-store.ts';
import { saveAsFile } from '../receipts/receipt-text.ts';
import type { SavedReceipt } from '../receipts/saved-receipt.ts';
import { useSession } from '../session/use-session.ts';
import styles from './breach-strip.module.css';
import { notePutAway, putAway } from './check-store.ts';

const KEY = ['breaches'] as const;

/**
 * Warns on every screen about a bet that fails verification. The data is stored on the phone, so neither the
 * server nor a sign-out removes it. The member dismisses it after saving the evidence.
 */
export function BreachStrip() {
  const t = useTranslations('checks');
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  const memberId = useSession().me?.id ?? null;
  const requested = {
    queryKey: [...KEY, memberId],
    queryFn: () => readBreaches(memberId),
    networkMode: 'always',
  } as const;
  const broken = useQuery(requested).data ?? [];
  useEffect(() => onBreach(() => void client.invalidateQueries({ queryKey: KEY })), [client]);
  if (broken.length === 0) return null;
  return (
    <div role="alert" className={styles.region}>
      <button type="button" className={styles.strip} onClick={() => setOpen(true)}>
        <TriangleAlert size={18} strokeWidth={1.75} aria-hidden="true" />
        {t('strip', { count: broken.length })}
      </button>
      <Sheet open={open} onOpenChange={setOpen} title={t('title')} description={t('text')}>
        <ul className={styles.list}>
          {broken.map((stored) => (
            <Broken key={stored.slipId} kept={stored} onAway={() => void client.invalidateQueries({ queryKey: KEY })} />
          ))}
        </ul>
      </Sheet>
    </div>
  );
}

/**
 * Members see their own breaches. Visitors see those of all members of this phone, so that a sign-out hides none.
 */
async function readBreaches(memberId: string | null): Promise<SavedReceipt[]> {
  const away = await putAway();
  const found = await (memberId === null ? allBreaches() : receiptBreaches(memberId));
  return found.filter(({ slipId }) => !away.has(slipId));
}

function Broken({ kept: receipt, onAway }: { kept: SavedReceipt; onAway: () => void }) {
  const t = useTranslations('checks');
  const [saved, setSaved] = useState(false);
  const { slip } = receipt.placed;

  function save(): void {
    saveAsFile(`tercet-breach-${slip.drawId.replace('/', '-')}.json`, evidenceText(receipt));
    setSaved(true);
  }

  async function away(): Promise<void> {
    await notePutAway(receipt.slipId);
    onAway();
  }

  return (
    <li className={styles.item}>
      <p>{t('draw', { drawId: slip.drawId })}</p>
      <div className={styles.actions}>
        <Button wide onClick={save}>
          {t('save')}
        </Button>
        <ButtonLink look="quiet" to={paths.verify({ slip: receipt.slipId })}>
          {t('look')}
        </ButtonLink>
        {saved ? (
          <Button look="quiet" wide onClick={() => void away()}>
            {t('away')}
          </Button>
        ) : null}
      </div>
    </li>
  );
}

/** The evidence file: the bundle of the check if one is stored, else the result of the search in the seal. */
function evidenceText({ bundle, inclusion, placed }: SavedReceipt): string {
  if (bundle !== null && bundle !== undefined) return `${JSON.stringify(bundle, null, 1)}\n`;
  const proof = inclusion === null ? null : { ...inclusion.proof, receipt: placed.receipt };
  const file = { format: 'tercet/v1 bundle', kind: 'slip', proof, options: {}, savedAtMs: inclusion?.checkedAtMs ?? 0 };
  return `${JSON.stringify(file, null, 1)}\n`;
}
