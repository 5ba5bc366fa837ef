import { deferred } from '../../ui/deferred.tsx';
import { withWords } from '../language/active-language.ts';
import styles from './play-note.module.css';
import { PlayNote } from './play-note.tsx';

const Links = deferred<object>(() =>
  withWords(['help'], async () => (await import('./play-foot-links.tsx')).PlayFootLinks),
);

/** Foot of the screens that lead to a bet: age, play money or licence, own limits, and help. */
export function PlayFoot() {
  return (
    <div className={styles.foot}>
      <PlayNote />
      <Links />
    </div>
  );
}
