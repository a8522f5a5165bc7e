import { toneColours } from './tone.js';

const tones = Object.entries(toneColours)
  .map(([tone, colour]) => `.fleetglass .fg-${tone}{--fg-tone:${colour}}`)
  .join('\n');
/**
 * The style of all displays, and of their tables. Text has the colour of the page, lines and areas are its shades: one sheet
 * for light and dark. Two classes in each selector outweigh the tables of JupyterLab.
 */
export const styleSheet = `
.fleetglass{font:13px/1.45 var(--jp-ui-font-family,system-ui,sans-serif);color:var(--jp-content-font-color1,inherit);font-variant-numeric:tabular-nums;container-type:inline-size;max-width:1100px;padding:2px 0}
.fleetglass :is(p,table){max-width:none}
.fleetglass .fg-head{display:flex;flex-wrap:wrap;gap:0 10px;align-items:baseline;margin:0 0 6px}
.fleetglass .fg-title{font-size:14px;font-weight:600}
.fleetglass .fg-lead,.fleetglass .fg-quiet-text,.fleetglass .fg-note{color:color-mix(in srgb,currentColor 72%,transparent)}
.fleetglass p.fg-note{font-size:12px;margin:6px 0 0;padding:0}
.fleetglass p.fg-empty{margin:4px 0;padding:8px 12px;border-left:3px solid color-mix(in srgb,currentColor 30%,transparent)}
.fleetglass .fg-scroll{overflow-x:auto}
.fleetglass .fg-table{border-collapse:collapse;table-layout:auto;width:100%;margin:0;font-size:13px;color:inherit}
.fleetglass .fg-table.fg-table tr:nth-child(n){background:none;border:0;border-bottom:1px solid color-mix(in srgb,currentColor 14%,transparent)}
.fleetglass .fg-table.fg-table th,.fleetglass .fg-table.fg-table td{padding:4px 14px 4px 0;vertical-align:top;border:0;line-height:1.45;max-width:340px;white-space:normal;overflow-wrap:break-word}
.fleetglass .fg-table.fg-table tbody tr:last-child{border-bottom:0}
.fleetglass .fg-table.fg-table thead tr:nth-child(n){border-bottom-color:color-mix(in srgb,currentColor 35%,transparent)}
.fleetglass .fg-table.fg-table th{font-weight:600;font-size:12px;white-space:nowrap;vertical-align:bottom}
.fleetglass .fg-table.fg-table tbody th{font-weight:400;font-size:13px;vertical-align:top;color:color-mix(in srgb,currentColor 72%,transparent)}
.fleetglass .fg-table.fg-table .fg-left{text-align:left}
.fleetglass .fg-table.fg-table .fg-right{text-align:right;white-space:nowrap}
.fleetglass .fg-table.fg-table tr>:last-child{padding-right:0}
.fleetglass .fg-name{display:block;min-width:100px}
.fleetglass .fg-id{display:block;max-width:150px;overflow:hidden;white-space:nowrap;text-overflow:ellipsis;font:11px/1.4 var(--jp-code-font-family,ui-monospace,monospace);color:color-mix(in srgb,currentColor 72%,transparent)}
.fleetglass .fg-under{display:block;font-size:12px;color:color-mix(in srgb,currentColor 72%,transparent)}
.fleetglass .fg-word{white-space:nowrap}
.fleetglass .fg-dot{display:inline-block;width:8px;height:8px;border-radius:50%;margin-right:6px;background:var(--fg-tone)}
.fleetglass .fg-meter{position:relative;display:block;min-width:90px;height:8px;margin:6px 0 4px;border-radius:2px;background:color-mix(in srgb,currentColor 13%,transparent);overflow:hidden}
.fleetglass .fg-fill{position:absolute;inset:0 auto 0 0;background:var(--fg-tone);min-width:1px}
.fleetglass .fg-tick{position:absolute;top:0;bottom:0;width:1px;background:currentColor;opacity:.55}
@container (max-width:760px){.fleetglass .fg-table.fg-table .fg-optional{display:none}.fleetglass .fg-id{max-width:104px}.fleetglass .fg-meter{min-width:60px}.fleetglass .fg-table.fg-table th,.fleetglass .fg-table.fg-table td{padding-right:10px}}
${tones}`;

