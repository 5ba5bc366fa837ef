import type { ExportLimits } from '../../shared/export-limits.ts';
import type { PictureUploads } from '../../shared/uploads.ts';

export interface DeskLimits extends PictureUploads {
  typing: ExportLimits;
  downloads: ExportLimits;
}
