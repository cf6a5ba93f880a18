/** What only the pages of imports have. */
export const IMPORTS_STYLE = `
progress { display: block; width: 100%; height: .75rem; margin: .75rem 0; accent-color: var(--accent); }
input[type='file'] { width: 100%; min-height: 2.625rem; padding: .375rem 0; font: inherit; font-size: .9375rem; color: inherit; }
.column { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); align-items: end; gap: .25rem 1.5rem; padding: .75rem 0; border-top: 1px solid var(--line); }
.column p { margin: 0 0 .625rem; }
.column label { overflow-wrap: anywhere; }
td[data-head='File'], td[data-head='Reason'] { overflow-wrap: anywhere; }
.fields + .check { margin-top: .75rem; }
.answers.begin { margin-top: 1rem; }
form[data-upload] button { margin-top: 1rem; }
@media (max-width: 34rem) { .column { grid-template-columns: minmax(0, 1fr); } }
`;
