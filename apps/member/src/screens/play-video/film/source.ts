/** How the files of a film come into the picture: by hls.js, or by the browser itself. */
export interface Source {
  /** Of which sizes there is one, as heights; empty where the browser chooses by itself. */
  choose(height: number | null): void;
  /** Goes on from there after it was given up. */
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
  /** `barred`: the files are not handed out any more. */
  onGivenUp(barred: boolean): void;
}
