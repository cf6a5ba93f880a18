/**
 * Starts the reference, and adds what it lacks for those who use a keyboard or a screen reader. Sent as a file of its own,
 * since the policy of the pages runs nothing that is written into them.
 */
export const DOCS_SCRIPT = `
// Of the languages it can show requests in, those that the text shows, too.
const hidden = 'c clojure csharp dart fsharp go http java js julia kotlin objc ocaml php powershell r ruby rust swift';
Scalar.createApiReference('#reference', {
  url: '/v1/openapi.json',
  hiddenClients: {
    ...Object.fromEntries(hidden.split(' ').map((language) => [language, true])),
    shell: ['httpie', 'wget'],
    node: ['axios', 'ofetch', 'undici'],
    python: ['python3', 'aiohttp', 'httpx_sync', 'httpx_async'],
  },
  // Everything that would leave this host, and forms that take credentials.
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  hideTestRequestButton: true,
  showDeveloperTools: 'never',
});

const set = (selector, name, valueOf) => {
  for (const element of document.querySelectorAll(selector)) element.setAttribute(name, valueOf(element));
};
new MutationObserver(() => {
  // Long lines are scrolled sideways, by the keyboard as well.
  set('.hljs:not([tabindex])', 'tabindex', () => '0');
  // Its results are shown as long as the field itself.
  set('input[role=combobox]:not([aria-expanded])', 'aria-expanded', () => 'true');
  // A schema may be called as a group of operations is.
  set('.collapsible-section[aria-label]:not([aria-label$=" schema"])', 'aria-label', (each) => each.ariaLabel + ' schema');
}).observe(document.body, { childList: true, subtree: true });
`;
