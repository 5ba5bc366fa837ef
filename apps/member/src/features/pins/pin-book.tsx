import { useQueryClient } from '@tanstack/react-query';
import { parseVerifierKey } from '@tercet/fair';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button/button.tsx';
import { useTimes } from '../../ui/format/use-times.ts';
import { say } from '../../ui/toast/toast.tsx';
import styles from './pin-panel.module.css';
import { KeyText, PinPanel } from './pin-panel.tsx';
import { type BookPin, keepPin, type PinnedWitness, removePin } from './pin-store.ts';
import { PIN_KEY } from './use-pin.ts';
import { sameWitnesses } from './witness-addresses.ts';

interface PinBookProps {
  /** True for this house's book. */
  own: boolean;
  pin: BookPin | null;
  /** The key to confirm; null if unknown. */
  logKey: string | null;
  /** Witnesses that the house names now; null if it does not answer. */
  witnesses: readonly PinnedWitness[] | null;
}

/** Asks the user to confirm the book's key or its witnesses; renders nothing if both are confirmed. */
export function PinBook({ own, pin, logKey, witnesses }: PinBookProps) {
  const t = useTranslations('verify.pin');
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const isChanged = pin !== null && witnesses !== null && !sameWitnesses(pin.witnesses, witnesses);
  const confirmed = pin?.logKey ?? logKey;
  const origin = confirmed === null ? undefined : parseVerifierKey(confirmed)?.name;
  if (confirmed === null || origin === undefined || (pin !== null && !isChanged)) return null;

  async function confirm(key: string, name: string): Promise<void> {
    setBusy(true);
    const pinnedAtMs = pin?.pinnedAtMs ?? Date.now();
    const isStored = await keepPin({ origin: name, logKey: key, witnesses: witnesses ?? [], pinnedAtMs, own });
    await client.invalidateQueries({ queryKey: PIN_KEY });
    setBusy(false);
    if (!isStored) say(t('notKept'));
  }

  return (
    <PinPanel
      offer={{ logKey: confirmed, witnesses: witnesses ?? [], club: location.origin }}
      about={pin === null ? 'key' : 'changed'}
      busy={busy}
      onConfirm={() => void confirm(confirmed, origin)}
    />
  );
}

/** The confirmed key, with a button to remove it. */
export function ConfirmedKey({ pin }: { pin: BookPin }) {
  const t = useTranslations('verify.pin');
  const client = useQueryClient();
  const times = useTimes();

  async function remove(): Promise<void> {
    await removePin(pin.origin);
    await client.invalidateQueries({ queryKey: PIN_KEY });
  }

  return (
    <div className={styles.pinned}>
      <p className={styles.soft}>{t('confirmed', { day: times.day(pin.pinnedAtMs) })}</p>
      <KeyText logKey={pin.logKey} />
      <Button look="quiet" onClick={() => void remove()}>
        {t('remove')}
      </Button>
    </div>
  );
}
