import type { Response } from 'express';
import type { Caller } from '#crm-domain';
import type { InboxService } from '#crm-domain/messaging';
import { InboxWatch } from './inbox-watch.js';

describe('pages of the inbox that are kept up to date', () => {
  const inboxes = { stamp: () => Promise.resolve('same') } as unknown as InboxService;
  let watch: InboxWatch;
  let ended: string[];
  beforeEach(() => {
    watch = new InboxWatch(inboxes);
    ended = [];
  });
  afterEach(() => watch.beforeApplicationShutdown());

  const open = (workspace_id: string, user_id: string) => {
    const end = () => void ended.push(workspace_id);
    const response = {
      once: () => undefined,
      writeHead: () => undefined,
      write: () => true,
      end,
    } as unknown as Response;
    const caller = { workspace_id, user_id } as Caller;
    return watch.open({ caller, conversationId: undefined, stamp: undefined }, response);
  };
  const openMany = (workspaceId: string) => {
    for (let n = 0; n < 250; n++) expect(open(workspaceId, `${workspaceId} ${n % 25}`)).toBe(true);
  };

  it('are 10 of a person and 250 of a workspace at most', () => {
    openMany('north');
    expect(open('north', 'another')).toBe(false);
    for (let n = 0; n < 10; n++) expect(open(`small ${n}`, 'ada')).toBe(true);
    expect(open('elsewhere', 'ada')).toBe(false);
  });

  it('make room for a workspace that has fewer, though two others have all there may be', () => {
    openMany('north');
    openMany('south');
    expect(open('new', 'ada')).toBe(true);
    expect(ended).toHaveLength(1);
    expect(['north', 'south']).toContain(ended[0]);
  });
});
