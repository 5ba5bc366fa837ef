import type { DirectoryDeps } from '../../../directory/deps.ts';
import type { TryLimits } from '../../../members/sessions/tries.ts';
import type { ExportLimits } from '../../shared/export-limits.ts';

export interface HostLinkDeps extends DirectoryDeps {
  limits: TryLimits;
}

export interface HostActsDeps extends HostLinkDeps {
  /** How often one host may change anything. */
  acts: ExportLimits;
}
