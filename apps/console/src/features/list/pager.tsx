import { rowAt } from '../keys/focus-positions.ts';
import { useKeys } from '../keys/use-keys.ts';
import { useListContext } from './list-context.ts';
import { PageSteps } from './page-steps.tsx';

/** Page buttons of the surrounding list. */
export function Pager() {
  const { page, setPage, hasNextPage, hasPreviousPage } = useListContext();
  // The pressed button may be disabled on the new page, so the focus moves to the first row.
  const go = (next: number) => () => {
    rowAt(0)?.focus();
    setPage(next);
  };
  const onPrevious = hasPreviousPage ? go(page - 1) : undefined;
  const onNext = hasNextPage ? go(page + 1) : undefined;
  useKeys([
    ...(onNext ? [{ key: 'n', does: 'keys.nextPage', act: onNext } as const] : []),
    ...(onPrevious ? [{ key: 'p', does: 'keys.previousPage', act: onPrevious } as const] : []),
  ]);
  return <PageSteps page={page} onPrevious={onPrevious} onNext={onNext} />;
}
