import type { ReactNode } from 'react';
import { Link } from '../link/link.tsx';
import styles from './section.module.css';

interface SectionProps {
  title: string;
  more?: { to: string; label: string };
  children: ReactNode;
}

export function Section({ title, more, children }: SectionProps) {
  return (
    <section className={styles.section}>
      <header className={styles.header}>
        <h2 className={styles.title}>{title}</h2>
        {more === undefined ? null : (
          <Link to={more.to} className={styles.more}>
            {more.label}
          </Link>
        )}
      </header>
      {children}
    </section>
  );
}
