import { Menu } from '@base-ui/react/menu';
import Check from 'lucide-react/icons/check';
import type { ReactNode, RefObject } from 'react';
import styles from './menu.module.css';

interface RadioMenuProps<T extends string> {
  /** Name of the setting, such as "Speed". */
  label: string;
  value: T;
  options: readonly { value: T; label: string; lang?: string }[];
  onChange(value: T): void;
  /** Content of the button: an icon or the current value. */
  children: ReactNode;
  /** Container of the menu. In full-screen mode only the full-screen element is visible, so it must be inside that. */
  within: RefObject<HTMLElement | null>;
}

/** A button that opens a menu with a single choice. */
export function RadioMenu<T extends string>(props: RadioMenuProps<T>) {
  const { label, value, options, onChange, children, within } = props;
  const chosen = options.find((option) => option.value === value);
  const stated = `${label}: ${chosen?.label ?? value}`;
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger className={styles.trigger} title={label}>
        <span className="visually-hidden">{stated}</span>
        <span aria-hidden="true">{children}</span>
      </Menu.Trigger>
      <Menu.Portal container={within}>
        <Menu.Positioner side="top" align="end" sideOffset={6} collisionPadding={8} className={styles.positioner}>
          <Menu.Popup className={styles.popup} aria-label={label}>
            <Menu.RadioGroup value={value} onValueChange={(next: T) => onChange(next)}>
              {options.map((option) => (
                <Menu.RadioItem key={option.value} value={option.value} closeOnClick className={styles.item}>
                  <Menu.RadioItemIndicator keepMounted className={styles.tick}>
                    <Check size={16} strokeWidth={2.25} aria-hidden="true" />
                  </Menu.RadioItemIndicator>
                  <span lang={option.lang}>{option.label}</span>
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
