import type { Disk } from '../storage/disk.ts';
import { StartFailure } from '../storage/start-failure.ts';

/**
 * The disk, whose failures end the monitor with one line: it must not report what it cannot remember. Once `writing` is
 * over, every write fails.
 */
export function durable(disk: Disk, writing: { isOver: boolean }): Disk {
  const orFail = async (path: string, write: () => Promise<void>): Promise<void> => {
    try {
      if (writing.isOver) throw new Error('the monitor has stopped');
      await write();
    } catch (error) {
      throw new StartFailure(`${path} cannot be written: ${(error as Error).message}`);
    }
  };
  return {
    replace: (path, text) => orFail(path, () => disk.replace(path, text)),
    writeAt: (path, position, bytes) => orFail(path, () => disk.writeAt(path, position, bytes)),
  };
}
