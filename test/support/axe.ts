import axe from 'axe-core';
import type { Page } from 'playwright-core';

interface Violation {
  id: string;
  impact: string;
  nodes: { html: string }[];
}

/**
 * Switched off in axe-core, but part of WCAG 2 at level A: what is seen of a name is what people say to a voice
 * control.
 */
const RULES = { 'label-content-name-mismatch': { enabled: true } };

/** What axe-core finds wrong with the page as it is shown now, one sentence each. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<{ violations: Violation[] }>(
    `axe.run(${JSON.stringify({ rules: RULES, resultTypes: ['violations'], selectors: false })})`,
  );
  return violations.map(({ id, impact, nodes }) => `${id} (${impact}, ${nodes.length}): ${nodes[0]?.html}`);
}
