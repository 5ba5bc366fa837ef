import type { UseQueryResult } from '@tanstack/react-query';
import type { RefObject } from 'react';
import type { Watching } from '../../api/shared/types.ts';
import type { Film, FilmState } from './film/film.ts';

export interface PlayerProps {
  picture: RefObject<HTMLVideoElement | null>;
  film: Film | null;
  state: FilmState;
  watching: UseQueryResult<Watching>;
  cover: string | undefined;
  hasControls: boolean;
  onBuy(): void;
}
