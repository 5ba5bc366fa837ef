import { useMutation, useQuery } from '@tanstack/react-query';
import BellOff from 'lucide-react/icons/bell-off';
import BellRing from 'lucide-react/icons/bell-ring';
import { useTranslations } from 'use-intl';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { useLocaleControl } from '../../features/language/locale-provider.tsx';
import { useProblemText } from '../../features/problems/use-problem-text.ts';
import { type PushState, readPush, turnPushOff, turnPushOn } from '../../features/push/push.ts';
import { useSession } from '../../features/session/use-session.ts';
import { Button } from '../../ui/button/button.tsx';
import styles from './push-card.module.css';

/** Push settings of this browser. Only a tap here asks for permission. */
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
      </div>
    </section>
  );
}

function isChangeable(state: PushState): boolean {
  return state === 'off' || state === 'on';
}