/** The style of plots. `fg-plain` is text for readers that remove this sheet. */
export const plotStyle = `
.fleetglass .fg-plain{display:none}
.fleetglass .fg-plot{grid-area:plot;position:relative;height:92px;border-left:1px solid color-mix(in srgb,currentColor 35%,transparent);border-bottom:1px solid color-mix(in srgb,currentColor 35%,transparent)}
.fleetglass .fg-plot svg{position:absolute;inset:0;width:100%;height:100%;display:block;overflow:visible}
.fleetglass .fg-line,.fleetglass .fg-level{fill:none;stroke:var(--fg-tone);stroke-width:1.75;vector-effect:non-scaling-stroke;stroke-linejoin:round}
.fleetglass .fg-level{stroke-width:1;stroke-dasharray:5 4}
.fleetglass .fg-forecast{stroke-dasharray:2 4;stroke-linecap:round}
.fleetglass .fg-area{fill:var(--fg-tone);fill-opacity:.14}
.fleetglass .fg-lanes{display:grid;grid-template-columns:minmax(90px,max-content) minmax(0,1fr);gap:6px 14px;align-items:center}
.fleetglass .fg-lane-name{max-width:230px;overflow-wrap:anywhere;line-height:1.3}
.fleetglass .fg-lane{position:relative;height:24px}
.fleetglass .fg-period{position:absolute;top:0;bottom:0;box-sizing:border-box;min-width:2px;padding:0 0 0 4px;overflow:hidden;white-space:nowrap;text-overflow:ellipsis;font-size:11px;line-height:24px;border-left:2px solid var(--fg-tone);background:color-mix(in srgb,var(--fg-tone) 24%,transparent)}
.fleetglass .fg-lanes .fg-times{grid-area:auto;font-size:11px}
.fleetglass .fg-legend{margin-right:14px}
.fleetglass .fg-series{display:flex;flex-wrap:wrap;gap:0 14px;align-items:baseline;margin:6px 0 4px}
.fleetglass .fg-chart{display:grid;grid-template:auto auto/max-content minmax(0,1fr) max-content;grid-template-areas:"values plot levels" ". times .";column-gap:6px;margin:8px 0 12px;font-size:11px}
.fleetglass .fg-grid{stroke-opacity:.14;vector-effect:non-scaling-stroke}
.fleetglass :is(.fg-values,.fg-levels){grid-area:levels;display:grid;height:92px;color:color-mix(in srgb,currentColor 72%,transparent);line-height:1.25;white-space:nowrap}
.fleetglass .fg-values.fg-values{grid-area:values;height:auto;text-align:right;min-width:40px}
.fleetglass :is(.fg-values,.fg-levels) span{grid-area:1/1;align-self:start;position:relative}
.fleetglass .fg-values span{transform:translateY(-50%)}
.fleetglass .fg-times{grid-area:times;position:relative;height:22px;color:color-mix(in srgb,currentColor 72%,transparent);white-space:nowrap}
.fleetglass .fg-times>span{position:absolute;height:4px;margin-left:-1px;border-left:1px solid}
.fleetglass .fg-times>span>span{position:absolute;top:4px}
.fleetglass .fg-times .fg-middle{transform:translateX(-50%)}
.fleetglass .fg-times .fg-end{right:0}
@container (min-width:521px) and (max-width:760px){.fleetglass .fg-skip-medium{display:none}}
@container (max-width:520px){.fleetglass .fg-skip-narrow{display:none}.fleetglass .fg-lane-name{max-width:110px}}`;

export const groupStyle = `
.fleetglass .fg-groups{columns:300px 3;column-gap:28px}
.fleetglass .fg-group{break-inside:avoid;padding:0 0 12px}
.fleetglass .fg-group.fg-wide{column-span:all}
.fleetglass .fg-group-title{font-size:12px;font-weight:600}
.fleetglass .fg-table.fg-table td.fg-value{overflow-wrap:anywhere}
.fleetglass .fg-share{min-width:110px}
.fleetglass .fg-group:not(.fg-wide) th{width:40%}
@container (max-width:520px){.fleetglass .fg-wide .fg-table.fg-table :is(th,td){white-space:normal}}`;

export const liveStyle = `
.fleetglass-live{font:12px/1.5 var(--jp-ui-font-family,system-ui,sans-serif)}
.fleetglass-live b{visibility:hidden;animation:fleetglass-silent 0s forwards}
@keyframes fleetglass-silent{to{visibility:visible}}`;
