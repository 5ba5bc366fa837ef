import type { Video } from '../../api/library/videos.ts';
import type { Tone } from '../../ui/state-chip.tsx';

export const VIDEO_TONE: Record<Video['state'], Tone> = {
  draft: 'quiet',
  waiting: 'wait',
  shown: 'good',
  withdrawn: 'bad',
};
