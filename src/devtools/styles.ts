/** In a constructed style sheet, which a content security policy allows. */
export const STYLES = `
:host {
  color-scheme: light dark; display: block; container-type: inline-size; text-align: start;
  --line: light-dark(#d5d9de, #3a4048); --quiet: light-dark(#565e68, #a3abb5); --head: light-dark(#f3f5f7, #23272d);
  --bad: light-dark(#b3141e, #ff8f8f); --warn: light-dark(#7a4d00, #f0b95a); --focus: light-dark(#0b62d6, #7db4ff);
  background: light-dark(#fff, #16191d); color: light-dark(#1c2127, #e6e9ec); font: 13px/1.45 system-ui, sans-serif;
}
:host([hidden]), [hidden] { display: none !important; }
p { margin: 0; padding: 8px 12px; font-weight: 600; } details > p { padding: 0; }
details { border-top: 1px solid var(--line); padding: 0 12px; } details[open] { padding-bottom: 12px; }
summary { cursor: pointer; margin: 0 -12px; padding: 8px 12px; font-weight: 600; } summary:hover { background: var(--head); }
.count { color: var(--quiet); font-weight: 400; } summary > .count { margin-inline-start: 8px; }
label { display: flex; flex-wrap: wrap; gap: 4px 8px; align-items: center; margin-bottom: 8px; color: var(--quiet); }
input, button { font: inherit; color: inherit; background: none; border: 1px solid var(--quiet); border-radius: 4px; padding: 3px 8px; }
input { flex: 1 1 160px; min-width: 0; max-width: 360px; } button[aria-disabled=true] { color: var(--quiet); border-color: var(--line); }
:focus-visible { outline: 2px solid var(--focus); outline-offset: -2px; }
.scroll { max-height: 420px; overflow: auto; border: 1px solid var(--line); border-radius: 4px; }
.pager { display: flex; gap: 12px; align-items: center; margin-top: 8px; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: 4px 10px; text-align: start; vertical-align: top; font-weight: 400; overflow-wrap: anywhere; }
tr + tr > * { border-top: 1px solid var(--line); }
thead th { position: sticky; top: 0; background: var(--head); font-weight: 600; white-space: nowrap; }
.rows td { white-space: nowrap; } .rows td:nth-child(2), .rows td:last-child { white-space: normal; min-width: 18ch; }
.rows tbody th { min-width: 18ch; } .facts th { width: 17em; color: var(--quiet); }
.bad > td { color: var(--bad); } .warn > td { color: var(--warn); }
@container (max-width: 920px) {
  .rows, .rows tbody, .rows tr, .rows th { display: block; } .rows thead, .rows td:empty { display: none; }
  .rows td { display: inline-block; border: 0 !important; padding-block: 0 4px; white-space: normal; min-width: 0 !important; }
  .rows td::before { content: attr(data-column) ' '; color: var(--quiet); } .facts th { width: 45%; }
}
`;
