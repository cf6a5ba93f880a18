import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { AnswerWeight } from '#auth';
import { errorFile } from '../../libs/crm-domain/src/imports/error-file.js';
import { signIn } from '../identity/support/pages.js';
import { workbookOf } from '../imports/support/workbook.js';
import { accessibilityProblems } from '../support/axe.js';
import { launchBrowser } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { freePort } from '../support/free-port.js';
import { World, startRest, type Member } from '../support/world.js';
import { Visitor } from './support/visitor.js';

const PATH = '/console/imports';
const PEOPLE = `First name,Last name,Email,Born,Notes
Ines,Example,ines@example.com,03/04/1990,"One, and
another line"
Kim,Sample,kim@example.com,05/06/1991,
Lou,Wrong,no address,07/08/1992,
`;

let world: World;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  [world, browser] = await Promise.all([World.start(), launchBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await world.stop();
});
beforeEach(async () => {
  page = await (await browser.newContext()).newPage();
});
afterEach(async () => {
  await page.context().close();
  await world.sql(`update import_job set state = 'canceled' where workspace_id = $1`, [world.north.workspace_id]);
});

async function open(member: Member = world.ada): Promise<void> {
  await page.goto(world.places.baseUrl + PATH);
  await signIn(page, member.email);
  await page.getByRole('heading', { name: 'Imports', level: 1 }).waitFor();
}

const fileOf = (name: string, content: string | Buffer) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(content),
});

async function upload(name: string, content: string | Buffer, object = 'People'): Promise<void> {
  await page.getByLabel('Rows become').selectOption(object);
  await page.getByLabel('File, at most 1 GB').setInputFiles(fileOf(name, content));
  await page.getByRole('button', { name: 'Upload' }).click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
}

