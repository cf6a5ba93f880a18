/**
 * Starts the reference, and adds what it lacks for those who use a keyboard or a screen reader. Sent as a file of its
 * own, since the policy of the pages runs nothing that is written into them.
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

// The results of the search: a list as long as there are some, else the sentence that says there are none.
let isBeingChosen = false;
const mendSearch = () => {
  const field = document.querySelector('input[role=combobox][aria-controls$=search-result]');
  const results = field && document.getElementById(field.getAttribute('aria-controls'));
  if (!results) return;
  const first = results.querySelector('[role=option]');
  field.ariaExpanded = String(first !== null);
  results.role = first ? 'listbox' : 'group';
  // Enter goes to the first one, as long as no other is chosen.
  const isChosen = results.querySelector('[aria-selected=true]') !== null;
  if (!first || !field.value || isChosen || isBeingChosen) return;
  isBeingChosen = true;
  field.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
  setTimeout(() => (isBeingChosen = false));
};

// The choice of a language opens at the end of the page, between buttons that give the focus back.
const mendChoice = () => {
  set('[id^=headlessui-popover-panel]:not([role])', 'aria-label', () => 'Choice of a language');
  set('[id^=headlessui-popover-panel]:not([role])', 'role', () => 'dialog');
  for (const guard of document.querySelectorAll('button[data-headlessui-focus-guard][aria-hidden]')) {
    guard.removeAttribute('aria-hidden');
    guard.ariaLabel = guard.closest('[role=dialog]') ? 'Leave the choice' : 'Go to the choice';
  }
};

// The menu of a narrow window covers the page, so that what is behind it is out of reach.
const openMenu = () => {
  const menu = document.querySelector('.t-doc__header');
  return menu?.querySelector('aside')?.checkVisibility() ? menu : undefined;
};
const AS_DIALOG = { role: 'dialog', 'aria-modal': 'true', 'aria-label': 'Menu' };
const mendMenu = () => {
  const menu = openMenu();
  for (const behind of document.querySelectorAll('main, .skip-link')) behind.inert = menu !== undefined;
  for (const [name, value] of Object.entries(AS_DIALOG)) {
    if (menu) menu.setAttribute(name, value);
    else document.querySelector('.t-doc__header')?.removeAttribute(name);
  }
};
addEventListener('resize', mendMenu);
document.addEventListener('keydown', ({ key, target }) => {
  const menu = openMenu();
  // The search is above the menu, and closes alone.
  if (key !== 'Escape' || !menu || (target.closest('[role=dialog]') ?? menu) !== menu) return;
  const button = menu.querySelector('header button');
  button.click();
  button.focus();
});

new MutationObserver(() => {
  // Long lines are scrolled sideways, by the keyboard as well.
  set('.hljs:not([tabindex])', 'tabindex', () => '0');
  mendSearch();
  mendChoice();
  mendMenu();
  // The name of a button says what is to be read on it.
  set('.scalar-code-copy', 'aria-label', (each) =>
    each.ariaLabel.replace(/^Cop(y|ied)/, each.querySelector('[role=alert]') ? 'Copied' : 'Copy'),
  );
  // A schema may be called as a group of operations is.
  set('.collapsible-section[aria-label]:not([aria-label$=" schema"])', 'aria-label', (each) => each.ariaLabel + ' schema');
  set('main:not([tabindex])', 'tabindex', () => '-1');
  set('main:not([id])', 'id', () => 'content');
}).observe(document.body, { childList: true, subtree: true });

// Not by the link's address: what stands behind # is the operation that is shown.
document.querySelector('.skip-link').addEventListener('click', (event) => {
  event.preventDefault();
  document.querySelector('main').focus();
});

// When the search closes, its button gets the focus back. Whoever went to a result goes on from there instead.
let result;
document.addEventListener('focusin', ({ target }) => {
  if (target.matches('section')) result = target;
  else if (result && target.matches('aside button')) result.focus({ preventScroll: true });
});
for (const action of ['keydown', 'pointerdown']) document.addEventListener(action, () => (result = undefined), true);
`;
