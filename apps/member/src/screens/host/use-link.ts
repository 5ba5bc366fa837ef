import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { keepHostLink, takeHostLink } from '../../features/host-link/stored-link.ts';

export interface Link {
  token: string;
  /** Increases with each link that this page is opened with; distinguishes cached queries. */
  number: number;
}

/** The private link of this tab: the last one opened, or its replacement. */
export function useLink() {
  const { hash } = useLocation();
  const [link, setLink] = useState<Link | null>(() => linkOf(takeHostLink(), 1));
  const [isErased, setErased] = useState(false);
  useEffect(() => {
    // The member opened another link in the same tab.
    if (hash.length > 1 && hash === window.location.hash) {
      const token = takeHostLink();
      setErased(false);
      setLink((before) => linkOf(token, (before?.number ?? 0) + 1));
    }
  }, [hash]);
  return {
    link,
    isErased,
    onRotated(token: string) {
      keepHostLink(token);
      setLink((before) => linkOf(token, before?.number ?? 1));
    },
    onErased() {
      keepHostLink(null);
      setLink(null);
      setErased(true);
    },
  };
}

function linkOf(token: string | null, number: number): Link | null {
  return token === null ? null : { token, number };
}