const outcome = (text: RegExp) => page.getByRole('status').filter({ hasText: text }).waitFor();
describe('a person who imports a file', () => {
  it('sees how its columns are understood, checks it, runs it, gets the failed rows, and undoes it', async () => {
    const before = await people();
    await open();
    await upload('people.csv', PEOPLE);
    expect(await choice('First name')).toBe('name.first_name');
    expect(await choice('Email')).toBe('email_addresses');
    expect(await choice('Born')).toBe('');
    await expect(accessibilityProblems(page)).resolves.toEqual([]);
    await page.getByLabel('Notes').selectOption({ label: 'Job title' });

    await page.getByRole('button', { name: 'Check all rows, write nothing' }).click();
    await outcome(/2 records would be created, 0 would be updated, 1 row would fail/);
    await expect(page.getByRole('table').innerText()).resolves.toContain('Email');
    expect(await people()).toEqual(before);
    expect(await choice('Notes')).toBe('job_title');
    await expect(accessibilityProblems(page)).resolves.toEqual([]);

    await page.getByRole('button', { name: 'Import 3 rows' }).click();
    await outcome(/Imported\. 2 records created, 0 updated, 1 row failed/);
    expect(await people()).toEqual([...before, 'Ines Example', 'Kim Sample']);
    await expect(accessibilityProblems(page)).resolves.toEqual([]);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download the failed rows' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('people-errors.csv');
    expect(await readFile(await download.path(), 'utf8')).toContain('no address');

    await page.getByText('Undo this import …').click();
    await page.getByRole('button', { name: 'Undo: the import of people.csv' }).click();
    await outcome(/2 records undone/);
    expect(await people()).toEqual(before);
  });

  it('undoes a large import with one click: the page sends the steps, and a second click or tab sends none', async () => {
    const steps = await undoInSteps('steps.csv');
    await page.getByRole('button', { name: 'Undo: the import of steps.csv' }).dblclick();
    await eventually(() => steps.sent() === 1);
    await page.getByRole('progressbar', { name: 'Undoing' }).waitFor();
    await expect(accessibilityProblems(page)).resolves.toEqual([]);

    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByText('Undo this import …').click();
    await other.getByRole('button', { name: 'Undo: the import of steps.csv' }).click();
    await other.getByRole('alert').filter({ hasText: 'being undone in another tab' }).waitFor();
    await other.getByText('Undo this import …').waitFor();

    steps.goOn();
    await outcome(/^\s*2 records undone\.\s*$/);
    expect(steps.sent()).toBe(2);
  });

  it('stops an undo after the step that is under way, and goes on with it later', async () => {
    const steps = await undoInSteps('stopped.csv');
    await page.getByRole('button', { name: 'Undo: the import of stopped.csv' }).click();
    await page.getByRole('button', { name: 'Stop undoing' }).click();
    steps.goOn();
    await outcome(/2 records undone\. There is more to undo\./);
    expect(steps.sent()).toBe(1);
    await page.reload();
    await page.getByRole('button', { name: 'Go on undoing: the import of stopped.csv' }).waitFor();
    expect(steps.sent()).toBe(1);
    await page.getByRole('button', { name: 'Go on undoing: the import of stopped.csv' }).click();
    await outcome(/^\s*2 records undone\.\s*$/);
    expect(steps.sent()).toBe(2);
  });

  it('is told why a step of an undo failed, and can go on from there', async () => {
    const steps = await undoInSteps('failing.csv');
    steps.goOn();
    let isBroken = true;
    await page.route('**/undo', (route) =>
      isBroken && steps.sent() === 1 ? route.fulfill({ status: 500, body: '' }) : route.fallback(),
    );
    await page.getByRole('button', { name: 'Undo: the import of failing.csv' }).click();
    await page.getByRole('alert').filter({ hasText: 'That did not work.' }).waitFor();
    isBroken = false;
    await page.getByRole('button', { name: 'Go on undoing: the import of failing.csv' }).click();
    await outcome(/^\s*2 records undone\.\s*$/);
  });

  it('updates the records that a unique value finds', async () => {
    await open();
    await upload('first.csv', 'Email,Job title\nmatch@example.com,Captain\n');
    await page.getByRole('button', { name: 'Import 1 row' }).click();
    await outcome(/1 record created/);
    await page.getByRole('link', { name: 'All imports' }).click();
    await upload('second.csv', 'Email,Job title\nmatch@example.com,Admiral\nnew@example.com,Cook\n');
    await expect(page.getByLabel('Update records with the same').inputValue()).resolves.toBe('email_addresses');
    await page.getByRole('button', { name: 'Import 2 rows' }).click();
    await outcome(/1 record created, 1 updated, 0 rows failed/);
  });

  it('sends a file of several parts, and goes on after the upload was broken off', async () => {
    await open();
    const rows = Array.from({ length: 60_000 }, (_, n) => `Row ${n},${'x'.repeat(80)}`);
    const large = `Name,Notes\n${rows.join('\n')}\n`;
    let isBroken = true;
    await page.route('**/parts/2', (route) => (isBroken ? route.fulfill({ status: 404, body: '' }) : route.continue()));
    await page.getByLabel('Rows become').selectOption('Companies');
    await page.getByLabel('File, at most 1 GB').setInputFiles(fileOf('large.csv', large));
    await page.getByRole('button', { name: 'Upload' }).click();
    await page.getByRole('alert').waitFor();
    isBroken = false;
    await page.goto(world.places.baseUrl + PATH);
    await page.getByRole('link', { name: /^large\.csv/ }).click();
    await page.getByLabel('The same file').setInputFiles(fileOf('other.csv', 'Name\nOther\n'));
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByText('This is another file').waitFor();
    const sent: string[] = [];
    page.on('request', (request) => void (request.method() === 'PUT' && sent.push(request.url().slice(-8))));
    await page.getByLabel('The same file').setInputFiles(fileOf('large.csv', large));
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByRole('heading', { name: 'Columns of 60,000 rows' }).waitFor();
    expect(sent).toEqual(['/parts/2']);
    await page.getByRole('button', { name: 'Cancel the import' }).click();
    await outcome(/Canceled\. Nothing was written/);
  });

  it('has a file read in another way, and says how its values are divided and where its numbers are from', async () => {
    await open();
    await upload(
      'german.csv',
      Buffer.from('Name;Phone|Email\nJürgen Example;030 901820, 030 901821|j@example.com\n', 'latin1'),
    );
    await expect(page.getByLabel('Encoding').inputValue()).resolves.toBe('windows-1252');
    await expect(page.getByLabel('Between the cells of a row').inputValue()).resolves.toBe('semicolon');
    await page.getByLabel('Between the cells of a row').selectOption('Vertical bar');
    await page.getByRole('button', { name: 'Read the file again' }).click();
    await page.getByLabel('Name;Phone', { exact: true }).waitFor();
    await expect(page.getByText('Jürgen Example;030 901820, 030 901821').isVisible()).resolves.toBe(true);

    await page.getByLabel('Between the cells of a row').selectOption('Semicolon');
    await page.getByRole('button', { name: 'Read the file again' }).click();
    await page.getByLabel('Phone|Email', { exact: true }).selectOption({ label: 'Phone numbers' });
    await page.getByLabel('Several values in a cell').selectOption('Divided by vertical bars');
    await page.getByLabel('Phone numbers without a country').selectOption('Germany');
    await page.getByRole('button', { name: 'Check all rows, write nothing' }).click();
    await outcome(/1 row would fail/);
    await expect(page.getByLabel('Several values in a cell').inputValue()).resolves.toBe('bar');
    await expect(page.getByLabel('Phone numbers without a country').inputValue()).resolves.toBe('DE');
    await page.getByLabel('Several values in a cell').selectOption('Divided by commas');
    await page.getByLabel('Amounts without a currency').waitFor({ state: 'detached' });
    await expect(page.getByRole('table').innerText()).resolves.toContain('2');
  });

  it('names the encoding of a file, and the currency of its amounts, where they cannot be found out', async () => {
    await open();
    const windows1251 = [0xcf, 0xf0, 0xe8];
    const bytes = Buffer.concat([Buffer.from('Name,Value\n'), Buffer.from(windows1251), Buffer.from(',12\n')]);
    await upload('cyrillic.csv', bytes, 'Deals');
    await page.getByLabel('Encoding').selectOption('windows-1251');
    await page.getByRole('button', { name: 'Read the file again' }).click();
    await page.getByText('При', { exact: true }).waitFor();
    await page.getByLabel('Amounts without a currency').selectOption('CHF');
    await page.getByRole('button', { name: 'Import 1 row' }).click();
    await outcome(/1 record created/);
    const made = await world.sql<{ vals: object }>(`select vals from record where label = 'При'`);
    expect(JSON.stringify(made)).toContain('"currency_code":"CHF"');
  });

  it('chooses a sheet of a workbook', async () => {
    await open();
    const row = (text: string) => `<row><c t="inlineStr"><is><t>${text}</t></is></c></row>`;
    const sheets = ['Old', 'New'].map((name) => ({ name, rows: row('Name') + row(`${name} company`) }));
    await upload('sheets.xlsx', workbookOf(sheets), 'Companies');
    await page.getByText('Old company', { exact: true }).waitFor();
    await page.getByLabel('Sheet').selectOption('New');
    await page.getByRole('button', { name: 'Read the file again' }).click();
    await page.getByText('New company', { exact: true }).waitFor();
    await expect(page.getByLabel('Sheet').inputValue()).resolves.toBe('New');
  });

  it('is told that the session has ended, or the import is gone, in place of waiting for ever', async () => {
    await open();
    await upload('watched.csv', 'Name\nOne\n', 'Companies');
    const state = (text: string) =>
      world.sql(`update import_job set state = $2, claim = gen_random_uuid() where workspace_id = $1`, [
        ...[world.north.workspace_id, text],
      ]);
    await state('checking');
    await page.reload();
    const cookies = await page.context().cookies();
    await page.context().clearCookies();
    const alert = page.getByRole('alert');
    await alert.filter({ hasText: 'Your session has ended' }).waitFor();
    await alert.getByRole('link', { name: /^Sign in/ }).waitFor();
    await page.context().addCookies(cookies);
    await page.reload();
    await page.getByRole('progressbar').waitFor();
    await page.route('**/console/imports/**', (route) => route.fulfill({ status: 404, body: '' }));
    await alert.filter({ hasText: 'not there any more' }).waitFor();
  });

  it('is told why a choice of columns was refused, and finds it as it was', async () => {
    await open();
    await upload('twice.csv', 'A,B\none,two\n', 'Companies');
    for (const column of ['A', 'B']) await page.getByLabel(column, { exact: true }).selectOption({ label: 'Name' });
    await page.getByRole('button', { name: 'Check all rows, write nothing' }).click();
    await page.getByRole('alert').filter({ hasText: 'The column "A" goes there, too.' }).waitFor();
    expect(await choice('B')).toBe('name');
  });

  it('is told at once of an import that could not be begun: whether it was is not known, so it is not begun again', async () => {
    let tries = 0;
    await open();
    await page.route(`**${PATH}/*`, async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      tries += 1;
      await route.fulfill({ status: 502, body: '' });
    });
    await page.getByLabel('File, at most 1 GB').setInputFiles(fileOf('lost.csv', 'Name\nOne\n'));
    await page.getByRole('button', { name: 'Upload' }).click();
    await page.getByRole('alert').waitFor();
    expect(tries).toBe(1);
  });

  it('is shown names of files and columns as text', async () => {
    await open();
    const hostile = '<img src=x onerror=alert(1)>';
    await upload(`${hostile}.csv`, `${hostile},"</select><script>alert(2)</script>"\na,<b>bold</b>\n`);
    await expect(page.locator('img[src=x], main script, main b').count()).resolves.toBe(0);
    await page.getByRole('link', { name: 'All imports' }).click();
    await page.getByRole('link', { name: hostile }).waitFor();
  });
});

