/** The look of all pages: one column, the system's own font, light or dark as the system says, nothing that moves. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --page: #f4f5f7; --card: #fff; --line: #dcdfe5; --field: #868e9c; --text: #1b1f27; --soft: #565d6b;
  --accent: #3047b8; --accent-over: #253a9b; --on-accent: #fff; --tint: #eef1fc;
  --note: #fdf6e3; --note-line: #e6cf8f; --bad: #a4262c; --bad-tint: #fdeeee;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #101318; --card: #191d24; --line: #313844; --field: #737d8e; --text: #e8ebf1; --soft: #a7afbd;
    --accent: #9db0ff; --accent-over: #b9c6ff; --on-accent: #10152b; --tint: #212842;
    --note: #2a2517; --note-line: #5f522b; --bad: #ff9c9c; --bad-tint: #331e20;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0; min-height: 100vh; min-height: 100dvh; display: grid; place-items: center; padding: 2rem 1rem;
  background: var(--page); color: var(--text); font: 1rem/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif;
}
main { width: 100%; max-width: 27.5rem; }
.brand { margin: 0 0 1rem; display: flex; align-items: center; gap: .625rem; font-weight: 600; }
.brand svg { width: 1.75rem; height: 1.75rem; flex: none; }
.brand small { margin-left: auto; color: var(--soft); font-size: .8125rem; font-weight: 400; }
.card { padding: 2rem; background: var(--card); border: 1px solid var(--line); border-radius: .875rem; }
h1 { margin: 0 0 .5rem; font-size: 1.5rem; line-height: 1.25; letter-spacing: -.01em; text-wrap: balance; overflow-wrap: anywhere; }
h2 { margin: 1.5rem 0 .5rem; font-size: 1rem; line-height: 1.4; }
p { margin: 0 0 1rem; overflow-wrap: anywhere; }
.card > :last-child { margin-bottom: 0; }
.soft { color: var(--soft); }
input:focus-visible, button:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.field { margin: 0 0 1.125rem; }
.field label { display: block; margin-bottom: .375rem; font-weight: 550; }
.field input {
  width: 100%; min-height: 2.875rem; padding: .5rem .75rem; font: inherit; color: inherit;
  background: transparent; border: 1px solid var(--field); border-radius: .5rem;
}
.alert { padding: .75rem 1rem; color: var(--bad); background: var(--bad-tint); border: 1px solid currentColor; border-radius: .5rem; }
.note { margin: 1.25rem 0; padding: .875rem 1rem; background: var(--note); border: 1px solid var(--note-line); border-radius: .5rem; }
.note p { margin: 0; }
.note dl { margin: .625rem 0 0; font-size: .9375rem; }
.note dt { color: var(--soft); }
.note dd { margin: 0 0 .5rem; overflow-wrap: anywhere; }
.note dd:last-child { margin: 0; }
fieldset { margin: 1.5rem 0 0; padding: 0; border: 0; min-width: 0; }
legend { padding: 0; margin: 0 0 .5rem; font-weight: 600; }
.choices { display: grid; gap: .5rem; max-height: 17rem; overflow-y: auto; padding: 6px; margin: -6px; }
.choice {
  display: flex; align-items: center; gap: .75rem; min-height: 3rem; padding: .5rem .875rem;
  border: 1px solid var(--line); border-radius: .5rem; cursor: pointer; overflow-wrap: anywhere;
}
.choice:hover { border-color: var(--field); }
.choice:has(:checked) { border-color: var(--accent); background: var(--tint); }
.choice:has(:focus-visible) { outline: 3px solid var(--accent); outline-offset: 2px; }
.choice input { width: 1.125rem; height: 1.125rem; margin: 0; flex: none; accent-color: var(--accent); }
.choice input:focus-visible { outline: none; }
ul { margin: 0; padding-left: 1.25rem; }
li { margin: .25rem 0; }
.actions { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.75rem; }
.stacked { flex-direction: column; }
.stacked button { flex: none; }
button {
  flex: 1 1 9rem; min-height: 2.875rem; padding: .5rem 1.25rem; font: inherit; font-weight: 600; cursor: pointer;
  border: 1px solid var(--accent); border-radius: .5rem; background: var(--accent); color: var(--on-accent);
}
button:hover { background: var(--accent-over); }
button.quiet { background: transparent; color: var(--text); border-color: var(--field); }
button.quiet:hover { background: var(--tint); }
code { font: .875em/1.4 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
@media (max-width: 30rem) {
  body { place-items: start center; padding: 1.25rem .875rem 2rem; }
  .card { padding: 1.375rem 1.125rem; }
}
@media (forced-colors: active) { .choice:has(:checked) { outline: 2px solid; } }
`;
