import { randomUUID } from 'node:crypto';
import { recordIdOf, recordSlug, uuidToBase62 } from './record-slug.js';

const NIL = '00000000-0000-0000-0000-000000000000';
const MAX = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

describe('the tail of a record slug', () => {
  it('holds every UUID in exactly 22 characters and gives it back', () => {
    for (const uuid of [NIL, MAX, ...Array.from({ length: 1000 }, () => randomUUID())]) {
      expect(uuidToBase62(uuid)).toMatch(/^[0-9A-Za-z]{22}$/);
      expect(recordIdOf(uuidToBase62(uuid))).toBe(uuid);
    }
  });

  it('sorts as the UUIDs do', () => {
    const uuids = Array.from({ length: 100 }, () => randomUUID());
    const byTail = uuids.toSorted((a, b) => (uuidToBase62(a) < uuidToBase62(b) ? -1 : 1));
    expect(byTail).toEqual(uuids.toSorted());
  });

  it('refuses what is more than 128 bits, or is no tail at all', () => {
    const max = uuidToBase62(MAX);
    expect(recordIdOf(max.slice(0, -1) + String.fromCharCode(max.charCodeAt(21) + 1))).toBeUndefined();
    const others = [
      'z'.repeat(22),
      '',
      '-',
      'ada-lovelace',
      '0'.repeat(21),
      '0'.repeat(23),
      `ada${'0'.repeat(22)}`,
      `${NIL}0`,
    ];
    for (const other of others) expect(recordIdOf(other)).toBeUndefined();
  });
});

describe('a record slug', () => {
  const id = '0197f000-0000-7000-8000-00000000000a';
  const tail = uuidToBase62(id);

  it.each([
    ['Ada Lovelace', 'ada-lovelace-'],
    ['  Ærøskøbing: Großstraße & Łódź!  ', 'aeroskobing-grossstrasse-lodz-'],
    ['Ñandú é', 'nandu-e-'],
    ['株式会社', ''],
    ['', ''],
    [null, ''],
    ['x'.repeat(500), `${'x'.repeat(60)}-`],
    [`${'x'.repeat(59)} y`, `${'x'.repeat(59)}-`],
  ])('of %s begins with %s', (label, lead) => {
    expect(recordSlug(label, id)).toBe(lead + tail);
    expect(recordIdOf(recordSlug(label, id))).toBe(id);
  });

  it('is resolved by its tail alone, and a UUID in any case is its own slug', () => {
    expect(recordIdOf(`an-old-name-${tail}`)).toBe(id);
    expect(recordIdOf(id.toUpperCase())).toBe(id);
  });
});
