import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { actByLink, readOwnPicture } from '../../api/library/host-link.ts';
import { asProblem } from '../../api/shared/problem.ts';
import { keys } from '../../api/shared/query-keys.ts';
import type { HostProfile } from '../../api/shared/types.ts';
import { useAct } from '../../features/forms/use-act.ts';
import type { Link } from './use-link.ts';

/** Cached only while shown, so that the next user of the phone cannot see it. */
const GONE_AT_ONCE = { gcTime: 0 } as const;

export interface MyProfileProps {
  link: Link;
  profile: HostProfile;
}

export function myProfileQuery({ token, number }: Link) {
  return queryOptions({
    queryKey: keys.myProfile(number),
    queryFn: () => actByLink(token, 'profile'),
    ...GONE_AT_ONCE,
  });
}

/** Loads a picture as a `data:` URL, since it has no public URL. */
export function myPictureQuery({ token, number }: Link, id: string) {
  return queryOptions({
    queryKey: keys.myPicture(number, id),
    queryFn: async () => dataUrlOf(await readOwnPicture(token, id)),
    staleTime: Number.POSITIVE_INFINITY,
    ...GONE_AT_ONCE,
  });
}

/** An action by private link. Its response replaces the profile on the page. */
export function useProfileAct({ number }: Link, work: () => Promise<HostProfile | null>) {
  const client = useQueryClient();
  return useAct(async () => {
    try {
      const profile = await work();
      if (profile !== null) client.setQueryData(keys.myProfile(number), profile);
    } catch (error) {
      // The action may have succeeded, or the link may be invalid by now. Load the profile to find out.
      const { code, unsure } = asProblem(error);
      if (unsure || code === 'host-link-bad' || code === 'too-late') {
        void client.invalidateQueries({ queryKey: keys.myProfile(number), exact: true });
      }
      throw error;
    }
  });
}

function dataUrlOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('the picture file cannot be read'));
    reader.readAsDataURL(blob);
  });
}
