import type { Page } from 'playwright-core';

interface Node {
  nodeId: string;
  ignored: boolean;
  role?: { value: string };
  name?: { value: string };
  properties?: { name: string; value: { value?: unknown } }[];
  childIds?: string[];
}

/** What structures a page, and what can be used on it. Texts are left out, and what only holds other things. */
const ROLES = new Set([
  ...[
    'heading',
    'status',
    'alert',
    'navigation',
    'region',
    'list',
    'article',
    'form',
    'complementary',
    'main',
    'image',
  ],
  ...['link', 'button', 'combobox', 'textbox', 'checkbox', 'DisclosureTriangle', 'Iframe'],
]);

/** What Chromium tells screen readers of one landmark, in its order: role, level and name of each thing. */
export async function accessibilityTree(page: Page, landmark: string): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as unknown as { nodes: Node[] };
  await session.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const lines: string[] = [];
  const walk = ({ role, name, ignored, properties = [], childIds = [] }: Node) => {
    // A form without a name is no landmark.
    const isForNothing = role?.value === 'form' && !name?.value;
    if (!ignored && role && ROLES.has(role.value) && !isForNothing) {
      const level = properties.find((each) => each.name === 'level')?.value.value;
      lines.push([role.value, role.value === 'heading' && level, name?.value].filter(Boolean).join(' '));
    }
    for (const id of childIds) if (byId.has(id)) walk(byId.get(id)!);
  };
  const start = nodes.find(({ role }) => role?.value === landmark)!;
  for (const id of start.childIds ?? []) walk(byId.get(id)!);
  return lines;
}
