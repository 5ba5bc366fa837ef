/** A role, or something else of this process, that works until it is stopped. */
export interface Running {
  /** Finishes what is under way, or leaves it where somebody else goes on. */
  stop(options?: StopOptions): Promise<void>;
}

export interface StopOptions {
  /** How long members still find this process, so that whoever sends them here hears that it leaves. */
  graceMs?: number;
  /** Nobody waits any longer: what is only a courtesy is left out. */
  hurry?: AbortSignal;
}

/** Whether this process was told to end: from then on it says that it is not ready. */
export interface Leaving {
  begun: boolean;
}

export type OnFault = (what: string, error: unknown) => void;
