import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button/button.tsx';

/** For a list in which nothing matches the filter. */
export function ClearFilter({ onClear }: { onClear(): void }) {
  const t = useTranslations('statement.filter');
  return (
    <Button look="quiet" onClick={onClear}>
      {t('clear')}
    </Button>
  );
}
