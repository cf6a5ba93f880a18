import { inPieces } from '../support/full-export.js';
import { removeWorkspace } from '../support/workspace-tables.js';
import { RestoreSite } from './support/restore-site.js';
import { headerWith, lineOf, rewritten, valueOf } from './support/rewritten-file.js';

let site: RestoreSite;
beforeAll(async () => (site = await RestoreSite.make()));
afterAll(() => site?.stop());
afterEach(() => site.clear());

describe('a file that is not as it was written', () => {
  const refusal = async (bytes: Buffer) => {
    const error: unknown = await site.other.restores.restore(inPieces(bytes)).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'DomainError', kind: 'validation' });
    expect(await site.counted()).toBe(0);
    return (error as { issues: { message: string }[] }).issues[0]!.message;
  };

  it('is refused where it is cut off, wherever that is', async () => {
    const end = site.file.lastIndexOf('\n{');
    for (const length of [
      0,
      10,
      site.file.indexOf('\n') + 1,
      Math.trunc(site.file.length / 2),
      end,
      end + 1,
      site.file.length - 3,
    ])
      expect(await refusal(site.file.subarray(0, length))).toMatch(/cut off|not a full export/);
  });

  it('is refused where a line was changed, added or taken away', async () => {
    const text = site.file.toString();
    expect(await refusal(Buffer.from(text.replace('Tarnwick', 'Tarnwock')))).toMatch('digest');
    const lines = text.split('\n');
    const note = lines.findIndex((line) => line.startsWith('["value_history"'));
    expect(await refusal(Buffer.from(lines.toSpliced(note, 1).join('\n')))).toMatch('counts');
    expect(await refusal(Buffer.from(`${text}["record",[]]\n`))).toMatch('follows the last line');
    expect(await refusal(Buffer.from('{"format":"csv"}\n'))).toMatch('not a full export');
  });

  it.each<[string, (lines: string[]) => string[], RegExp]>([
    ['of a newer version', headerWith(() => ({ version: 2 })), /newer version/],
    ['of a newer schema', headerWith(({ schema }) => ({ schema: schema + 1 })), /newer version/],
    ['of an older schema', headerWith(() => ({ schema: 1 })), /older version/],
    ['without a workspace id', headerWith(() => ({ workspace_id: 'all' })), /first line/],
    [
      'that names a table of others',
      headerWith((h) => ({ tables: { ...h.tables, api_key: ['name'] } })),
      /names tables/,
    ],
    [
      'that names the workspace of a row',
      headerWith((h) => ({ tables: { ...h.tables, choice: ['workspace_id'] } })),
      /columns/,
    ],
    [
      'that names a column twice',
      headerWith((h) => ({ tables: { ...h.tables, choice: ['title', 'title'] } })),
      /columns/,
    ],
    [
      'that names a secret',
      headerWith((h) => ({ tables: { ...h.tables, webhook: [...h.tables.webhook!, 'secret'] } })),
      /columns/,
    ],
    [
      'with SQL for a column',
      headerWith((h) => ({ tables: { ...h.tables, choice: ['title) select 1 --'] } })),
      /columns/,
    ],
    ['with a row of a strange table', (lines) => [...lines, '["api_key",["x"]]'], /names a table/],
    ['with a row of an inherited name', (lines) => [...lines, '["constructor",["x"]]'], /names a table/],
    ['with a row that is too short', (lines) => [...lines, '["choice",["x"]]'], /is not a row of choice/],
    ['with a row of objects', (lines) => [...lines, '["event_head",[{},{}]]'], /is not a row of event_head/],
    ['with a value of a wrong type', valueOf('record', 'record_id', 'nobody'), /do not fit into the table record/],
    ['with JSON that is none', valueOf('record', 'vals', '{'), /do not fit into the table record/],
    ['without a value that must be there', valueOf('record', 'vals', null), /do not fit into the table record/],
    ['with a text that cannot be kept', valueOf('record', 'label', 'a\u0000b'), /do not fit into the table record/],
    ['with a state that there is not', valueOf('membership', 'role', 'owner'), /do not fit into the table membership/],
    [
      'with the same row twice',
      (lines) => [...lines, lines[lineOf('record')(lines)]!],
      /do not fit into the table record/,
    ],
    [
      'with a second workspace',
      (lines) => [...lines, lines[lineOf('workspace')(lines)]!],
      /second row of the workspace/,
    ],
    ['without the workspace', (lines) => lines.filter((line) => !line.startsWith('["workspace"')), /first row/],
    ['without any row', (lines) => lines.slice(0, 1), /no workspace/],
    [
      'whose messages have no conversation',
      (lines) => lines.filter((line) => !line.startsWith('["conversation"')),
      /do not fit into/,
    ],
  ])('is refused %s, and nothing of it stays', async (_, change, message) => {
    expect(await refusal(rewritten(site.file, change))).toMatch(message);
  });

  it('writes into no other workspace, and changes nobody whom others know', async () => {
    const { workspace_id: id } = await site.other.workspaces.create({ name: 'Neighbour' });
    const person = { workspace_id: id, subject: 'neighbour', email: 'n@example.com', name: 'Neighbour' };
    const { user_id } = await site.other.workspaces.addMember(person);
    const counted = await site.counted(id);
    const of = async (bytes: Buffer) => site.other.restores.restore(inPieces(bytes));
    await expect(
      of(
        rewritten(
          site.file,
          headerWith(() => ({ workspace_id: id })),
        ),
      ),
    ).rejects.toThrow('exists already');
    await expect(of(rewritten(site.file, valueOf('workspace', 'external_org_id', id)))).rejects.toThrow(
      'has the organisation',
    );
    const [neighbour] = await site.sql<{ issuer: string }>('select issuer from app_user where user_id = $1', [user_id]);
    const asNeighbour = rewritten(site.file, (lines) =>
      valueOf('app_user', 'issuer', neighbour!.issuer)(valueOf('app_user', 'subject', 'neighbour')(lines)),
    );
    await expect(of(asNeighbour)).rejects.toThrow('by other ids');
    expect(await site.counted()).toBe(0);
    await of(
      rewritten(site.file, (lines) =>
        valueOf('app_user', 'name', 'Somebody')(valueOf('app_user', 'user_id', user_id)(lines)),
      ),
    );
    const [known] = await site.sql<{ name: string }>('select name from app_user where user_id = $1', [user_id]);
    expect([known!.name, await site.counted(id)]).toEqual(['Neighbour', counted]);
    await removeWorkspace(site, id);
  });
});
