import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Me } from '../../api/shared/types.ts';
import { Button } from '../../ui/button/button.tsx';
import { FileButton } from '../qr/file-button.tsx';
import { readFile } from '../qr/read-file.ts';
import { importReceipts } from './import-receipts.ts';
import { onKeptChange } from './receipt-events.ts';
import { countReceipts, countWaiting, receiptBreaches, savedReceipts } from './receipt-store.ts';
import { saveReceipts } from './receipt-text.ts';
import styles from './saved-receipts.module.css';

const KEY = 'saved-receipts-count';

/** The number of receipts on this phone, with export to a file and import. */
export function SavedReceipts({ me }: { me: Me }) {
  const t = useTranslations('receipts');
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState<string | null>(null);
  const count = useQuery({
    queryKey: [KEY, me.id],
    queryFn: async () => ({
      all: await countReceipts(me.id),
      waiting: await countWaiting(me.id),
      broken: (await receiptBreaches(me.id)).length,
    }),
    gcTime: 0,
  }).data;
  useEffect(() => onKeptChange(() => void client.invalidateQueries({ queryKey: [KEY] })), [client]);

  async function saveAll(): Promise<void> {
    const receipts = await savedReceipts(me.id);
    saveReceipts(receipts.map(({ placed, inclusion }) => ({ ...placed, inclusion })));
  }

  async function readIn(file: File): Promise<void> {
    setBusy(true);
    setMessage(null);
    try {
      const imported = await importReceipts(client, me, (await readFile(file)) ?? '');
      setMessage(imported === null ? t('problem.other') : t('imported', { ...imported }));
    } catch {
      setMessage(t('importFailed'));
    } finally {
      setBusy(false);
    }
  }

  if (count === undefined) return null;
  return (
    <section className={styles.kept} aria-label={t('keptTitle')}>
      <h2 className={styles.title}>{t('keptTitle')}</h2>
      <p className={styles.text}>{t('keptText', { count: count.all, waiting: count.waiting })}</p>
      {count.broken === 0 ? null : (
        <p className={styles.broken} role="alert">
          {t('keptBroken', { count: count.broken })}
        </p>
      )}
      <div className={styles.pair}>
        <Button look="quiet" disabled={count.all === 0} onClick={() => void saveAll()}>
          {t('saveAll')}
        </Button>
        <FileButton label={t(busy ? 'reading' : 'readIn')} onFile={(file) => void readIn(file)} />
      </div>
      <p className={styles.text} role="status">
        {message}
      </p>
    </section>
  );
}
