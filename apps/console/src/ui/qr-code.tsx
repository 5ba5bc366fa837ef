import Box from '@mui/material/Box';
import encodeQR from 'qr';

/** Quiet zone of four modules, part of the drawing: readers need it on dark pages too. */
const QUIET_MODULES = 4;

/** A text as a QR code, dark on white in every theme. Throws if the text is over 2,953 bytes. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQR(text, 'raw', { ecc: 'low', border: QUIET_MODULES });
  const dark = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <Box sx={{ width: 'min(100%, 220px)', mx: 'auto', borderRadius: 1, overflow: 'hidden', bgcolor: '#fff' }}>
      <svg
        viewBox={`0 0 ${rows.length} ${rows.length}`}
        role="img"
        aria-label={label}
        shapeRendering="crispEdges"
        style={{ display: 'block', width: '100%' }}
      >
        <path d={dark.join('')} fill="#000" />
      </svg>
    </Box>
  );
}
