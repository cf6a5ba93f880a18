import axe from 'axe-core';
import type { Page } from 'playwright-core';

interface Violation {
  id: string;
  impact: string;
  nodes: { html: string }[];
}

/** What axe-core finds wrong with the page as it is shown now, one sentence each. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<{ violations: Violation[] }>('axe.run()');
  return violations.map(({ id, impact, nodes }) => `${id} (${impact}, ${nodes.length}): ${nodes[0]?.html}`);
}
