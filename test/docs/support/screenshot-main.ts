// Takes the picture in the README anew: run it after `npm start` made the demo workspace and while it runs, by
// `npm run build && node dist/test/docs/support/screenshot-main.js`.
import { readFileSync } from 'node:fs';
import { signIn } from '../../identity/support/pages.js';
import { launchBrowser } from '../../support/browser.js';

const FILE = 'docs/images/outbox.png';

interface Demo {
  rest_url: string;
  user: { email: string; password: string };
}

const { rest_url, user } = JSON.parse(readFileSync('.data/demo.json', 'utf8')) as Demo;
const browser = await launchBrowser();
const page = await browser.newPage({ viewport: { width: 1100, height: 700 }, deviceScaleFactor: 1.5 });
await page.goto(`${rest_url}/console/outbox`);
await signIn(page, user.email, user.password);
await page.getByRole('heading', { level: 1, name: 'Outbox' }).waitFor();
await page.screenshot({ path: FILE });
await browser.close();
process.stdout.write(`${FILE}\n`);
