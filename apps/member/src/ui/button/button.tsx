import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Link } from '../link/link.tsx';
import styles from './button.module.css';

type Look = 'primary' | 'quiet' | 'plain' | 'danger';

export interface ButtonProps extends ComponentProps<'button'> {
  look?: Look;
  wide?: boolean;
  /** True while the request runs. The button keeps its focus but ignores taps. */
  busy?: boolean;
}

export function Button({ look = 'primary', wide, busy, className, onClick, type = 'button', ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={classNames(styles.button, styles[look], wide && styles.wide, busy && styles.busy, className)}
      aria-disabled={busy ? true : rest['aria-disabled']}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}

interface ButtonLinkProps extends ComponentProps<typeof Link> {
  look?: Look;
  wide?: boolean;
}

export function ButtonLink({ look = 'primary', wide, className, ...rest }: ButtonLinkProps) {
  return <Link {...rest} className={classNames(styles.button, styles[look], wide && styles.wide, className)} />;
}

interface ButtonFileProps extends ComponentProps<'a'> {
  look?: Look;
  wide?: boolean;
}

/** A download link to a file of the club. The browser requests it with the page's session. */
export function ButtonFile({ look = 'primary', wide, className, ...rest }: ButtonFileProps) {
  return <a download {...rest} className={classNames(styles.button, styles[look], wide && styles.wide, className)} />;
}

interface IconButtonProps extends ComponentProps<'button'> {
  label: string;
  children: ReactNode;
}

export function IconButton({ label, className, children, ...rest }: IconButtonProps) {
  return (
    <button {...rest} type="button" title={label} className={classNames(styles.icon, className)}>
      <span className="visually-hidden">{label}</span>
      {children}
    </button>
  );
}

interface IconLinkProps extends ComponentProps<typeof Link> {
  label: string;
}

export function IconLink({ label, className, children, ...rest }: IconLinkProps) {
  return (
    <Link {...rest} title={label} className={classNames(styles.icon, className)}>
      <span className="visually-hidden">{label}</span>
      {children}
    </Link>
  );
}
