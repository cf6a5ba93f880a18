import { SignInService, type Member, type Person } from '#crm-domain/people';
import { World } from '../support/world.js';

let world: World;
beforeAll(async () => (world = await World.start()));
afterAll(() => world.stop());

async function signedIn(): Promise<Person> {
  const { subject } = world.ada;
  const { signIns } = world.domain;
  const session = await signIns.open({ issuer: world.places.issuer, subject, auth_time: new Date() });
  return (await signIns.find(session))!;
}

describe('a person who is signed in', () => {
  it('is made by their session alone', async () => {
    const person = await signedIn();
    const { user_id, email, csrf, auth_time, memberships } = person;
    const memberOf = person.memberOf.bind(person);
    // @ts-expect-error What has all that a person has was not proved by that.
    const forged: Person = { user_id, email, csrf, auth_time, memberships, memberOf };
    // @ts-expect-error Nor is a copy of one a person.
    const copied: Person = { ...person };
    expect([forged, copied]).not.toContain(person);
    expect(await new SignInService(world.domain.db).find('no session')).toBeUndefined();
  });

  it('is a member of their own workspaces, in their own name', async () => {
    const person = await signedIn();
    const [{ workspace_id, workspace_name, role } = { workspace_id: '', workspace_name: '', role: 'member' }] =
      person.memberships;
    const member = person.memberOf(workspace_id);
    expect([member.user_id, member.workspace_id, member.role]).toEqual([world.ada.user_id, workspace_id, role]);
    // @ts-expect-error Ids alone are no member.
    const forged: Member = { user_id: world.ada.user_id, workspace_id, workspace_name, role: 'admin' };
    expect(forged).not.toBe(member);
    expect(() => ((member as { role: string }).role = 'admin')).toThrow(TypeError);
    expect(() => person.memberOf('0197c2a0-0000-7000-8000-000000000001')).toThrow('Workspace not found.');
  });
});
