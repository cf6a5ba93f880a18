/** Darker and lighter tones of the same colours: texts in the page's own have too little contrast (WCAG 2, 1.4.3). */
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
noscript { display: block; margin: 2rem; }
`;
