/** The house's logo: three pips in a closed ring. Not a verdict about a draw. */
export function Sign({ size = 24 }: { size?: number }) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden="true" fill="none" stroke="currentColor">
      <circle cx="12" cy="12" r="10.4" strokeWidth="1.75" />
      <g fill="currentColor" stroke="none">
        <circle cx="12" cy="7.7" r="1.9" />
        <circle cx="8.1" cy="14.5" r="1.9" />
        <circle cx="15.9" cy="14.5" r="1.9" />
      </g>
    </svg>
  );
}
