import FileText from 'lucide-react/icons/file-text';
import ImageOff from 'lucide-react/icons/image-off';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { threadFileUrl } from '../../api/house/desk.ts';
import type { DeskEntry } from '../../api/shared/types.ts';
import styles from './entries.module.css';

interface SentFileProps {
  threadId: string;
  n: number;
  file: NonNullable<DeskEntry['file']>;
}

/** A picture that the server re-encoded, or a PDF for download only. */
export function SentFile({ threadId, n, file }: SentFileProps) {
  const t = useTranslations('desk');
  const size = useSizeText()(file.bytes);
  const [isBroken, setBroken] = useState(false);
  const url = threadFileUrl(threadId, n);
  if (file.kind === 'pdf') {
    return (
      <a className={styles.file} href={url} download={file.name}>
        <FileText size={22} strokeWidth={1.75} aria-hidden="true" />
        <span>
          <bdi>{file.name}</bdi> <span className={styles.size}>{size}</span>
        </span>
      </a>
    );
  }
  return (
    <a className={styles.pictureLink} href={url} target="_blank" rel="noreferrer" aria-label={t('openPicture', file)}>
      {isBroken ? (
        <span className={styles.file}>
          <ImageOff size={22} strokeWidth={1.75} aria-hidden="true" />
          <bdi>{file.name}</bdi>
        </span>
      ) : (
        <img className={styles.picture} src={url} alt="" loading="lazy" onError={() => setBroken(true)} />
      )}
    </a>
  );
}

const KILOBYTE = 1_000;

export function useSizeText(): (bytes: number) => string {
  const format = useFormatter();
  return (bytes) =>
    bytes < KILOBYTE * KILOBYTE
      ? format.number(Math.max(1, Math.round(bytes / KILOBYTE)), { style: 'unit', unit: 'kilobyte' })
      : format.number(bytes / KILOBYTE / KILOBYTE, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 });
}
