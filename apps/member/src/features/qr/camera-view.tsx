import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { type CameraFault, startScan } from './camera.ts';
import styles from './camera-view.module.css';

interface CameraViewProps {
  /** Takes the text of a code. Returns an error text, or null if it is valid. */
  onText(text: string): string | null;
}

/** A camera view that scans for QR codes. The camera runs only while it is mounted. */
export function CameraView({ onText }: CameraViewProps) {
  const t = useTranslations('receipts');
  const video = useRef<HTMLVideoElement>(null);
  const take = useRef(onText);
  take.current = onText;
  const [state, setState] = useState<'asking' | 'live' | CameraFault>('asking');
  const [fault, setFault] = useState<string | null>(null);

  useEffect(() => {
    if (video.current === null) return;
    return startScan(video.current, {
      onLive: () => setState('live'),
      onFault: setState,
      onText(text) {
        const wrong = take.current(text);
        setFault(wrong);
        return wrong === null;
      },
    });
  }, []);

  const failed = state !== 'asking' && state !== 'live';
  return (
    <div className={styles.view}>
      {failed ? null : (
        <div className={styles.frame}>
          <video ref={video} className={styles.video} playsInline muted aria-label={t('picture')} />
          <span className={styles.corners} aria-hidden="true" />
        </div>
      )}
      <p className={failed || fault !== null ? styles.fault : styles.hint} role={failed ? 'alert' : 'status'}>
        {fault ?? t(`camera.${state}`)}
      </p>
    </div>
  );
}
