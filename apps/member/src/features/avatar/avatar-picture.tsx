import { useState } from 'react';
import { myPictureUrl } from '../../api/account/avatar.ts';
import type { Me } from '../../api/shared/types.ts';
import styles from './avatar-picture.module.css';
import { MadeDrawing } from './made-avatars.tsx';

interface AvatarPictureProps {
  of: Pick<Me, 'avatar' | 'userName'>;
  size: 'small' | 'middle' | 'large';
}

/**
 * A member's avatar: a drawing, their picture, or the first letter of their name. Without a label, since the name is
 * beside it.
 */
export function AvatarPicture({ of: { avatar, userName }, size }: AvatarPictureProps) {
  const letter = [...userName][0]?.toUpperCase();
  return (
    <span className={styles.avatar} data-size={size} data-avatar={avatar.kind} aria-hidden="true">
      {avatar.kind === 'made' ? <MadeDrawing id={avatar.id} /> : null}
      {avatar.kind === 'own' ? <MyPicture key={avatar.version} version={avatar.version} instead={letter} /> : null}
      {avatar.kind === 'none' ? letter : null}
    </span>
  );
}

/** Shows the letter until the picture has loaded, and if it fails. */
function MyPicture({ version, instead }: { version: string; instead: string | undefined }) {
  const [failed, setFailed] = useState(false);
  if (failed) return instead;
  return <img src={myPictureUrl(version)} alt="" className={styles.picture} onError={() => setFailed(true)} />;
}
