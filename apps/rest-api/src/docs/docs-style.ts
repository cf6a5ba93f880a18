/**
 * Darker and lighter tones of the same colours: texts in the page's own have too little contrast (WCAG 2, 1.4.3). What
 * has the focus of the keyboard is outlined, whatever it is (2.4.7), and a link leads past the list of operations
 * (2.4.1).
 */
export const DOCS_STYLE = `
.light-mode {
  --scalar-color-3: #6b6b6b !important;
  --scalar-color-blue: #0063a8 !important;
  --scalar-color-green: #00724a !important;
  --scalar-color-orange: #b03c00 !important;
  --scalar-color-red: #c20000 !important;
  --scalar-color-yellow: #7d5d00 !important;
}
.dark-mode {
  --scalar-color-3: #9a9a9a !important;
  --scalar-color-red: #ff6b6b !important;
}
:focus-visible {
  outline: 2px solid var(--scalar-color-blue) !important;
  outline-offset: -2px !important;
}
/* Within the field it would cover the first letter. */
input[role='combobox']:focus-visible { outline-offset: 3px !important; }
/* As large as a finger needs it (2.5.8). */
.client-libraries { min-width: 24px; min-height: 24px; }
.skip-link {
  position: fixed;
  z-index: 100;
  top: 0.5rem;
  left: 0.5rem;
  padding: 0.5rem 1rem;
  background: var(--scalar-background-1);
  color: var(--scalar-color-1);
}
.skip-link:not(:focus) { transform: translateY(-200%); }
noscript { display: block; margin: 2rem; }
`;
