import UserRound from 'lucide-react/icons/user-round';
import { useState } from 'react';
import styles from './host-picture.module.css';

interface HostPictureProps {
  /** Null while it is on its way, and where there is none. */
  url: string | null;
  onBroken(): void;
  /** Only once it comes near the screen. */
  lazy?: boolean;
}

/** Four to five. It has no words of its own: they stand around it. */
export function HostPicture({ url, onBroken, lazy = false }: HostPictureProps) {
  const [broken, setBroken] = useState<string | null>(null);
  return (
    <span className={styles.frame}>
      {url === null || url === broken ? (
        <UserRound size={40} strokeWidth={1.25} aria-hidden="true" />
      ) : (
        <img
          src={url}
          alt=""
          width="480"
          height="600"
          loading={lazy ? 'lazy' : undefined}
          decoding="async"
          draggable={false}
          className={styles.picture}
          onError={() => {
            setBroken(url);
            onBroken();
          }}
        />
      )}
    </span>
  );
}
