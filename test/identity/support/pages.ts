import type { Page } from 'playwright-core';
import { PASSWORD } from './dev-idp.js';

/** What a person does on the provider's pages, by the words that stand there. */
export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

export async function allow(page: Page, workspace?: string): Promise<void> {
  if (workspace) await page.getByLabel(workspace).check();
  await page.getByRole('button', { name: 'Allow' }).click();
}
