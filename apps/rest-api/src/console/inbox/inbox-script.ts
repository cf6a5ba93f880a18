/**
 * What the inbox does with a script beside what it does without one: keys, and showing what is new without loading the
 * page again. What has not changed stays as it is, and so does a form that somebody has typed into.
 */
export const INBOX_SCRIPT = `
const isTyping = (element) => element.closest('input, textarea, select, [contenteditable]') !== null;
const rows = () => [...document.querySelectorAll('.conversations li > a, article.message')];
const press = (key) => document.querySelector('[data-key="' + key + '"]')?.click();
const told = document.getElementById('told');

/** Says something to who does not see the page change; what went wrong is seen as well. */
function tell(text, isWrong = false) {
  told.className = isWrong ? 'problem' : 'unseen';
  told.textContent = text;
}

const DONE = { archived: ['Moved to the inbox.', 'Archived.'], starred: ['Star removed.', 'Starred.'] };

async function mark(row, name) {
  const csrf = document.querySelector('.account input[name=csrf]').value;
  const isSet = row.dataset[name] === undefined;
  const body = new URLSearchParams({ csrf, [name]: String(isSet) });
  try {
    const answer = await fetch(row.dataset.conversation + '/mark', { method: 'POST', body });
    if (!answer.ok) throw new Error(answer.statusText);
    await refresh();
    tell(DONE[name][Number(isSet)]);
  } catch {
    tell('That did not work. Load the page again.', true);
  }
}

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  const all = rows();
  if (all.length > 0 && (event.key === 'j' || event.key === 'k')) {
    const at = all.findIndex((each) => each.contains(document.activeElement));
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

/** Of drafts that are shown as they were, what they have become. */
const latest = new WeakMap();

/** A draft stays as it was read until its reader asks for what it has become: they would send what they have not read. */
function tellOfChange(form, now) {
  latest.set(form, now);
  if (form.dataset.now === now.dataset.seen) return;
  form.dataset.now = now.dataset.seen;
  const note = document.createElement('div');
  note.className = 'changed';
  note.innerHTML = '<p class="problem" role="alert"></p><button type="button" class="quiet">Show it as it is now</button>';
  note.firstChild.textContent =
    'This draft was changed meanwhile, by another page or program, or leaves from another account. This is how it was.';
  note.lastChild.addEventListener('click', () => {
    // Saving what is out of date shows both.
    if (isTypedIn(form)) return form.querySelector('[value=save]').click();
    const shown = document.importNode(latest.get(form), true);
    form.replaceWith(shown);
    shown.querySelector('textarea').focus();
    dispatchEvent(new Event('shown'));
  });
  form.querySelector('.changed')?.remove();
  form.prepend(note);
}

function merge(part, fresh) {
  const twin = (child) => [...fresh.children].find(({ id }) => id === child.id);
  const isChanged = (child) => child.dataset?.seen && twin(child) && child.dataset.seen !== twin(child).dataset.seen;
  const isSame = (child) => twin(child) && served(child) === served(twin(child));
  const stays = (child) => child.id && (isTypedIn(child) || isChanged(child) || isSame(child));
  for (const child of [...part.children].filter(isChanged)) tellOfChange(child, twin(child));
  for (const child of [...part.childNodes]) if (!stays(child)) child.remove();
  const kept = new Map([...part.children].map((child) => [child.id, child]));
  let next = part.firstChild;
  for (const child of fresh.children) {
    const old = child.id && kept.get(child.id);
    if (old) next = old.nextSibling;
    else part.insertBefore(document.importNode(child, true), next);
  }
}

/** Gives whether somebody is still signed in. */
async function refresh() {
  const path = location.pathname + location.search.replace(/([?&])done=[^&]*/, '$1');
  const answer = await fetch(path, { redirect: 'manual' });
  if (answer.type === 'opaqueredirect') {
    tell('You are not signed in any more. Load the page again.', true);
    return false;
  }
  if (!answer.ok) return true;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  for (const part of document.querySelectorAll('[data-live]')) {
    const fresh = page.getElementById(part.id);
    const text = fresh && served(fresh);
    if (!fresh || text === part.dataset.shown) continue;
    part.dataset.shown = text;
    const news = newsOf(part, fresh);
    const back = placeIn(part);
    merge(part, fresh);
    back();
    if (news) tell(news);
  }
  dispatchEvent(new Event('shown'));
  return true;
}

/** Of each thing that may be told: what, and of when it is. */
const toTell = (part) => new Map([...part.querySelectorAll('[data-told], .conversations li')]
  .map((each) => [each.id, { text: each.dataset.told ?? '', at: each.querySelector('time')?.dateTime ?? '' }]));
const MOST_TOLD = 3;

/** What came or has changed. What comes into view at the end of a list, because another one left it, is none. */
function newsOf(part, fresh) {
  const [before, now] = [toTell(part), [...toTell(fresh)]];
  const isList = part.dataset.live === 'list' && before.size > 0;
  const end = isList ? now.findLastIndex(([id]) => before.has(id)) : now.length;
  const isNew = ([id, { text, at }], place) => {
    const old = before.get(id);
    return text !== '' && (old ? old.text !== text || at > old.at : place < end);
  };
  const texts = now.filter(isNew).map(([, { text }]) => text);
  const rest = texts.length - MOST_TOLD;
  return [...texts.slice(0, MOST_TOLD), ...(rest > 0 ? ['And ' + rest + ' more.'] : [])].join(' ');
}

/** Keeps the focus where it is, or on what comes after a row that is gone. */
function placeIn(part) {
  const items = () => [...part.querySelectorAll('.conversations li, article.message')];
  const all = items();
  const at = all.findIndex((each) => each.contains(document.activeElement));
  const active = document.activeElement;
  return () => {
    if (at < 0 || active.isConnected) return;
    const now = items();
    const item = now.find(({ id }) => id === all[at].id) ?? now[Math.min(at, now.length - 1)];
    (item?.querySelector(':scope > a') ?? item ?? document.getElementById('main')).focus();
  };
}

const { live } = document.body.dataset;
const [AGAIN_MS, SELDOM_MS] = [10_000, 300_000];
let stream;
let wait = AGAIN_MS;
let timer;

/**
 * Only while the page is seen: a browser has six connections to a server for all of its tabs. A stream that was refused
 * ends for good, as when a service is busy or begins: it is asked for again, less and less often.
 */
function follow() {
  clearTimeout(timer);
  stream?.close();
  if (document.hidden) return;
  const opened = new EventSource(live);
  stream = opened;
  opened.addEventListener('open', () => (wait = AGAIN_MS));
  opened.addEventListener('changed', () => void refresh().catch(() => undefined));
  opened.addEventListener('error', () => {
    if (stream !== opened || opened.readyState !== EventSource.CLOSED) return;
    timer = setTimeout(again, wait);
    wait = Math.min(2 * wait, SELDOM_MS);
  });
}

async function again() {
  if (await refresh().catch(() => true)) follow();
}

if (live) {
  follow();
  document.addEventListener('visibilitychange', follow);
}
`;
