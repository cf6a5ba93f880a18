/** One sheet for all screens; light and dark by the browser's wish. */
export const STYLE = `
:root { color-scheme: light dark; --ink: #1c2024; --soft: #5b6570; --line: #d9dee3; --ground: #f6f7f9; --card: #fff; --accent: #2456c9; --on-accent: #fff; --warn: #9a3412; --warn-ground: #fff4ec; --ok: #18794e; }
@media (prefers-color-scheme: dark) { :root { --ink: #edeef0; --soft: #a3adb8; --line: #343a42; --ground: #111315; --card: #1a1d21; --accent: #8fb0ff; --on-accent: #0b1530; --warn: #ffb787; --warn-ground: #33211a; --ok: #6fd6a4; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', sans-serif; }
.skip { position: absolute; left: -999px; } .skip:focus { left: 1rem; top: .5rem; background: var(--card); padding: .5rem 1rem; z-index: 1; }
header { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; justify-content: space-between; align-items: center; padding: .75rem 1.25rem; background: var(--card); border-bottom: 1px solid var(--line); }
nav { display: flex; gap: 1.25rem; flex-wrap: wrap; } nav a { color: var(--soft); text-decoration: none; padding: .25rem 0; } nav a[aria-current] { color: var(--ink); font-weight: 600; border-bottom: 2px solid var(--accent); }
header form { display: flex; gap: .75rem; align-items: center; margin: 0; } .who { color: var(--soft); font-size: .9rem; }
main { max-width: 52rem; margin: 0 auto; padding: 1.5rem 1.25rem 4rem; }
h1 { font-size: 1.6rem; margin: .5rem 0 1rem; } h2 { font-size: 1.1rem; margin: 2rem 0 .75rem; } h3 { font-size: 1.05rem; margin: 0; overflow-wrap: anywhere; }
p { margin: .5rem 0; } .soft { color: var(--soft); font-size: .92rem; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 1.1rem 1.25rem; margin: 0 0 1rem; }
.card.off { opacity: .85; border-style: dashed; }
.top { display: flex; justify-content: space-between; gap: 1rem; align-items: baseline; flex-wrap: wrap; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem; margin: .75rem 0; font-size: .92rem; } dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
.badge { font-size: .8rem; font-weight: 600; padding: .1rem .6rem; border-radius: 99px; border: 1px solid currentColor; color: var(--ok); white-space: nowrap; } .badge.warn { color: var(--warn); }
.note { background: var(--warn-ground); color: var(--warn); border-radius: 8px; padding: .6rem .9rem; margin: 0 0 1rem; overflow-wrap: anywhere; } .note.ok { color: var(--ok); background: transparent; border: 1px solid currentColor; }
.row { display: flex; gap: .6rem; flex-wrap: wrap; align-items: end; margin-top: .75rem; } .row form { display: flex; gap: .6rem; flex-wrap: wrap; align-items: end; margin: 0; }
label { display: block; font-size: .9rem; color: var(--soft); } fieldset { border: 1px solid var(--line); border-radius: 8px; margin: .75rem 0; padding: .5rem .9rem .7rem; } legend { font-size: .9rem; color: var(--soft); padding: 0 .3rem; } fieldset label { color: var(--ink); padding: .15rem 0; }
input[type=text], input[type=date], select { font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--line); border-radius: 8px; padding: .45rem .6rem; min-width: 12rem; max-width: 100%; }
button, .button { font: inherit; font-weight: 600; background: var(--accent); color: var(--on-accent); border: 1px solid transparent; border-radius: 8px; padding: .45rem .95rem; cursor: pointer; text-decoration: none; display: inline-block; }
button.quiet { background: transparent; color: var(--ink); border-color: var(--line); font-weight: 500; } button.danger { background: transparent; color: var(--warn); border-color: currentColor; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
code { font: .92em ui-monospace, monospace; background: var(--ground); border: 1px solid var(--line); border-radius: 6px; padding: .1rem .35rem; overflow-wrap: anywhere; } code.key { display: block; padding: .7rem .9rem; margin: .5rem 0; user-select: all; }
@media (max-width: 34rem) { dl { grid-template-columns: 1fr; } dt { margin-top: .35rem; } .row, .row form { width: 100%; } .row button { flex: 1; } }
`;
