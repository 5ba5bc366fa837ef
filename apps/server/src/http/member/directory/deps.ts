import type { DirectoryDeps } from '../../../directory/deps.ts';
import type { AttemptLimits } from '../../../members/sessions/attempts.ts';
import type { ExportLimits } from '../../shared/export-limits.ts';

export interface HostLinkDeps extends DirectoryDeps {
  limits: AttemptLimits;
}

export interface HostActsDeps extends HostLinkDeps {
  /** Rate limit of one host's changes. */
  acts: ExportLimits;
}
