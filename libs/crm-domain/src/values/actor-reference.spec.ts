import { VALUE_TYPES } from './registry.js';

it('what is no reference to a member is told how one looks and where members are listed', () => {
  const parse = () => VALUE_TYPES['actor-reference'].parse('ada@example.com', {} as never);
  expect(parse).toThrow('{"type": "user", "id": "<id of a member>"}. GET /v1/members lists the members');
});
