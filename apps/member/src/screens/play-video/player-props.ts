import type { UseQueryResult } from '@tanstack/react-query';
import type { RefObject } from 'react';
import type { Video, Watching } from '../../api/shared/types.ts';
import type { Film, FilmState } from './film/film.ts';
import type { NextFilm } from './next/use-next.ts';

export interface PlayerProps {
  picture: RefObject<HTMLVideoElement | null>;
  film: Film | null;
  state: FilmState;
  watching: UseQueryResult<Watching>;
  cover: string | undefined;
  chapters: Video['chapters'];
  next: NextFilm;
  hasControls: boolean;
  onBuy(): void;
}