/** An import whose undo is asked about. Its first step says that there is more, and waits until it may go on. */
async function undoInSteps(name: string): Promise<{ sent: () => number; goOn: () => void }> {
  await open();
  await upload(name, 'Name\nOne step\nTwo steps\n', 'Companies');
  await page.getByRole('button', { name: 'Import 2 rows' }).click();
  await outcome(/2 records created/);
  await page.getByText('Undo this import …').click();
  let sent = 0;
  const { promise: held, resolve: goOn } = Promise.withResolvers<void>();
  await page.context().route('**/undo', async (route) => {
    sent += 1;
    if (sent > 1) return route.continue();
    const answer = await route.fetch({ maxRedirects: 0 });
    await held;
    const { location, ...headers } = answer.headers();
    const next = new Date().toISOString();
    await route.fulfill({ response: answer, headers: { ...headers, location: `${location}&next=${next}` } });
  });
  return { sent: () => sent, goOn };
}

describe('an import', () => {
  const begun = async (visitor: Visitor, change: object = {}) => {
    const form = { object: 'companies', file_name: 'own.csv', bytes: 5, ...change };
    const answer = await visitor.post(`${PATH}/${world.north.workspace_id}`, form);
    expect(answer.status).toBe(201);
    return ((await answer.json()) as { page: string }).page;
  };
  const put = (
    visitor: Visitor,
    path: string,
    headers: Record<string, string | undefined> = {},
    body = Buffer.from('a\nb\n\n'),
  ) => {
    const cookie = `crm-session=${visitor.cookies.get('crm-session')}`;
    const all = { cookie, 'content-type': 'application/octet-stream', 'sec-fetch-site': 'same-origin' };
    const sent = { ...all, origin: visitor.baseUrl, 'x-form-token': visitor.csrf, ...headers };
    const given = Object.entries(sent).filter((entry): entry is [string, string] => entry[1] !== undefined);
    const url = new URL(`${path}/parts/1`, visitor.baseUrl);
    return fetch(url, { method: 'PUT', body, headers: Object.fromEntries(given) });
  };
  const parts = async () => (await world.sql('select 1 from import_part')).length;

  it('is nobody else’s, neither of a colleague nor of an admin', async () => {
    const bob = await Visitor.signedIn(world, world.bob);
    const own = await begun(bob);
    const ada = await Visitor.signedIn(world, world.ada);
    expect((await ada.get(own)).status).toBe(404);
    expect((await put(ada, own)).status).toBe(404);
    for (const action of ['begin', 'cancel', 'undo']) expect((await ada.post(`${own}/${action}`)).status).toBe(404);
    expect((await ada.get(`${own}/errors`)).status).toBe(404);
    expect(await ada.read(PATH)).not.toContain('own.csv');
    expect((await bob.get(own)).status).toBe(200);
  });

  it.each([
    ['no token', { 'x-form-token': undefined }],
    ['a token made up', { 'x-form-token': 'A'.repeat(43) }],
    ['another origin', { origin: 'https://evil.example' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['no session', { cookie: undefined }],
  ])('takes no part of its file with %s', async (_what, headers) => {
    const ada = await Visitor.signedIn(world, world.ada);
    const own = await begun(ada);
    const before = await parts();
    expect((await put(ada, own, headers)).status).toBe(403);
    expect(await parts()).toBe(before);
    expect((await put(ada, own)).status).toBe(204);
  });

  it('keeps what was chosen for all of its columns, until something else is chosen', async () => {
    const ada = await Visitor.signedIn(world, world.ada);
    const own = await begun(ada, { object: 'people' });
    expect((await put(ada, own)).status).toBe(204);
    const shows = (text: string) => eventually(async () => (await ada.read(own)).includes(text));
    await shows('Columns of 1 row');
    const chosen = { 'to-0': 'company@domains', action: 'check' };
    expect((await ada.post(`${own}/begin`, { ...chosen, create: 'on', decimal: ',' })).status).toBe(303);
    await shows('Checked, not imported.');
    const page = await ada.read(own);
    expect(page).toMatch(/name="create" value="on" checked/);
    expect(page).toContain('<option value="," selected>');
    expect((await ada.post(`${own}/begin`, chosen)).status).toBe(303);
    const kept = 'select mapping from import_job where workspace_id = $1 and import_id = $2';
    const [{ mapping } = {}] = await world.sql<{ mapping?: object }>(kept, own.split('/').slice(-2));
    expect(mapping).toEqual({ columns: [{ column: 'a', attribute: 'company', match: 'domains' }] });
  });

  it('has a name without characters that cannot be shown or kept', async () => {
    const ada = await Visitor.signedIn(world, world.ada);
    const own = await begun(ada, { file_name: 'a\0b\u202egnp\n.csv' });
    expect(await ada.read(own)).toContain('<h1 >abgnp.csv</h1>');
  });

  it('has a file of failed rows that is written in pieces, however long the rows are', async () => {
    const at = { workspace_id: world.north.workspace_id, import_id: randomUUID() };
    const series = 'from generate_series(1, 40) n';
    const ids = [at.workspace_id, at.import_id];
    await world.sql(`insert into import_error select $1, $2, n, 'Why' ${series}`, ids);
    const cells = `jsonb_build_array(jsonb_build_array(repeat('x', 300000)))::text`;
    await world.sql(`insert into import_rows select $1, $2, n, ${cells} ${series}`, ids);
    const lengths: number[] = [];
    const columns = [{ name: 'Long', kind: 'text' as const, samples: [] }];
    for await (const text of errorFile(world.domain.db, at, columns)) lengths.push(text.length);
    expect(lengths.reduce((sum, length) => sum + length)).toBeGreaterThan(40 * 300_000);
    expect(Math.max(...lengths)).toBeLessThan(1_000_000);
  });

  it('has a file of failed rows that is counted for the person who gets it, piece by piece', async () => {
    const ada = await Visitor.signedIn(world, world.ada);
    const own = await begun(ada);
    const weighed = jest.spyOn(AnswerWeight.prototype, 'weighPiece');
    try {
      const answer = await ada.get(`${own}/errors`);
      const { byteLength } = await answer.arrayBuffer();
      expect([answer.status, byteLength > 0]).toEqual([200, true]);
      expect(weighed.mock.calls).toEqual([[byteLength]]);
    } finally {
      weighed.mockRestore();
    }
  });

  it('is shown again after its undoing was cancelled where scripts are not allowed', async () => {
    const ada = await Visitor.signedIn(world, world.ada);
    expect((await ada.get(`${await begun(ada)}?at=undo`)).status).toBe(200);
  });

  it('is undone a step a click where scripts are not allowed, and each page says what all steps have done', async () => {
    const ada = await Visitor.signedIn(world, world.ada);
    const own = await begun(ada, { object: 'companies' });
    expect((await put(ada, own)).status).toBe(204);
    const shows = (text: string) => eventually(async () => (await ada.read(own)).includes(text));
    await shows('Columns of 1 row');
    expect((await ada.post(`${own}/begin`, { 'to-0': 'name', action: 'run' })).status).toBe(303);
    await shows('1 record created');
    const next = new Date().toISOString();
    const step = await ada.read(`${own}?undone=40&left=2&next=${next}`);
    expect(step).toContain(
      '40 records undone. 2 changes stayed, because of what was done since. There is more to undo.',
    );
    for (const [field, value] of Object.entries({ next, undone: '40', left: '2' }))
      expect(step).toContain(`<input type="hidden" name="${field}" value="${value}" />`);
    const done = await ada.post(`${own}/undo`, { next, undone: '40', left: '2' });
    expect(done.headers.get('location')).toBe(`${own}?undone=41&left=2`);
  });

  it('is not begun by a form with a field twice over', async () => {
    const ada = await Visitor.signedIn(world, world.ada);
    const body = new URLSearchParams({ csrf: ada.csrf, object: 'companies', bytes: '5', file_name: 'one.csv' });
    body.append('file_name', 'two.csv');
    const headers = { cookie: `crm-session=${ada.cookies.get('crm-session')}`, origin: ada.baseUrl };
    const url = new URL(`${PATH}/${world.north.workspace_id}`, ada.baseUrl);
    expect((await fetch(url, { method: 'POST', body, headers })).status).toBe(400);
  });

  it('is sent as fast as a person may, who can look at pages meanwhile', async () => {
    const baseUrl = `http://127.0.0.1:${await freePort()}`;
    const settings = { RATE_LIMIT_READS_PER_SECOND: 1 };
    const rest = await startRest({ ...world.places, baseUrl }, settings, { alone: 'each process counts for itself' });
    try {
      const visitor = new Visitor(world, baseUrl);
      const { cookies } = await Visitor.signedIn(world, world.ada);
      for (const cookie of cookies) visitor.cookies.set(...cookie);
      await visitor.read(PATH);
      const own = await begun(visitor, { bytes: 8 * 1024 * 1024 });
      const part = Buffer.alloc(4 * 1024 * 1024, 'a');
      expect((await put(visitor, own, {}, part)).status).toBe(204);
      const next = await put(visitor, own, {}, part);
      expect([next.status, Number(next.headers.get('retry-after')) > 30]).toEqual([429, true]);
      expect((await visitor.get(own)).status).toBe(200);
    } finally {
      await rest.close();
    }
  });

  it('of a workspace of others cannot be begun', async () => {
    const bob = await Visitor.signedIn(world, world.bob);
    const form = { object: 'companies', file_name: 'own.csv', bytes: 5 };
    expect((await bob.post(`${PATH}/${world.south.workspace_id}`, form)).status).toBe(404);
    for (const bytes of ['0', '', '-1', '1e3', '99999999999'])
      expect((await bob.post(`${PATH}/${world.north.workspace_id}`, { ...form, bytes })).status).toBe(400);
  });

  it('says what else there is where scripts are not allowed', async () => {
    const ada = await Visitor.signedIn(world, world.ada);
    expect(await ada.read(PATH)).toMatch(/<form[^>]* data-upload\s+hidden>/);
    expect(await ada.read(PATH)).toContain('To upload a file here, allow scripts for this page.');
  });
});

async function choice(column: string): Promise<string> {
  return page.getByLabel(column, { exact: true }).inputValue();
}

async function people(): Promise<string[]> {
  const rows = await world.sql<{ label: string }>(
    `select r.label from record r join object o on o.workspace_id = r.workspace_id and o.object_id = r.object_id
      where r.workspace_id = $1 and o.slug = 'people' and r.deleted_at is null order by r.label`,
    [world.north.workspace_id],
  );
  return rows.map(({ label }) => label);
}
