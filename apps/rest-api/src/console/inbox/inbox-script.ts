/**
 * What the inbox does with a script beside what it does without one: keys, and showing what is new without loading the
 * page again. What has not changed stays as it is, and so does a form that somebody has typed into.
 */
export const INBOX_SCRIPT = `
const isTyping = (element) => element.closest('input, textarea, select, [contenteditable]') !== null;
const rows = () => [...document.querySelectorAll('[data-conversation] > a')];
const press = (key) => document.querySelector('[data-key="' + key + '"]')?.click();

async function mark(row, name) {
  const csrf = document.querySelector('.account input[name=csrf]').value;
  const isSet = name === 'starred' && row.querySelector('.star') !== null;
  const body = new URLSearchParams({ csrf, [name]: String(!isSet) });
  const answer = await fetch(row.dataset.conversation + '/mark', { method: 'POST', body });
  if (answer.ok) await refresh();
}

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  const all = rows();
  const at = all.indexOf(document.activeElement);
  if (all.length > 0 && (event.key === 'j' || event.key === 'k')) {
    const next = event.key === 'j' ? Math.min(at + 1, all.length - 1) : Math.max(at - 1, 0);
    all[next].focus();
    return event.preventDefault();
  }
  const row = document.activeElement?.closest('[data-conversation]');
  if (row && (event.key === 'e' || event.key === 's')) return void mark(row, event.key === 'e' ? 'archived' : 'starred');
  if (row && event.key === 'r') return void location.assign(row.dataset.conversation + '#reply');
  if (['e', 's', 'r'].includes(event.key)) press(event.key);
});

const reply = document.getElementById('reply');
const openReply = () => reply.querySelector('textarea').focus();
reply?.addEventListener('toggle', () => reply.open && openReply());
if (reply && location.hash === '#reply') reply.open = true;

const isTypedIn = (element) => [...element.querySelectorAll('textarea, input:not([type=hidden])')]
  .some((field) => field.value !== field.defaultValue || field === document.activeElement);

/** Without what the reader's browser or each answer makes of it. */
function served(element) {
  const copy = element.cloneNode(true);
  for (const input of copy.querySelectorAll('input[type=hidden]:not([name=version])')) input.remove();
  for (const details of copy.querySelectorAll('details')) details.removeAttribute('open');
  for (const time of copy.querySelectorAll('time')) time.replaceWith(time.dateTime);
  return copy.innerHTML;
}

function merge(part, fresh) {
  const twin = (child) => [...fresh.children].find(({ id }) => id === child.id);
  const stays = (child) => child.id && (isTypedIn(child) || twin(child) && served(child) === served(twin(child)));
  for (const child of [...part.childNodes]) if (!stays(child)) child.remove();
  const kept = new Map([...part.children].map((child) => [child.id, child]));
  let next = part.firstChild;
  for (const child of fresh.children) {
    const old = child.id && kept.get(child.id);
    if (old) next = old.nextSibling;
    else part.insertBefore(document.importNode(child, true), next);
  }
}

async function refresh() {
  const answer = await fetch(location.pathname + location.search.replace(/([?&])done=[^&]*/, '$1'));
  if (!answer.ok || answer.redirected) return;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  for (const part of document.querySelectorAll('[data-live]')) {
    const fresh = page.getElementById(part.id);
    if (!fresh || fresh.innerHTML === part.dataset.shown) continue;
    const focused = document.activeElement?.closest('[data-conversation]')?.dataset.conversation;
    part.dataset.shown = fresh.innerHTML;
    merge(part, fresh);
    showTimes(part);
    if (focused) part.querySelector('[data-conversation="' + focused + '"] > a')?.focus();
  }
}

function showTimes(part) {
  for (const time of part.querySelectorAll('time')) {
    time.textContent = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(time.dateTime));
    time.title = time.dateTime;
  }
}

const { live } = document.body.dataset;
if (live) {
  let isDue = false;
  const show = () => {
    if (!isDue || document.hidden) return;
    isDue = false;
    void refresh();
  };
  new EventSource(live).addEventListener('changed', () => {
    isDue = true;
    show();
  });
  document.addEventListener('visibilitychange', show);
}
`;
