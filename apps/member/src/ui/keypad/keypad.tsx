import Delete from 'lucide-react/icons/delete';
import { tap } from '../feel/feel.ts';
import styles from './keypad.module.css';

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;

export type PadKey = (typeof DIGITS)[number] | '0' | 'decimal' | 'delete';

interface KeypadProps {
  label: string;
  /** The digits 0 to 9 in the member's script. */
  digits: readonly string[];
  /** Decimal sign and its name; null for currencies without decimals. */
  decimal: { sign: string; label: string } | null;
  deleteLabel: string;
  onKey(key: PadKey): void;
}

/** On-screen number keys. They are not tab stops, since the field beside them takes the same input from a keyboard. */
export function Keypad({ label, digits, decimal, deleteLabel, onKey }: KeypadProps) {
  function press(key: PadKey): void {
    tap();
    onKey(key);
  }
  return (
    <fieldset dir="ltr" className={styles.keys} aria-label={label}>
      {[...DIGITS, 'decimal' as const, '0' as const, 'delete' as const].map((key) =>
        key === 'decimal' && decimal === null ? (
          <span key={key} />
        ) : (
          <button
            key={key}
            type="button"
            tabIndex={-1}
            className={styles.key}
            aria-label={key === 'delete' ? deleteLabel : key === 'decimal' ? decimal?.label : undefined}
            onClick={() => press(key)}
          >
            {key === 'delete' ? (
              <Delete size={24} strokeWidth={1.75} aria-hidden="true" />
            ) : key === 'decimal' ? (
              decimal?.sign
            ) : (
              digits[Number(key)]
            )}
          </button>
        ),
      )}
    </fieldset>
  );
}
