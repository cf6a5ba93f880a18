import { IMPORTS_STYLE } from '../imports/imports-style.js';
import { INBOX_STYLE } from '../inbox/inbox-style.js';
import { MESSAGING_STYLE } from './messaging-style.js';

/**
 * One sheet for all screens, in the colours of the sign-in pages; light and dark by the browser's wish, nothing that
 * moves.
 */
export const STYLE = `
:root {
  color-scheme: light dark;
  --page: #f4f5f7; --card: #fff; --line: #dcdfe5; --field: #868e9c; --text: #1b1f27; --soft: #565d6b;
  --accent: #3047b8; --accent-over: #253a9b; --on-accent: #fff; --tint: #eef1fc;
  --good: #17653f; --good-tint: #e9f6ef; --bad: #a4262c; --bad-tint: #fdeeee;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #101318; --card: #191d24; --line: #313844; --field: #737d8e; --text: #e8ebf1; --soft: #a7afbd;
    --accent: #9db0ff; --accent-over: #b9c6ff; --on-accent: #10152b; --tint: #212842;
    --good: #7fd8ab; --good-tint: #17301f; --bad: #ff9c9c; --bad-tint: #331e20;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--page); color: var(--text); font: 1rem/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
[tabindex='-1']:focus-visible { outline-width: 2px; border-radius: .25rem; }
main:focus-visible { outline: none; }
/* What stands above a field belongs to it: its label, or the legend and what is wrong. */
[id] { scroll-margin-top: 2.5rem; }
.check input { scroll-margin-top: 6rem; }
.note:focus-visible, .problem:focus-visible, .card:focus-visible { border-radius: .5rem; }
.skip { position: absolute; left: -999px; }
.skip:focus { left: 1rem; top: .5rem; z-index: 1; padding: .5rem 1rem; background: var(--card); color: var(--text); border-radius: .5rem; }

.bar { background: var(--card); border-bottom: 1px solid var(--line); }
.bar > div, main { max-width: 54rem; margin: 0 auto; padding: 0 1.25rem; }
.bar > div { max-width: 70rem; }
.bar > div { display: flex; flex-wrap: wrap; align-items: center; gap: 0 1.75rem; min-height: 3.75rem; }
.brand { display: flex; align-items: center; gap: .625rem; font-weight: 600; }
.brand svg { width: 1.75rem; height: 1.75rem; flex: none; }
nav { display: flex; gap: 1rem; align-self: stretch; margin-inline: -.25rem; }
nav a { display: flex; align-items: center; min-height: 3rem; padding-inline: .25rem; color: var(--soft); text-decoration: none; border-bottom: 2px solid transparent; border-top: 2px solid transparent; }
nav a:hover { color: var(--text); }
nav a:focus-visible { outline-width: 2px; outline-offset: -2px; }
nav a[aria-current] { color: var(--text); font-weight: 600; border-bottom-color: var(--accent); }
.account { flex: 1 1 12rem; display: flex; align-items: center; justify-content: end; gap: .875rem; min-width: 0; }
.who { color: var(--soft); font-size: .875rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.account button { min-height: 2.25rem; padding: .25rem .875rem; font-size: .875rem; font-weight: 500; flex: none; }

main { padding-top: 2rem; padding-bottom: 2.5rem; }
main.narrow { max-width: 30rem; padding-top: 12vh; }
h1 { margin: 0 0 .5rem; font-size: 1.625rem; line-height: 1.25; letter-spacing: -.01em; overflow-wrap: anywhere; }
h2 { margin: 2.25rem 0 .75rem; font-size: 1.0625rem; line-height: 1.4; overflow-wrap: anywhere; }
h3 { margin: 0; font-size: 1.0625rem; line-height: 1.4; overflow-wrap: anywhere; }
p { margin: 0 0 1rem; overflow-wrap: anywhere; }
main a { color: var(--accent); text-underline-offset: .2em; }
main a:hover { color: var(--accent-over); }
.soft { color: var(--soft); }
.lead { max-width: 40rem; }
.small { font-size: .875rem; }

.card { margin: 0 0 .75rem; padding: 1rem 1.25rem; background: var(--card); border: 1px solid var(--line); border-radius: .875rem; }
.card > :last-child { margin-bottom: 0; }
.card.off { background: transparent; border-style: dashed; }
h3 .soft { font-size: .875rem; font-weight: 400; }
.card.made h2 { margin: 0; }
.card.off h3 { color: var(--soft); font-weight: 500; }
.top { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: start; gap: .25rem 1rem; }
.top > div { min-width: 0; }
.top p { margin: 0; }
.top form { flex: none; }
.top button { min-height: 2.25rem; padding: .25rem .875rem; font-size: .875rem; }
.badge { flex: none; padding: .125rem .625rem; font-size: .8125rem; font-weight: 600; color: var(--soft); border: 1px solid var(--line); border-radius: 99px; }
.badge.more { color: var(--good); background: var(--good-tint); border-color: transparent; }
.badge.bad { color: var(--bad); background: var(--bad-tint); border-color: transparent; }
footer { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; max-width: 54rem; margin: 0 auto; padding: 0 1.25rem 2rem; color: var(--soft); font-size: .8125rem; }
footer.narrow { max-width: 30rem; }
footer span:last-child { margin-left: auto; }
.way { display: inline-flex; align-items: center; gap: .375rem; min-height: 2.625rem; font-weight: 600; }
p:has(> .way) { margin: 0; }
footer a, .note a, .problem a, .note a:hover, .problem a:hover { color: inherit; }
footer a, .note a, .problem a { display: inline-block; min-height: 1.5rem; }
.problem ul { margin: 0; padding-left: 1.25rem; }
.problem p { margin: 0; }
.problem { margin: 0 0 1rem; padding: .75rem 1rem; border: 1px solid currentColor; border-radius: .5rem; color: var(--bad); background: var(--bad-tint); }
.row, .group { margin: 0 0 .5rem; background: var(--card); border: 1px solid var(--line); border-radius: .75rem; }
.row.off { background: transparent; border-style: dashed; }
.row > details > summary, .group > summary {
  position: relative; display: flex; flex-wrap: wrap; align-items: center; gap: .25rem .75rem; margin: 0; padding: .75rem 1rem .75rem 2.25rem; color: var(--text); font-weight: 400; border-radius: .75rem;
}
.row > details > summary::before, .group > summary::before { content: '▸' / ''; position: absolute; left: 1rem; top: .75rem; color: var(--soft); }
.row > details[open] > summary::before, .group[open] > summary::before { content: '▾' / ''; }
.row summary h3, .group .name { flex: 0 1 auto; min-width: 0; font-size: 1rem; font-weight: 600; overflow-wrap: anywhere; }
.row.off summary h3 { color: var(--soft); font-weight: 500; }
.row summary .small, .group > summary .small { margin-left: auto; }
.row > details > :not(summary) { margin-inline: 1rem; }
.row > details > dl { margin-top: .25rem; }
.row > details > :last-child { margin-bottom: 1rem; }
.group > .row { margin: 0 .75rem .5rem; }
.count { color: var(--soft); font-size: .875rem; }
.copy { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem .875rem; margin-top: .75rem; }
[hidden] { display: none !important; }
dl { display: grid; grid-template-columns: repeat(6, minmax(0, 1fr)); gap: .75rem 1.5rem; margin: 1rem 0 0; font-size: .9375rem; }
dl div { grid-column: span 2; }
dl .wide { grid-column: span 3; }
dl div.full { grid-column: 1 / -1; }
dt { color: var(--soft); font-size: .8125rem; }
dd { margin: 0; overflow-wrap: anywhere; }
.value { display: block; white-space: pre-line; }
dd a { display: inline-block; min-height: 1.5rem; min-width: 1.5rem; }
.values { margin-top: 0; }
.timeline { margin: 0; padding: 0; list-style: none; }
.timeline li { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; padding: .5rem 0; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
code { font: .875em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-wrap: anywhere; }

.note { padding: .75rem 1rem; border: 1px solid currentColor; border-radius: .5rem; color: var(--good); background: var(--good-tint); }
.card.made { border-color: var(--good); }
.key {
  display: block; width: 100%; padding: .75rem 1rem; font: .875em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; color: inherit;
  background: var(--tint); border: 1px solid var(--field); border-radius: .5rem; overflow-wrap: anywhere; resize: none; field-sizing: content;
}
.actions { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: end; gap: .75rem; margin: 1.125rem 0 0; padding-top: 1.125rem; border-top: 1px solid var(--line); }
.actions.end { justify-content: end; }
form { margin: 0; }
.change { flex: 1 1 auto; display: flex; flex-wrap: wrap; align-items: end; gap: .625rem; }
.change > div, .fields > div { min-width: 0; flex: 0 1 19rem; }
.fields { display: flex; flex-wrap: wrap; gap: 1rem; }
label { display: block; margin-bottom: .375rem; font-size: .875rem; font-weight: 550; }
[aria-invalid] { border-color: var(--bad) !important; }
.wrong { margin: .375rem 0 0; color: var(--bad); font-size: .875rem; }
input[type='text'], select {
  width: 100%; min-height: 2.625rem; padding: .375rem .75rem; font: inherit; color: inherit;
  background: transparent; border: 1px solid var(--field); border-radius: .5rem;
}
select option { background: var(--card); color: var(--text); }
fieldset { margin: 1.25rem 0; padding: 0; border: 0; min-width: 0; }
legend { padding: 0; margin-bottom: .25rem; font-size: .875rem; font-weight: 550; }
.check { display: flex; align-items: center; gap: .625rem; min-height: 2.25rem; margin: 0; font-size: 1rem; font-weight: 400; cursor: pointer; }
.check input { width: 1.125rem; height: 1.125rem; margin: 0; flex: none; accent-color: var(--accent); }
summary { margin: -.625rem -.75rem; padding: .625rem .75rem; font-weight: 600; color: var(--accent); border-radius: .5rem; cursor: pointer; }
details.card form { margin-top: 1.5rem; }
.ask { margin: 1.125rem 0 0; padding-top: .625rem; border-top: 1px solid var(--line); }
.ask .fields { margin-bottom: .875rem; }
.ask > summary { margin: 0; width: fit-content; padding: .3125rem 0; font-size: .875rem; font-weight: 500; color: var(--bad); }
.ask p { margin: .5rem 0 .875rem; }
.ask ul { margin: -.375rem 0 .875rem; padding-left: 1.25rem; overflow-wrap: anywhere; }
.answers { display: flex; flex-wrap: wrap; gap: .75rem; }
.fold { margin: 1.25rem 0; }
.fold > summary { margin: 0 0 .75rem; padding-inline: 0; }
button {
  min-height: 2.625rem; padding: .4375rem 1.125rem; font: inherit; font-weight: 600; cursor: pointer;
  border: 1px solid var(--accent); border-radius: .5rem; background: var(--accent); color: var(--on-accent);
}
button:hover { background: var(--accent-over); }
button.quiet { background: transparent; color: var(--text); border-color: var(--field); font-weight: 500; }
button.quiet:hover { background: var(--tint); }
button.danger { background: transparent; color: var(--bad); border-color: currentColor; font-weight: 500; }
button.danger:hover { background: var(--bad-tint); }
@media (max-width: 34rem) {
  .bar > div { padding-top: .625rem; }
  nav { order: 3; flex: 1 0 100%; }
  .account { gap: .625rem; }
  .who { display: none; }
  main { padding-top: 1.5rem; }
  footer span:last-child { margin-left: 0; }
  .card { padding: 1.125rem 1rem; }
  dl { grid-template-columns: repeat(2, minmax(0, 1fr)); gap: .625rem 1rem; }
  .change { flex: 1 1 100%; }
  dl div { grid-column: span 1; }
  dl .wide { grid-column: span 2; }
  .change > div { flex: 1 1 100%; }
  .fields > div { flex: 1 1 100%; }
  .actions > form:last-child, .actions > form:last-child button { width: 100%; }
}
${MESSAGING_STYLE}${INBOX_STYLE}${IMPORTS_STYLE}`;
