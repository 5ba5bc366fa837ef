import { useListContext } from 'react-admin';
import { PageSteps } from './page-steps.tsx';

/** Goes through the pages of the list that it stands under. */
export function Pager() {
  const { page, setPage, hasNextPage, hasPreviousPage } = useListContext();
  return (
    <PageSteps
      page={page}
      onPrevious={hasPreviousPage ? () => setPage(page - 1) : undefined}
      onNext={hasNextPage ? () => setPage(page + 1) : undefined}
    />
  );
}
