/**
 * Sends files in parts, and shows how far an import is without loading the page again. A file cannot be sent without it:
 * the page says what else there is.
 */
export const IMPORTS_SCRIPT = `
const csrf = document.querySelector('.account input[name=csrf]').value;
const ATTEMPTS = 5;
const wait = (seconds) => new Promise((done) => setTimeout(done, seconds * 1000));

/** What a page says that came in place of an answer. */
async function said(answer) {
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  return page.querySelector('main p')?.textContent ?? 'That did not work.';
}

/** Sends until it is taken. What has no answer may have been done, and only a part may be done again. */
async function send(path, options) {
  for (let attempt = 1; ; attempt++) {
    const answer = await fetch(path, options).catch(() => undefined);
    if (answer?.ok) return answer;
    const isPassing = answer?.status === 429 || answer?.status === 503 || (options.method === 'PUT' && !(answer?.status < 500));
    if (!isPassing || attempt === ATTEMPTS)
      throw new Error(answer ? await said(answer) : 'The server cannot be reached.');
    await wait(Math.min(Number(answer?.headers.get('Retry-After')) || attempt, 30));
  }
}

async function create(form, file) {
  const { object } = form.elements;
  const fields = { csrf, object: object.value, file_name: file.name, bytes: String(file.size) };
  return (await send(form.action, { method: 'POST', body: new URLSearchParams(fields) })).json();
}

async function upload(form) {
  const [file] = form.elements.file.files;
  const { page, parts, bytes, partBytes, missing } = form.dataset;
  if (bytes && Number(bytes) !== file.size) throw new Error('This is another file: its size is not the same.');
  const to = page ? { page, parts: Number(parts), part_bytes: Number(partBytes) } : await create(form, file);
  const bar = form.querySelector('progress');
  bar.max = to.parts;
  bar.hidden = false;
  // Of an upload that was broken off, only what is missing.
  const isMissing = new Set(missing?.split(' ').map(Number));
  for (let part = 1; part <= to.parts; part++) {
    if (page && !isMissing.has(part)) continue;
    const body = file.slice((part - 1) * to.part_bytes, part * to.part_bytes);
    const headers = { 'Content-Type': 'application/octet-stream', 'X-Form-Token': csrf };
    await send(to.page + '/parts/' + part, { method: 'PUT', headers, body });
    bar.value = part;
  }
  location.assign(to.page);
}

for (const form of document.querySelectorAll('form[data-upload]')) {
  form.hidden = false;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const [button, outcome] = [form.querySelector('button'), form.querySelector('[role=alert]')];
    if (!form.elements.file.files[0]) return;
    button.disabled = true;
    outcome.hidden = true;
    try {
      await upload(form);
    } catch (error) {
      outcome.textContent = error.message;
      outcome.hidden = false;
      button.disabled = false;
    }
  });
}

const undo = document.getElementById('undo');

/** Sends the steps of an undo, until nothing is left or somebody stops it; then the page is loaded with what came of it. */
async function undoAll(form, isStopped) {
  const { path } = undo.dataset;
  for (;;) {
    const answer = await send(path, { method: 'POST', body: new URLSearchParams(new FormData(form)) });
    const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById('undo');
    form = fresh?.querySelector('[name=next]')?.form;
    if (!form || isStopped()) return location.replace(fresh ? answer.url : location.pathname);
    form.hidden = true;
    undo.firstElementChild.replaceWith(form);
    undo.querySelector('[role=status]').replaceChildren(...fresh.querySelector('[role=status]').childNodes);
  }
}

/** Two tabs of a browser would do the same work, and each would count only its own. */
function alone(work) {
  if (!navigator.locks) return work();
  return navigator.locks.request('undo ' + undo.dataset.path, { ifAvailable: true }, (lock) => {
    if (!lock) throw new Error('This import is being undone in another tab.');
    return work();
  });
}

// Only a click begins it: an address that says that there is more to undo undoes nothing.
undo?.addEventListener('submit', async (event) => {
  if (event.target.method !== 'post') return;
  event.preventDefault();
  const [working, problem] = [undo.querySelector('section'), undo.querySelector('[role=alert]')];
  if (!working.hidden) return;
  const stop = working.querySelector('button');
  let isStopped = false;
  stop.onclick = () => {
    isStopped = true;
    stop.disabled = true;
  };
  undo.firstElementChild.hidden = problem.hidden = true;
  working.hidden = false;
  stop.focus();
  try {
    await alone(() => undoAll(event.target, () => isStopped));
  } catch (error) {
    problem.textContent = error.message;
    problem.hidden = false;
    working.hidden = true;
    undo.firstElementChild.hidden = stop.disabled = false;
  }
});

// Until the work that is shown is done; then the page is loaded with what came of it.
const shown = () => document.getElementById('progress');

/** Whoever looks at the page need not wait any longer. */
function end(text, href, link) {
  const ended = document.getElementById('ended');
  ended.textContent = text + ' ';
  if (href) ended.append(Object.assign(document.createElement('a'), { href, textContent: link }));
  ended.hidden = false;
  shown().hidden = true;
}

while (shown()) {
  await wait(1);
  if (document.hidden) continue;
  const answer = await fetch(location.href, { redirect: 'manual' }).catch(() => undefined);
  if (answer?.type === 'opaqueredirect' || answer?.status === 401) {
    end('Your session has ended; the import goes on.', location.pathname, 'Sign in to see how far it is');
    break;
  }
  if (answer?.status === 404) {
    end('This import is not there any more.');
    break;
  }
  if (!answer?.ok) continue;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const fresh = page.getElementById('progress');
  if (!fresh || fresh.dataset.state !== shown().dataset.state) {
    location.replace(location.pathname);
    break;
  }
  shown().replaceChildren(...fresh.childNodes);
}
`;
