import Box from '@mui/material/Box';

interface SkeletonProps {
  height: number;
  width?: string;
  /** Names it for screen readers; without a name it is hidden from them. */
  label?: string;
}

/** A still placeholder of what loads. */
export function Skeleton({ height, width = '100%', label }: SkeletonProps) {
  const named = label === undefined ? { 'aria-hidden': true } : { role: 'status', 'aria-label': label };
  return <Box {...named} sx={{ height, width, maxWidth: '100%', borderRadius: 1, bgcolor: 'action.hover' }} />;
}
