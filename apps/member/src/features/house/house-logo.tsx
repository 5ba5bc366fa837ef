import { useQuery } from '@tanstack/react-query';
import { houseQuery } from '../../api/house/house.ts';
import { Mark } from '../../ui/mark/mark.tsx';
import styles from './house-logo.module.css';

/** The logo of the house beside its name, or the app's own mark. The mark of a proof stays as it is everywhere. */
export function HouseLogo({ size, className }: { size: number; className?: string | undefined }) {
  const logo = useQuery(houseQuery()).data?.logo ?? null;
  if (logo === null) return <Mark state="sealed" size={size} silent {...(className ? { className } : {})} />;
  return <img className={styles.logo} src={logo} width={size} height={size} alt="" />;
}
