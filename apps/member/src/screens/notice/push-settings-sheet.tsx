import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { pushSettingsQuery } from '../../api/account/push.ts';
import { Failed } from '../../features/problems/failed.tsx';
import { Sheet } from '../../ui/sheet/sheet.tsx';
import { Skeleton } from '../../ui/skeleton/skeleton.tsx';
import { PushSettingsForm } from './push-settings-form.tsx';

interface PushSettingsSheetProps {
  open: boolean;
  onOpenChange(open: boolean): void;
}

/** What is pushed, and when: the same on all of the member's devices. */
export function PushSettingsSheet({ open, onOpenChange }: PushSettingsSheetProps) {
  const t = useTranslations('push.settings');
  const settings = useQuery(pushSettingsQuery());
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t('title')} description={t('about')}>
      {settings.data !== undefined ? (
        <PushSettingsForm settings={settings.data} onSaved={() => onOpenChange(false)} />
      ) : settings.isError ? (
        <Failed error={settings.error} onRetry={() => void settings.refetch()} />
      ) : (
        <Skeleton blocks={[64, 64, 64, 64, 64]} />
      )}
    </Sheet>
  );
}
