/** A role or another service of this process that runs until it is stopped. */
export interface Running {
  /** Finishes work in progress, or leaves it for another process to resume. */
  stop(options?: StopOptions): Promise<void>;
}

export interface StopOptions {
  /** Time in which the process still serves members, so that load balancers can notice that it is leaving. */
  graceMs?: number;
  /** Aborted when the process must end now. Optional steps are skipped. */
  hurry?: AbortSignal;
}

/** Whether this process is shutting down. From then on it reports that it is not ready. */
export interface Leaving {
  begun: boolean;
}

export type OnFault = (what: string, error: unknown) => void;
