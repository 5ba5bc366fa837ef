import FileUp from 'lucide-react/icons/file-up';
import { useId } from 'react';
import { classNames } from '../../ui/class-names.ts';
import styles from './file-button.module.css';

interface FileButtonProps {
  label: string;
  onFile(file: File): void;
}

/** A button to choose a text file or a picture. */
export function FileButton({ label, onFile }: FileButtonProps) {
  const id = useId();
  return (
    <div className={styles.file}>
      <input
        id={id}
        type="file"
        accept="image/*,application/json,text/plain,.json,.txt"
        className={classNames('visually-hidden', styles.input)}
        onChange={({ target }) => {
          const file = target.files?.[0];
          // Allows choosing the same file again.
          target.value = '';
          if (file !== undefined) onFile(file);
        }}
      />
      <label htmlFor={id} className={styles.label}>
        <FileUp size={18} strokeWidth={1.75} aria-hidden="true" />
        {label}
      </label>
    </div>
  );
}
