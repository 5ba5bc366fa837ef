import { useSearchParams } from 'react-router';

/** One value of the list's filter; null if not set. */
export function useListFilter(name: string): string | null {
  const [params] = useSearchParams();
  try {
    const filter: unknown = JSON.parse(params.get('filter') ?? '{}');
    const value = (filter as Record<string, unknown> | null)?.[name];
    return typeof value === 'string' ? value : null;
  } catch {
    return null;
  }
}
