import { location } from './location.js';
import { sampleContext } from './samples.js';

const context = sampleContext('location');
const london = { line1: ' 12 St James Sq ', city: 'London', state: '', postal_code: 'SW1Y 4JH', country: 'gb' };

describe('a location', () => {
  it('is trimmed, has null for the lines it lacks and a known country code in capitals', () => {
    const given = location.parse({ ...london, line2: '' }, context);
    expect(given).toEqual({ ...london, line1: '12 St James Sq', line2: null, line3: null, country: 'GB' });
    expect(location.text(given, context)).toBe('12 St James Sq, London, SW1Y 4JH, GB');
  });

  it('keeps a country that is no code', () => {
    expect(location.parse({ ...london, country: 'zz' }, context)).toMatchObject({ country: 'zz' });
  });

  it('names the keys it lacks', () => {
    expect(() => location.parse({ line1: 'a', city: 'b' }, context)).toThrow('lacks state, postal_code, country.');
  });
});
