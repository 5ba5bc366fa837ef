import { useMutation, useQuery } from '@tanstack/react-query';
import BellOff from 'lucide-react/icons/bell-off';
import BellRing from 'lucide-react/icons/bell-ring';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { useLocaleControl } from '../../features/language/locale-provider.tsx';
import { useProblemText } from '../../features/problems/use-problem-text.ts';
import { type PushState, readPush, turnPushOff, turnPushOn } from '../../features/push/push.ts';
import { useSession } from '../../features/session/use-session.ts';
import { Button } from '../../ui/button/button.tsx';
import { SheetPart } from '../../ui/load-failure/part.tsx';
import { preloadable } from '../../ui/preloadable.tsx';
import styles from './push-card.module.css';

const PushSettingsSheet = preloadable(async () => (await import('./push-settings-sheet.tsx')).PushSettingsSheet);

/** Push in this browser, and the settings for all of the member's devices. Only a tap here asks for permission. */
export function PushCard() {
  const { me } = useSession();
  return me === null ? null : <Card key={me.id} memberId={me.id} />;
}

function Card({ memberId }: { memberId: string }) {
  const t = useTranslations('push');
  const text = useProblemText();
  const { locale } = useLocaleControl();
  const { data: state, refetch } = useQuery({
    queryKey: ['push', memberId],
    queryFn: () => readPush(memberId),
    gcTime: 0,
  });
  const change = useMutation({
    mutationFn: (on: boolean): Promise<unknown> => (on ? turnPushOn(memberId, locale) : turnPushOff()),
    onSettled: () => void refetch(),
  });
  const [choosing, setChoosing] = useState<boolean | null>(null);
  if (state === undefined) return null;
  const Sign = state === 'on' ? BellRing : BellOff;
  return (
    <section className={styles.card} aria-labelledby="push-title">
      <span className={styles.sign} data-on={state === 'on' || undefined}>
        <Sign size={20} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <div className={styles.words}>
        <h2 id="push-title" className={styles.title}>
          {t(`title.${state}`)}
        </h2>
        <p className={styles.text} role="status">
          {t(`text.${state}`)}
        </p>
        <FormProblem text={change.error === null ? null : text(change.error)} />
        <div className={styles.keys}>
          {isChangeable(state) ? (
            <Button
              look="plain"
              className={styles.key}
              busy={change.isPending}
              onClick={() => change.mutate(state === 'off')}
            >
              {t(state === 'off' ? 'turnOn' : 'turnOff')}
            </Button>
          ) : null}
          <Button look="plain" className={styles.key} aria-haspopup="dialog" onClick={() => setChoosing(true)}>
            {t('settings.open')}
          </Button>
        </div>
      </div>
      {choosing === null ? null : (
        <SheetPart onClose={() => setChoosing(null)}>
          <PushSettingsSheet open={choosing} onOpenChange={setChoosing} />
        </SheetPart>
      )}
    </section>
  );
}

function isChangeable(state: PushState): boolean {
  return state === 'off' || state === 'on';
}
