import { useTranslations } from 'use-intl';
import { canTouch, chooseFeel, useFeel } from '../../ui/feel/feel.ts';
import { Rows } from '../../ui/row/row.tsx';
import { SwitchRow } from '../../ui/switch/switch.tsx';

/** Settings for vibration and sound. A change takes effect at once. */
export function FeelRows() {
  const t = useTranslations('appearance');
  const { touch, sound } = useFeel();
  return (
    <Rows>
      {canTouch ? (
        <li>
          <SwitchRow label={t('touch')} text={t('touchText')} on={touch} onChange={(on) => chooseFeel({ touch: on })} />
        </li>
      ) : null}
      <li>
        <SwitchRow label={t('sound')} text={t('soundText')} on={sound} onChange={(on) => chooseFeel({ sound: on })} />
      </li>
    </Rows>
  );
}
