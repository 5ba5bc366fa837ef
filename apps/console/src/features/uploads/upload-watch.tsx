import { useEffect, useSyncExternalStore } from 'react';
import { asProblem } from '../../api/shared/problem.ts';
import { useSession } from '../session/store.ts';
import { type Upload, uploads } from './uploads.ts';

/** Uploads of films from this page. */
export function useUploads(): readonly Upload[] {
  return useSyncExternalStore(uploads.subscribe, uploads.read);
}

/** While uploads run: confirms leaving the page, and resumes uploads that an ended session stopped. */
export function UploadWatch() {
  const all = useUploads();
  const { status } = useSession();
  const isSending = all.some(({ state }) => state === 'sending');
  useEffect(() => {
    if (!isSending) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isSending]);
  useEffect(() => {
    if (status !== 'in') return;
    for (const { filmId, state, error } of uploads.read()) {
      if (state === 'stopped' && asProblem(error).code === 'signed-out') uploads.resume(filmId);
    }
  }, [status]);
  return null;
}
