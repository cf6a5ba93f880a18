/** What the screens about messages have beside the others: tables, and the ways to connect an account. */
export const MESSAGING_STYLE = `
.connect { display: flex; flex-wrap: wrap; gap: .25rem 1.75rem; margin: .5rem 0 .75rem; }
.connect:empty { display: none; }
.icon { width: 1.125em; height: 1.125em; flex: none; vertical-align: -.2em; fill: none; stroke: currentColor; stroke-width: 1.4; stroke-linejoin: round; }
.channel { white-space: nowrap; }
h3 .channel { display: block; white-space: normal; }

.filter { margin: 1.5rem 0 0; }
.filter > div { flex: 0 1 14rem; }
table { width: 100%; border-collapse: separate; border-spacing: 0; background: var(--card); border: 1px solid var(--line); border-radius: .875rem; font-size: .875rem; }
th { color: var(--soft); font-size: .8125rem; font-weight: 550; text-align: start; }
th, td { padding: .625rem .5rem; vertical-align: top; overflow-wrap: break-word; }
th:first-child, td:first-child { padding-left: 1rem; }
th:last-child, td:last-child { padding-right: 1rem; }
td code { display: block; color: var(--soft); white-space: nowrap; }
td:nth-child(3), td:nth-child(6), td:nth-child(7) { overflow-wrap: anywhere; }
td:nth-child(3) { min-width: 7rem; }
td:nth-child(6) { min-width: 9rem; }
td:nth-child(7) { min-width: 5rem; }
@media (min-width: 56rem) {
  td:nth-child(4), td:nth-child(5) { min-width: 6.5rem; }
}
td { border-top: 1px solid var(--line); }
td time { display: inline-block; }
td .badge { white-space: nowrap; }
.pages { gap: 1.5rem; }
.pages a { color: var(--accent); text-decoration: underline; border: 0; }
.pages a:hover { color: var(--accent-over); }
@media (max-width: 50rem) {
  .bar > div { padding-top: .625rem; }
  .bar nav { order: 3; flex: 1 0 100%; }
  table, tbody, tr, td { display: block; }
  thead { position: absolute; left: -999px; }
  table { background: transparent; border: 0; }
  tr { display: grid; grid-template-columns: repeat(auto-fill, minmax(8.5rem, 1fr)); gap: .5rem; margin: 0 0 .75rem; padding: .875rem 1rem; background: var(--card); border: 1px solid var(--line); border-radius: .875rem; }
  td, td:first-child { padding: 0; border: 0; overflow-wrap: anywhere; }
  td::before { content: attr(data-head); content: attr(data-head) / ''; display: block; color: var(--soft); font-size: .8125rem; }
  td:nth-child(-n + 2)::before { content: none; }
  td:first-child { grid-column: 1 / -2; font-weight: 600; }
  td:nth-child(2) { text-align: end; }
  td:nth-child(3), td:nth-child(6) { grid-column: 1 / -1; }
}
@media (max-width: 34rem) {
  .bar nav { flex-wrap: wrap; justify-content: space-between; gap: 0; font-size: .8125rem; }
  .bar nav a { min-height: 2.75rem; padding-inline: .1875rem; }
}
`;
