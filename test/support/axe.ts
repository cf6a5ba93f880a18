import axe from 'axe-core';
import type { Page } from 'playwright-core';

interface Violation {
  id: string;
  impact: string;
  nodes: { html: string }[];
}

/**
 * Switched off in axe-core, but part of WCAG 2.2: what is seen of a name is what people say to a voice control (level
 * A), and what is pressed is large enough for a finger (level AA).
 */
const RULES = { 'label-content-name-mismatch': { enabled: true }, 'target-size': { enabled: true } };

/**
 * Until nothing moves or fades any more: axe-core would judge colours and words that are shown for a moment alone. One
 * movement may begin a frame after another has ended.
 */
const STILL = `(async () => {
  const isMoving = (each) => each.playState === 'running' && Number.isFinite(each.effect.getComputedTiming().endTime);
  for (let frames = 0; frames < 4; frames++) {
    const moving = document.getAnimations().filter(isMoving);
    if (moving.length > 0) frames = 0;
    await Promise.all(moving.map((each) => each.finished.catch(() => undefined)));
    await new Promise(requestAnimationFrame);
  }
})()`;

/** What axe-core finds wrong with the page as it is shown now, one sentence each. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  await page.evaluate(STILL);
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<{ violations: Violation[] }>(
    `axe.run(${JSON.stringify({ rules: RULES, resultTypes: ['violations'], selectors: false })})`,
  );
  return violations.map(({ id, impact, nodes }) => `${id} (${impact}, ${nodes.length}): ${nodes[0]?.html}`);
}
