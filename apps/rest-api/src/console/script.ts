/**
 * What the screens cannot do without a script, and do without it well enough: times in the zone of the reader, and a button
 * that copies. Sent as a file of its own, since the policy of the pages runs nothing that is written into them.
 */
export const SCRIPT = `
const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
for (const time of document.querySelectorAll('time')) {
  const precision = time.dataset.precision === 'day' ? {} : { timeStyle: 'short' };
  time.textContent = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', ...precision }).format(new Date(time.dateTime));
  time.title = time.dateTime;
}
for (const zone of document.querySelectorAll('[data-zone]')) zone.textContent = timeZone;
for (const button of document.querySelectorAll('button[data-copy]')) {
  if (!navigator.clipboard) continue;
  button.hidden = false;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent);
    button.textContent = 'Copied';
  });
}
`;
