import type { DirectoryDeps } from '../../../directory/deps.ts';
import type { TryLimits } from '../../../members/sessions/tries.ts';
import type { ExportLimits } from '../../shared/export-limits.ts';

export interface HostLinkDeps extends DirectoryDeps {
  limits: TryLimits;
}

export interface HostActsDeps extends HostLinkDeps {
  /** Rate limit of one host's changes. */
  acts: ExportLimits;
}
