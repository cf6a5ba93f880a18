import { howLongAgo } from './dates.js';

/**
 * What the screens cannot do without a script, and do without it well enough: times in the zone of the reader and kept
 * right, a button that copies, and questions and forms that are closed without loading the page again. Sent as a file of
 * its own, since the policy of the pages runs nothing that is written into them.
 */
export const SCRIPT = `
const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
${howLongAgo.toString()}
function showTimes() {
  for (const time of document.querySelectorAll('time')) {
    const { age, precision } = time.dataset;
    const style = { dateStyle: 'medium', ...(precision !== 'day' && { timeStyle: 'short' }) };
    const exact = new Intl.DateTimeFormat('en-GB', style).format(new Date(time.dateTime));
    time.readAt ??= Date.now();
    const text = age === undefined ? exact : howLongAgo(Number(age) + Date.now() - time.readAt);
    if (time.textContent !== text) time.textContent = text;
    time.title = age === undefined ? time.dateTime : exact;
  }
}
showTimes();
// What pages say when they have new parts.
addEventListener('shown', showTimes);
setInterval(showTimes, 30000);
for (const zone of document.querySelectorAll('[data-zone]')) zone.textContent = timeZone;
for (const button of document.querySelectorAll('button[data-copy]')) {
  if (!navigator.clipboard) continue;
  button.hidden = false;
  button.addEventListener('click', async () => {
    const { value } = document.getElementById(button.dataset.copy);
    const outcome = navigator.clipboard.writeText(value).then(
      () => 'Copied',
      () => 'The browser does not allow it. Go to the key itself, select it and copy it.',
    );
    document.getElementById(button.dataset.outcome).textContent = await outcome;
  });
}
for (const panel of document.querySelectorAll('details.ask, details.card')) {
  const close = (event) => {
    event.preventDefault();
    panel.open = false;
    panel.querySelector('summary').focus();
  };
  panel.querySelector('[data-cancel]')?.addEventListener('click', close);
  panel.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && panel.open) close(event);
  });
}
`;
