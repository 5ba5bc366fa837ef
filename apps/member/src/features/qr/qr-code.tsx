import { useQuery } from '@tanstack/react-query';
import styles from './qr-code.module.css';
import { drawQr } from './run-qr.ts';

interface QrCodeProps {
  text: string;
  label: string;
  /** Shown if the text is too long for a code. */
  tooLong: string;
}

/** A text as a QR code, dark on white in every theme. */
export function QrCode({ text, label, tooLong }: QrCodeProps) {
  const { data } = useQuery({
    queryKey: ['qr', text],
    queryFn: () => drawQr(text),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (data === null) return <p className={styles.tooLong}>{tooLong}</p>;
  return (
    <div className={styles.paper}>
      {data === undefined ? null : (
        <svg viewBox={`0 0 ${data.size} ${data.size}`} role="img" aria-label={label} shapeRendering="crispEdges">
          <path d={data.path} fill="currentColor" />
        </svg>
      )}
    </div>
  );
}
