import ScanQrCode from 'lucide-react/icons/scan-qr-code';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button/button.tsx';
import { Part } from '../../ui/load-failure/part.tsx';
import { preloadable } from '../../ui/preloadable.tsx';
import { Sheet } from '../../ui/sheet/sheet.tsx';
import { Skeleton } from '../../ui/skeleton/skeleton.tsx';
import { FileButton } from '../qr/file-button.tsx';
import { readFile } from '../qr/read-file.ts';
import styles from './receipt-sources.module.css';

const CameraView = preloadable(async () => (await import('../qr/camera-view.tsx')).CameraView);
const ICON = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const;

interface ReceiptSourcesProps {
  /** Takes the scanned text. Returns an error text, or null if it is a receipt. */
  onText(text: string): string | null;
}

/** Receipt input by camera, or by a file with the text or a picture of the QR code. */
export function ReceiptSources({ onText }: ReceiptSourcesProps) {
  const t = useTranslations('receipts');
  const [scanning, setScanning] = useState(false);
  const [reading, setReading] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function choose(file: File): Promise<void> {
    setProblem(null);
    setReading(true);
    const text = await readFile(file).catch(() => null);
    setReading(false);
    setProblem(text === null ? t('noCodeInFile') : onText(text));
  }

  function take(text: string): string | null {
    const fault = onText(text);
    if (fault === null) setScanning(false);
    return fault;
  }

  return (
    <div className={styles.sources}>
      <div className={styles.pair}>
        <Button
          look="quiet"
          onClick={() => {
            setProblem(null);
            setScanning(true);
          }}
        >
          <ScanQrCode {...ICON} />
          {t('scan')}
        </Button>
        <FileButton label={t(reading ? 'reading' : 'choose')} onFile={(file) => void choose(file)} />
      </div>
      {problem === null ? null : (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <Sheet open={scanning} onOpenChange={setScanning} title={t('scanTitle')}>
        <Part waiting={<Skeleton blocks={[320]} />}>
          <CameraView onText={take} />
        </Part>
      </Sheet>
    </div>
  );
}
