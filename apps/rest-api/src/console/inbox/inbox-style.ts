/** What the pages of the inbox have beside the others. */
export const INBOX_STYLE = `
.folders { flex-wrap: wrap; margin: 0 0 .5rem; }
.folders a { min-height: 2.5rem; border: 0; color: var(--accent); }
.folders a[aria-current] { box-shadow: inset 0 -2px var(--accent); }
.folders .icon { margin-right: .375rem; }
.buttons { display: flex; flex-wrap: wrap; align-items: center; gap: .625rem; margin: .5rem 0; }
.conversations { margin: 1rem 0; padding: 0; list-style: none; background: var(--card); border: 1px solid var(--line); border-radius: .875rem; overflow: hidden; }
.conversations li + li { border-top: 1px solid var(--line); }
.conversations li a { display: grid; grid-template-columns: minmax(0, 1fr) auto auto; gap: .125rem .75rem; padding: .75rem 1rem; color: inherit; text-decoration: none; }
.conversations li a:hover { background: var(--tint); color: inherit; }
.conversations li a:focus-visible { outline-offset: -3px; }
.conversations .people, .conversations .subject { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.conversations .subject { grid-column: 1 / -1; color: var(--soft); }
.conversations .marks { display: flex; align-items: center; gap: .5rem; }
.conversations .when { text-align: end; white-space: nowrap; }
.conversations .unread .people { font-weight: 650; }
#conversations > p { margin-top: 1rem; }
.star { color: var(--accent); }
kbd { padding: 0 .3125rem; font: inherit; border: 1px solid var(--line); border-radius: .25rem; background: var(--card); }
.beside { display: flex; flex-wrap: wrap; align-items: start; gap: 1rem; margin-top: 1rem; }
.beside > div { flex: 3 1 26rem; min-width: 0; }
.beside > aside { flex: 1 1 15rem; min-width: 0; }
.card > h2:first-child { margin-top: 0; }
.message h2 { margin: 0; }
.message h2 .soft { display: inline-block; font-size: .875rem; font-weight: 400; }
.message .top > span { min-width: 0; overflow-wrap: anywhere; }
.message .body { white-space: pre-wrap; overflow-wrap: anywhere; }
.message.outbound { border-left: 3px solid var(--accent); }
.message.draft { border-style: dashed; }
.message > div, .message > .top { margin-bottom: .75rem; }
.message p { margin-bottom: .5rem; }
.message [id^='hint-'] { margin-top: .375rem; }
.problem form { margin-top: .75rem; }
.message .problem { margin: .75rem 0 0; }
form.message > .problem, .message > .problem:first-child { margin: 0 0 1rem; }
.message .fold { margin: .5rem 0; }
.message .fold > summary { margin-bottom: .25rem; }
.unseen { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.card > h3 { margin: 1rem 0 .5rem; }
.beside aside ul { margin: 0; padding-left: 1.25rem; }
.attachments { margin: .75rem 0 0; padding-left: 1.25rem; font-size: .875rem; overflow-wrap: anywhere; }
.mail { display: block; width: 100%; border: 1px solid var(--line); border-radius: .5rem; background: #fff; resize: vertical; }
textarea:not(.key) { width: 100%; padding: .5rem .75rem; font: inherit; color: inherit; background: transparent; border: 1px solid var(--field); border-radius: .5rem; resize: vertical; }
@media (max-width: 34rem) {
  .keys { display: none; }
  .folders { gap: .25rem; font-size: .9375rem; }
  .filter { margin-top: .75rem; }
  .filter > div { flex: 1 1 auto; }
  .conversations li a { grid-template-columns: minmax(0, 1fr) auto; }
  .conversations .marks { grid-area: 2 / 2; justify-content: end; }
  .conversations .marks.below { grid-area: 3 / 1 / auto / -1; justify-content: start; }
  .conversations .when { grid-area: 1 / 2; }
  .conversations .subject { grid-area: 2 / 1; }
  .conversations .below ~ .subject { grid-column: 1 / -1; }
}
`;
