/** Shows how far an act is. `total` null: not known. */
export interface Progress {
  show(what: string, done: number, total: number | null): void;
  /** Removes the bar from the terminal. */
  end(): void;
}

const BAR_AFTER_MS = 2_000;
const REDRAW_MS = 100;
const WIDTH = 24;
const CLEAR_LINE = '\r\u001b[2K';

export type Terminal = Pick<NodeJS.WriteStream, 'write'> & { isTTY?: boolean };

/** Progress bar on a terminal, for acts that take longer than two seconds. Writes nothing to a file or pipe. */
export function progressBar(terminal: Terminal, nowMs: () => number = () => performance.now()): Progress {
  const beganMs = nowMs();
  let drawnMs: number | null = null;
  return {
    show(what, done, total) {
      const now = nowMs();
      if (!terminal.isTTY || now - beganMs < BAR_AFTER_MS) return;
      if (drawnMs !== null && now - drawnMs < REDRAW_MS) return;
      drawnMs = now;
      terminal.write(`${CLEAR_LINE}${barOf(what, done, total)}`);
    },
    end() {
      if (drawnMs !== null) terminal.write(CLEAR_LINE);
      drawnMs = null;
    },
  };
}

function barOf(what: string, done: number, total: number | null): string {
  if (total === null || total === 0) return `${what}  ${done}`;
  const share = Math.min(1, done / total);
  const full = Math.floor(share * WIDTH);
  return `${what}  [${'#'.repeat(full)}${'-'.repeat(WIDTH - full)}] ${Math.floor(share * 100)} %`;
}
