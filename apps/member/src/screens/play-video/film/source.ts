/** Loads a film's files into the video element, with hls.js or the browser's own HLS. */
export interface Source {
  /** Chooses a height; null: automatic. No effect where the browser chooses. */
  choose(height: number | null): void;
  /** Resumes from a position after loading was given up. */
  retry(atMs: number): void;
  close(): void;
}

export interface SourceAsk {
  video: HTMLVideoElement;
  playlist: string;
  atMs: number;
  renew(): Promise<boolean>;
  onSizes(heights: number[]): void;
  onSize(height: number): void;
  onRetry(retries: number): void;
  /** Loading was given up. `barred`: access has ended. */
  onGivenUp(barred: boolean): void;
}
