import { createHash } from 'node:crypto';

/** Styles for screen and print. The page loads nothing. */
const STYLE = `
:root { color-scheme: light dark; --paper: #faf8f3; --leaf: #fff; --ink: #1b2430; --soft: #5a6472; --line: #e4dfd4;
  --accent: #0e6e63; }
@media (prefers-color-scheme: dark) { :root { --paper: #12151b; --leaf: #1a1f27; --ink: #ece8df; --soft: #a3abb8;
  --line: #2b323d; --accent: #4fb8a8; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-inline-size: 64rem; padding: 1.5rem 1rem 4rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; font-variant-numeric: tabular-nums lining-nums; }
h1 { margin: 0; font-size: 1.75rem; line-height: 1.2; }
h2 { margin: 0; font-size: 1.25rem; }
p { margin: 0.25rem 0 0; color: var(--soft); }
a { color: var(--accent); }
nav ul { columns: 14rem; padding: 0; list-style: none; }
section { margin-block-start: 2rem; }
.leaf { margin-block-start: 0.75rem; overflow-x: auto; border: 1px solid var(--line); border-radius: 14px;
  background: var(--leaf); }
table { inline-size: 100%; border-collapse: collapse; font-size: 0.875rem; }
th, td { padding: 0.5rem 0.75rem; border-block-end: 1px solid var(--line); text-align: start; vertical-align: top; }
th { color: var(--soft); font-weight: 600; }
tbody tr:last-child > * { border-block-end: 0; }
td { overflow-wrap: break-word; min-inline-size: 4rem; max-inline-size: 24rem; }
.number { text-align: end; white-space: nowrap; }
.time { white-space: nowrap; }
@media print {
  :root { --paper: #fff; --leaf: #fff; --ink: #000; --soft: #444; --line: #bbb; --accent: #000; }
  body { max-inline-size: none; padding: 0; font-size: 9pt; }
  h1 { font-size: 16pt; }
  h2 { font-size: 11pt; break-after: avoid; }
  section { margin-block-start: 12pt; }
  .leaf { overflow: visible; border-radius: 0; }
  table { font-size: 7.5pt; }
  th, td { padding: 2pt 4pt; min-inline-size: 0; }
  .time, .number { white-space: normal; }
  thead { display: table-header-group; }
  tr { break-inside: avoid; }
  nav { display: none; }
}
@page { margin: 14mm; }
`;

export const STYLE_ELEMENT = `<style>${STYLE}</style>`;

/** Content security policy of the page: no scripts and no requests, wherever it is opened. */
export const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;
