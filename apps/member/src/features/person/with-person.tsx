import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { personQuery } from '../../api/account/person.ts';
import { keys } from '../../api/shared/query-keys.ts';
import type { Person } from '../../api/shared/types.ts';
import { Screen } from '../../ui/screen/screen.tsx';
import { Skeleton } from '../../ui/skeleton/skeleton.tsx';
import { Failed } from '../problems/failed.tsx';

interface WithPersonProps {
  title: string;
  /** Target of the back button if there is no history. */
  back: string;
  /** Heights of the skeleton's blocks, in pixels. */
  blocks: readonly number[];
  children(person: Person): ReactNode;
}

/** A screen about the member's person, with loading and failed states. */
export function WithPerson({ title, back, blocks, children }: WithPersonProps) {
  const client = useQueryClient();
  const person = useQuery(personQuery());
  return (
    <Screen title={title} back={back} onRefresh={() => client.refetchQueries({ queryKey: keys.person })}>
      {person.data !== undefined ? (
        children(person.data)
      ) : person.isError ? (
        <Failed error={person.error} onRetry={() => void person.refetch()} />
      ) : (
        <Skeleton blocks={blocks} />
      )}
    </Screen>
  );
}
