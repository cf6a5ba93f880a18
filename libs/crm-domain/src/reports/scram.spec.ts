import { newPassword, scramVerifier } from './scram.js';

it('makes of a password what Postgres keeps of it', () => {
  // Password and salt of the example in RFC 7677.
  expect(scramVerifier('pencil', Buffer.from('W22ZaJ0SNY7soEsUEjb6gQ==', 'base64'))).toBe(
    'SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ==$WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY=:wfPLwcE6nTWhTAmQ7tl2KeoiWGPlZqQxSrmfPwDl2dU=',
  );
  expect(scramVerifier('pencil')).not.toBe(scramVerifier('pencil'));
});

it('makes passwords that need no quotes in an address', () => {
  expect(newPassword()).toMatch(/^[\w-]{32}$/);
});
