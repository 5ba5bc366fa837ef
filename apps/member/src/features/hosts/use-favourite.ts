import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { favouritesQuery, setFavourite } from '../../api/library/bookings.ts';
import { keys } from '../../api/shared/query-keys.ts';
import type { Host } from '../../api/shared/types.ts';

/** Whether a host is a favourite, and how to change that. Null until the list is known. */
export function useFavourite(host: Host): { isFavourite: boolean | null; toggle(): void } {
  const client = useQueryClient();
  const { data } = useQuery(favouritesQuery());
  const isFavourite = data === undefined ? null : data.some(({ id }) => id === host.id);
  const { mutate } = useMutation({
    mutationFn: (wanted: boolean) => setFavourite(host.id, wanted),
    onMutate(wanted) {
      client.setQueryData<Host[]>(keys.favouriteHosts, (old = []) => {
        const others = old.filter(({ id }) => id !== host.id);
        return wanted ? [host, ...others] : others;
      });
    },
    // After a failure too: the server's list is shown.
    onSettled: () => client.invalidateQueries({ queryKey: keys.anyHost }),
  });
  return { isFavourite, toggle: () => isFavourite !== null && mutate(!isFavourite) };
}
