import { utf8Length } from './utf8-length.js';

describe('the length of a text in UTF-8', () => {
  it.each(['', 'plain', 'Žluťoučký kůň', '日本語', '🙂🙃', 'half \ud800 a pair'])(
    'of "%s" is that of its bytes',
    (text) => {
      expect(utf8Length(text)).toBe(Buffer.byteLength(text));
    },
  );

  it.each(['a', 'é', '語', '🙂'])(
    'of many "%s" is that of its bytes, around the room there is to write them',
    (character) => {
      const bytes = Buffer.byteLength(character);
      for (let count = Math.floor(262_144 / bytes) - 4; count <= Math.ceil(262_144 / bytes) + 4; count++)
        expect(utf8Length(character.repeat(count))).toBe(bytes * count);
    },
  );
});
