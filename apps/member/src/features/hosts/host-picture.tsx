import UserRound from 'lucide-react/icons/user-round';
import { useState } from 'react';
import styles from './host-picture.module.css';

interface HostPictureProps {
  /** Null while loading or without a picture. */
  url: string | null;
  onBroken(): void;
  /** Load the picture only when it is near the screen. */
  lazy?: boolean;
}

/** A host's picture in the ratio 4:5. Without alternative text, since the text around it describes it. */
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
